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
import { rulesReady } from './ready.js';
import { stepButtons } from './steps.js';
import { drawing } from './drawing.js';
import { settings } from './settings.js';
import { sound } from './sound.js';
import { evaluationPanel } from './evaluation.js';
import { reportPanel } from './report.js';
import { rulesMenu } from './rules.js';
import { tabs, names } from './tabs.js';
import { theme } from './theme.js';
import { pieces } from './fen.js';
import { texts, translatePage } from './language.js';

translatePage();

if (window.top !== window) await refuseFrame();

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
await breath();
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
await breath();
searchPanel(app, id('search'));
positionPanel(app, id('position'));
playPanel(app, id('play'));
playerStrips(app);
await breath();
puzzlesPanel(app, id('puzzles'));
const records = recordsPanel(app, id('records'));
learnPanel(app, id('learn'));
shelfPanel(app, id('shelf'));
welcome(app);
rulesMenu(app);
keys(app);

// A step through the moves is no step of the browser's way back.
stepButtons(app, (node, moving) => {
  address.stepping = true;
  app.show(node, moving);
  address.stepping = false;
});

app.on('stage', () => sound(app.cascade.at));
id('move-form').onsubmit = async (/** @type {Event} */ e) => {
  e.preventDefault();

  const field = id('move');
  const text = field.value.trim();

  field.value = ''; // at once: the next move may be typed before this one is answered
  if (!text || (await app.type(text)) || field.value) return;
  field.value = text;
  if (document.activeElement === field) field.select(); // so that the next takes its place
};

await rulesReady(app);
const { tab } = app;
app.tab = ''; // whichever is opened is opened anew
if (known) await app.open(tab);
else if (
  !(/fen=|moves=|proof=|game=/.test(location.hash) ? false : await records.given()) &&
  !(await address.load())
) {
  await app.open('analyse');
}

app.emit('begun');
document.documentElement.dataset.ready = 'true';
if (document.documentElement.dataset.engine === 'local') {
  navigator.serviceWorker?.register('sw.js').catch(() => {});
} // where it is not allowed, the page needs its host

for (const e of document.querySelectorAll('[inert]')) e.removeAttribute('inert');

/** Lets the browser paint, and hear what a person does: a slow phone builds the page in parts. */
function breath() {
  return new Promise((done) => setTimeout(done));
}

/**
 * Shows only a link, and never ends: of this site only the small board may be in a frame, where
 * another page could lay something over it. The server forbids frames; a file host cannot.
 */
function refuseFrame() {
  const attributes = { href: location.href, target: '_blank', rel: 'noopener' };
  document.body.replaceChildren(el('main', {}, el('a', attributes, texts.page.whole.text)));
  return new Promise(() => {});
}
