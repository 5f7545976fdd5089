// The page: the board, its controls, and the panels beside it.
// @ts-check
import { App } from './app.js';
import { id } from './dom.js';
import { Address } from './address.js';
import { movesPanel } from './moves.js';
import { squarePanel } from './why.js';
import { positionPanel } from './position.js';
import { searchPanel } from './search.js';
import { valuesPanel } from './values.js';
import { playPanel } from './play.js';
import { puzzlesPanel } from './puzzles.js';
import { recordsPanel } from './records.js';
import { learnPanel } from './learn.js';
import { keys } from './keys.js';
import { rulesMenu } from './rules.js';
import { tabs } from './tabs.js';
import { theme } from './theme.js';
import { pieces } from './fen.js';

const app = new App();
app.board.show(pieces(Address.fen()));
performance.mark('board');
theme();
tabs(app);
movesPanel(app, id('moves'));
squarePanel(app, id('square'));
valuesPanel(app, id('values'));
searchPanel(app, id('search'));
positionPanel(app, id('position'));
playPanel(app, id('play'));
puzzlesPanel(app, id('puzzles'));
const records = recordsPanel(app, id('records'));
learnPanel(app, id('learn'));
rulesMenu(app);
keys(app);

id('flip').onclick = () => { app.board.flip(); app.emit('flip'); };
id('first').onclick = () => app.show(app.tree.root);
id('back').onclick = () => app.tree.at.parent && app.show(app.tree.at.parent);
id('forward').onclick = () => app.tree.at.children[0] && app.show(app.tree.at.children[0], true);
id('last').onclick = () => app.show(app.tree.end());
id('move-form').onsubmit = async (/** @type {Event} */ e) => {
  e.preventDefault();
  const field = id('move'), text = field.value.trim();
  field.value = ''; // at once: the next move may be typed before this one is answered
  if (!text || await app.type(text) || field.value) return;
  field.value = text;
  if (document.activeElement === field) field.select(); // so that the next takes its place
};
id('again').onclick = () => app.cascade.play();
id('wave-back').onclick = () => app.cascade.show(Math.max(0, app.cascade.at - 1));
id('wave-on').onclick = () => app.cascade.next();
id('pace').onchange = () => {
  const value = id('pace').value;
  app.cascade.stepwise = value === 'step';
  app.cascade.pace = value === 'step' ? 1 : Number(value);
  try { localStorage.setItem('turncoat-pace', value); } catch { /* it is only remembered */ }
};
try { const pace = localStorage.getItem('turncoat-pace'); if (pace) { id('pace').value = pace; id('pace').onchange(); } } catch { /* as above */ }
app.cascade.shown = (/** @type {import('./cascade.js').Cascade} */ cascade) => {
  app.emit('stage');
  const n = cascade.stages.length;
  id('again').disabled = n === 0;
  id('wave-back').disabled = n === 0 || cascade.at === 0;
  id('wave-on').disabled = n === 0 || cascade.at === n - 1;
};
app.on('at', node => {
  id('back').disabled = id('first').disabled = !node.parent;
  id('forward').disabled = id('last').disabled = !node.children.length;
});

const address = new Address(app);
await rulesReady();
await (/fen=|moves=/.test(location.hash) ? false : records.given()) || await address.load() || await app.begin(app.tree.root.fen);
document.documentElement.dataset.ready = 'true';

/** Waits until the rules answer: at first they may still be loading. */
async function rulesReady() {
  for (;;) {
    try { app.sets = (await app.ask({ ask: 'rules', rules: undefined, fen: undefined })).sets; break; } catch (e) {
      await new Promise(r => setTimeout(r, 700));
    }
  }
  app.emit('sets');
}
