// What tests of modules play with: the app with its board, and links to read.
import { App } from '../js/app.js';

/** An app whose questions the server answers, and which keeps nothing. */
export function newApp() {
  const parts = ['board', 'status', 'choice', 'offline', 'toast'];
  document.body.replaceChildren(
    ...parts.map((id) => Object.assign(document.createElement('div'), { id })),
  );

  const app = new App({ get() {}, set() {} });
  app.cascade.pace = 0;
  app.open = async (tab) => {
    app.tab = tab;
  };
  return app;
}

/** A game of an app after some moves. */
export async function gameOf(app, { rules = 'pacifist1', fen = 'start', moves = [], extra = {} }) {
  const game = await app.make(fen, rules, extra);
  await app.line(game, moves);
  return game;
}

/** The part of an address that holds a game by link. */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return letters.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Waits until something is so. */
export async function until(what, is) {
  for (let n = 0; !is(); n++) {
    if (n > 2000) throw new Error(`it never came that ${what}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}
