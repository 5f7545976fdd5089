// The panel of the move tree: going through it, and what is done to a move.
// @ts-check
import { el, button } from './dom.js';
import { moveList, signs } from './treeview.js';
import { offerUndo } from './toast.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function movesPanel(app, home) {
  const box = el('div');

  const comment = el('input', {
    type: 'text',
    'aria-label': texts.moves.comment,
    placeholder: texts.moves.comment,
    maxlength: '2000',
  });

  const nag = el(
    'select',
    { 'aria-label': texts.moves.mark },
    el('option', { value: '' }, texts.moves.markFirst),
    ...Object.entries(signs).map(([n, sign]) => el('option', { value: n }, sign)),
  );

  const draw = () => {
    const list = moveList(app.tree, (node) => app.show(node));
    box.replaceChildren(list);
    const here = list.querySelector('[aria-current]');
    if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;

    const at = app.tree.at;
    const root = !at.parent;

    for (const b of tools.querySelectorAll('button, select, input')) b.disabled = root;
    comment.value = at.comment;
    nag.value = '';
  };

  const changed = () => {
    app.game.touched = true;
    app.keep();
    draw();
  };

  comment.onchange = () => {
    app.tree.at.comment = comment.value;
    changed();
  };

  nag.onchange = () => {
    const n = Number(nag.value);
    const at = app.tree.at;

    if (n) {
      at.nags = at.nags.includes(n)
        ? at.nags.filter((x) => x !== n)
        : [...at.nags, n].sort((a, b) => a - b);
    }

    changed();
  };

  const tools = el(
    'div',
    { class: 'tools' },
    button(
      texts.moves.promote,
      () => {
        app.tree.promote(app.tree.at);
        changed();
        app.emit('at', app.tree.at);
      },
      { title: texts.moves.promoteTitle },
    ),
    button(
      texts.moves.delete,
      () => {
        const at = app.tree.at;
        const { game } = app;
        const { parent } = at;

        if (!parent) return;
        const place = parent.children.indexOf(at);
        app.tree.remove(at);
        game.touched = true;
        app.show(parent);
        offerUndo(texts.moves.deleted(shownMove(at.turn?.san || '')), () => {
          parent.children.splice(place, 0, at);
          if (app.game === game) app.show(at);
        });
      },
      { title: texts.moves.deleteTitle },
    ),
    nag,
    comment,
  );

  const other = button(texts.moves.analyse, () => app.analyse(), {
    class: 'link',
    title: texts.moves.analyseTitle,
  });

  const here = button(texts.moves.playHere, () => app.emit('play-here'), {
    class: 'link',
    title: texts.moves.playHereTitle,
  });

  home.append(
    el('h2', {}, texts.moves.title, el('span', { class: 'row' }, here, other)),
    box,
    tools,
  );
  app.on('at', (node) => {
    here.hidden = app.tab === 'play' && !node.children.length;
  });

  for (const event of ['tab', 'at', 'over']) {
    app.on(event, () => {
      const { play } = app.game.extra;
      other.hidden = app.tab === 'analyse' || !!play?.over; // whose result offers it
    });
  }

  app.on('tab', (tab) => {
    tools.hidden = tab !== 'analyse' && tab !== 'records';
  });

  app.on('at', draw);
  app.on('tree', draw);
}
