// The panel of the move tree: going through it, and what is done to a move.
// @ts-check
import { el, button } from './dom.js';
import { moveList, signs } from './treeview.js';
import { offerUndo } from './toast.js';

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function movesPanel(app, home) {
  const box = el('div');

  const comment = el('input', {
    type: 'text',
    'aria-label': 'Comment',
    placeholder: 'Comment',
    maxlength: '2000',
  });

  const nag = el(
    'select',
    { 'aria-label': 'Mark the move' },
    el('option', { value: '' }, 'Mark…'),
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
      'Promote',
      () => {
        app.tree.promote(app.tree.at);
        changed();
        app.emit('at', app.tree.at);
      },
      { title: 'Make this variation come first' },
    ),
    button(
      'Delete',
      () => {
        const at = app.tree.at;
        const { game } = app;
        const { parent } = at;

        if (!parent) return;
        const place = parent.children.indexOf(at);
        app.tree.remove(at);
        game.touched = true;
        app.show(parent);
        offerUndo(`${at.turn?.san} is deleted.`, () => {
          parent.children.splice(place, 0, at);
          if (app.game === game) app.show(at);
        });
      },
      { title: 'Delete this move and what follows' },
    ),
    nag,
    comment,
  );

  const other = button('Analyse this', () => app.analyse(), {
    class: 'link',
    title: 'Take the moves to the analysis',
  });

  const here = button('Play from here', () => app.emit('play-here'), {
    class: 'link',
    title: 'Begin a game with this position',
  });

  home.append(el('h2', {}, 'Moves', el('span', { class: 'row' }, here, other)), box, tools);
  app.on('at', (node) => {
    here.hidden = app.tab === 'play' && !node.children.length;
  });

  app.on('tab', (tab) => {
    other.hidden = tab === 'analyse';
    tools.hidden = tab !== 'analyse' && tab !== 'records';
  });

  app.on('at', draw);
  app.on('tree', draw);
}
