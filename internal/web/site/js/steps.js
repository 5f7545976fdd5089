// The buttons under the board: steps through the moves, and through the waves of a turn.
// @ts-check
import { id } from './dom.js';
import { texts } from './language.js';

/**
 * @param {import('./app.js').App} app
 * @param {(node: import('./tree.js').Node, moving: boolean) => void} show
 */
export function stepButtons(app, show) {
  /** @param {import('./tree.js').Node | null | undefined} node */
  const step = (node, moving = false) => {
    if (node) show(node, moving);
  };

  id('first').onclick = () => step(app.tree.root);
  id('back').onclick = () => step(app.tree.at.parent);
  id('forward').onclick = () => step(app.tree.at.children[0], true);
  id('last').onclick = () => step(app.tree.end());
  app.on('at', (node) => {
    id('back').disabled = id('first').disabled = !node.parent;
    id('forward').disabled = id('last').disabled = !node.children.length;
  });

  id('flip').onclick = () => {
    app.board.flip();
    app.emit('flip');
  };

  id('again').onclick = () => app.cascade.play();
  id('wave-back').onclick = () => app.cascade.show(Math.max(0, app.cascade.at - 1));
  id('wave-on').onclick = () => app.cascade.next();
  app.cascade.shown = (cascade) => {
    app.emit('stage');
    app.markWave();
    const n = cascade.stages.length;
    const waves = cascade.turn?.waves.length || 0;
    const wave = Math.min(cascade.at - 1, waves);
    id('again').textContent = wave > 0 ? texts.moves.wave(wave, waves) : texts.page.again.text;
    id('again').disabled = n === 0;
    id('wave-back').disabled = n === 0 || cascade.at === 0;
    id('wave-on').disabled = n === 0 || cascade.at === n - 1;
  };
}
