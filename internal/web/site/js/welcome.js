// What a newcomer sees first: where to learn, and where to play.
// @ts-check
import { el, button, id } from './dom.js';
import { Cascade, still } from './cascade.js';
import { told } from './words.js';
import { texts } from './language.js';

const seen = 'turncoat-seen';

/** A position in which one move turns over all pieces of the enemy. */
const before = 'r1bqkbnr/pppppppp/2n5/8/8/2P5/PPQPPPPP/RNB1KBNR b KQkq - 3 2';
const move = 'c6d4';

/** @param {import('./app.js').App} app */
export function welcome(app) {
  const home = id('welcome');
  let known = location.hash !== '' || document.documentElement.dataset.given === 'true';

  try {
    known ||= !!localStorage.getItem(seen);
  } catch {
    /* a newcomer, then */
  }

  if (known) return;

  const gone = () => {
    home.hidden = true;

    try {
      localStorage.setItem(seen, 'true');
    } catch {
      /* as above */
    }
  };

  home.hidden = false;
  home.append(
    el('h2', {}, texts.welcome.title),
    el('p', {}, texts.welcome.how),
    el(
      'div',
      { class: 'row' },
      button(texts.welcome.learn, () => app.open('learn'), { class: 'primary' }),
      button(texts.welcome.play, () => app.open('play'), { 'aria-label': texts.welcome.playLabel }),
      button(texts.puzzles.daily, () => app.emit('daily')),
    ),
  );

  app.on('tab', (tab) => {
    if (tab !== 'analyse') gone();
  });

  app.on('played', gone);
  addEventListener('popstate', gone); // an address was pasted
  id('tab-analyse').addEventListener('click', gone);

  const first = () => {
    app.removeEventListener('ready', first);
    demonstrate(app);
  };

  app.addEventListener('ready', first);
}

/**
 * Has a cascade play by itself on the board, again and again, until one does something there. The
 * game of the tab is not touched.
 * @param {import('./app.js').App} app
 */
async function demonstrate(app) {
  const { at } = app.tree;
  const asked = { ask: 'play', rules: 'pacifist1', fen: before, moves: [move] };
  const reply = await app.ask(asked).catch(() => null);
  if (!reply || app.tree.at !== at) return;

  const cascade = new Cascade(app.board);
  const table = /** @type {HTMLElement} */ (document.querySelector('.table'));
  const ended = new AbortController();
  const { signal } = ended;

  const end = () => {
    ended.abort();
    cascade.take(before, null);
  };

  const restore = () => app.show(app.tree.at);

  app.addEventListener('at', end, { signal });
  table.addEventListener('pointerdown', restore, { capture: true, signal });
  document.addEventListener('keydown', restore, { capture: true, signal });
  app.say(told(reply.turn, before));

  // Who wants no motion sees how it ends.
  do {
    cascade.take(before, reply.turn);
    await cascade.play();
    await new Promise((resolve) => setTimeout(resolve, 2000));
  } while (!signal.aborted && !still.matches);
}
