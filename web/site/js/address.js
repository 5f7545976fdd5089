// The address of the page: what stands on the board can be sent as a link.
// @ts-check
import { start } from './fen.js';
import { Refused } from './engine.js';

/** @param {string} fen */
const packed = fen => fen.replace(/ /g, '_');

export class Address {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.written = '';
    app.on('at', () => this.write());
    addEventListener('hashchange', () => { if (location.hash !== this.written) this.load(); });
  }

  /** The position that the address begins with, to be shown before anything is asked. */
  static fen() {
    const said = /[#&]fen=([^&]*)/.exec(location.hash)?.[1] || '';
    try { return decodeURIComponent(said).replace(/_/g, ' ') || start; } catch { return start; }
  }

  /** The state as a fragment. */
  get text() {
    const { app } = this, at = app.tree.at, line = app.tree.at.line;
    const end = [...line];
    for (let next = at.children[0]; next; next = next.children[0]) end.push(next);
    const parts = [`rules=${encodeURIComponent(app.rules)}`];
    if (app.tree.root.fen !== start) parts.push(`fen=${packed(app.tree.root.fen)}`);
    if (end.length) parts.push(`moves=${end.slice(0, 600).map(n => n.typed).join('_')}`);
    if (end.length > line.length) parts.push(`at=${line.length}`);
    return '#' + parts.join('&');
  }

  write() {
    if (this.loading) return;
    this.written = this.text;
    if (this.written.length < 60_000) history.replaceState(null, '', this.written);
  }

  /** Shows what the address says. @returns {Promise<boolean>} whether it says anything */
  async load() {
    const said = new Map(location.hash.slice(1).split('&').map(part => /** @type {[string, string]} */ (part.split(/=(.*)/s).slice(0, 2))));
    if (!said.has('fen') && !said.has('moves') && !said.has('rules')) return false;
    const { app } = this, plain = (/** @type {string} */ key) => { try { return decodeURIComponent(said.get(key) || ''); } catch { return ''; } };
    this.loading = true;
    try {
      await app.begin(plain('fen').replace(/_/g, ' ') || 'start', plain('rules') || 'pacifist1');
      const moves = plain('moves').split('_').filter(Boolean);
      for (const move of moves) {
        const { turn } = await app.ask({ ask: 'play', fen: app.fen, moves: [move] });
        app.tree.play(move.includes('~') ? { ...turn, typed: move } : turn);
      }
      const at = said.has('at') ? Number(said.get('at')) : moves.length;
      await app.show(app.tree.at.line[at - 1] || app.tree.root);
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (!app.about) await app.begin('start', 'pacifist1');
      else await app.show(app.tree.at);
      app.say(`The link cannot be shown as it stands: ${e.message}`, '', true);
    } finally { this.loading = false; }
    return true;
  }
}
