// The page: the board, its controls, and the panels beside it.
// @ts-check
import { App } from './app.js';
import { Store } from './store.js';
import { Game } from './game.js';
import { shelfPanel } from './shelf.js';
import { welcome } from './welcome.js';
import { id, el } from './dom.js';
import { Address } from './address.js';
import { movesPanel } from './moves.js';
import { squarePanel } from './why.js';
import { positionPanel } from './position.js';
import { searchPanel } from './search.js';
import { valuesPanel } from './values.js';
import { playPanel } from './play.js';
import { playerStrips } from './players.js';
import { puzzlesPanel } from './puzzles.js';
import { recordsPanel } from './records.js';
import { learnPanel } from './learn.js';
import { keys } from './keys.js';
import { drawing } from './drawing.js';
import { settings } from './settings.js';
import { sound } from './sound.js';
import { evaluationPanel } from './evaluation.js';
import { reportPanel } from './report.js';
import { rulesMenu } from './rules.js';
import { tabs, names } from './tabs.js';
import { theme } from './theme.js';
import { pieces } from './fen.js';
import { translatePage } from './language.js';

translatePage();

const store = await Store.open();
const app = new App(store);
const address = new Address(app);
const known = Address.known(store) || (!location.hash && !!store.get('tab'));

for (const name of names) {
  const plain = store.get(`game-${name}`);
  if (plain) app.games[name] = Game.from(plain);
}

if (known) app.tab = Address.known(store) ? history.state.tab : store.get('tab');
const first = known && app.games[app.tab];
if (first && first.flipped !== app.board.flipped) app.board.flip();
app.board.show(pieces(first ? first.tree.at.fen : Address.fen()));
performance.mark('board');
theme();
tabs(app);
settings(app);
drawing(app);
const evaluation = el('div', { class: 'evaluation' });
evaluationPanel(app, evaluation);
movesPanel(app, id('moves'));
id('moves').prepend(evaluation);
reportPanel(app, id('report'));
squarePanel(app, id('square'));
valuesPanel(app, id('values'));
searchPanel(app, id('search'));
positionPanel(app, id('position'));
playPanel(app, id('play'));
playerStrips(app);
puzzlesPanel(app, id('puzzles'));
const records = recordsPanel(app, id('records'));
learnPanel(app, id('learn'));
shelfPanel(app, id('shelf'));
welcome(app);
rulesMenu(app);
keys(app);

id('flip').onclick = () => {
  app.board.flip();
  app.emit('flip');
};

/**
 * Goes a step through the moves: no step of the browser's way back.
 * @param {import('./tree.js').Node | null | undefined} node
 */
const step = (node, moving = false) => {
  if (!node) return;
  address.stepping = true;
  app.show(node, moving);
  address.stepping = false;
};

id('first').onclick = () => step(app.tree.root);
id('back').onclick = () => step(app.tree.at.parent);
id('forward').onclick = () => step(app.tree.at.children[0], true);
id('last').onclick = () => step(app.tree.end());
id('move-form').onsubmit = async (/** @type {Event} */ e) => {
  e.preventDefault();

  const field = id('move');
  const text = field.value.trim();

  field.value = ''; // at once: the next move may be typed before this one is answered
  if (!text || (await app.type(text)) || field.value) return;
  field.value = text;
  if (document.activeElement === field) field.select(); // so that the next takes its place
};

id('again').onclick = () => app.cascade.play();
id('wave-back').onclick = () => app.cascade.show(Math.max(0, app.cascade.at - 1));
id('wave-on').onclick = () => app.cascade.next();
app.cascade.shown = (/** @type {import('./cascade.js').Cascade} */ cascade) => {
  app.emit('stage');
  sound(cascade.at);
  const n = cascade.stages.length;
  id('again').disabled = n === 0;
  id('wave-back').disabled = n === 0 || cascade.at === 0;
  id('wave-on').disabled = n === 0 || cascade.at === n - 1;
};

app.on('at', (node) => {
  id('back').disabled = id('first').disabled = !node.parent;
  id('forward').disabled = id('last').disabled = !node.children.length;
});

await rulesReady();
const { tab } = app;
app.tab = ''; // whichever is opened is opened anew
if (known) await app.open(tab);
else if (
  !(/fen=|moves=|proof=|game=/.test(location.hash) ? false : await records.given()) &&
  !(await address.load())
) {
  await app.open('analyse');
  await app.begin(app.tree.root.fen);
}

document.documentElement.dataset.ready = 'true';
if (document.documentElement.dataset.engine === 'local') {
  navigator.serviceWorker?.register('sw.js').catch(() => {});
} // where it is not allowed, the page needs its host

for (const e of document.querySelectorAll('[inert]')) e.removeAttribute('inert');

/** Waits until the rules answer: at first they may still be loading. */
async function rulesReady() {
  for (;;) {
    try {
      app.sets = (await app.ask({ ask: 'rules', rules: undefined, fen: undefined })).sets;
      break;
    } catch (e) {
      await new Promise((r) => setTimeout(r, 700));
    }
  }

  app.emit('sets');
}
