// The panel of the move tree: going through it, and what is done to a move.
// @ts-check
import { el, button } from './dom.js';
import { moveList, signs } from './treeview.js';

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function movesPanel(app, home) {
  const box = el('div'), comment = el('input', { type: 'text', 'aria-label': 'Comment', placeholder: 'Comment', maxlength: '2000' });
  const nag = el('select', { 'aria-label': 'Mark the move' }, el('option', { value: '' }, 'Mark…'), ...Object.entries(signs).map(([n, sign]) => el('option', { value: n }, sign)));
  const draw = () => {
    const list = moveList(app.tree, node => app.show(node));
    box.replaceChildren(list);
    const here = list.querySelector('[aria-current]');
    if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
    const at = app.tree.at, root = !at.parent;
    for (const b of tools.querySelectorAll('button, select, input')) b.disabled = root;
    comment.value = at.comment;
    nag.value = '';
  };
  comment.onchange = () => { app.tree.at.comment = comment.value; draw(); };
  nag.onchange = () => {
    const n = Number(nag.value), at = app.tree.at;
    if (n) at.nags = at.nags.includes(n) ? at.nags.filter(x => x !== n) : [...at.nags, n].sort((a, b) => a - b);
    draw();
  };
  const tools = el('div', { class: 'tools' },
    button('Promote', () => { app.tree.promote(app.tree.at); draw(); app.emit('at', app.tree.at); }, { title: 'Make this variation come first' }),
    button('Delete', () => { const at = app.tree.at; app.tree.remove(at); app.show(at.parent || app.tree.root); }, { title: 'Delete this move and what follows' }),
    nag, comment);
  home.append(el('h2', {}, 'Moves'), box, tools);
  // The moves belong to all that is done with a game: they go where one looks.
  app.on('tab', tab => {
    const panel = /** @type {HTMLElement} */ (document.getElementById(tab));
    home.hidden = tab === 'puzzles';
    if (tab === 'analyse') panel.prepend(home); else panel.append(home);
  });
  app.on('at', draw);
  app.on('tree', draw);
}
