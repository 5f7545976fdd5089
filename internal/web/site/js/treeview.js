// The move list: the tree as text to click on.
// @ts-check
import { el, shown } from './dom.js';
import { numberOf, turnOf } from './fen.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

export const signs = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  10: '=',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
};

/** @param {import('./tree.js').Tree} tree @param {(node: any) => void} go */
export function moveList(tree, go) {
  const box = el('div', { class: 'movelist', role: 'group', 'aria-label': texts.moves.title });

  const write = (
    /** @type {any} */ from,
    /** @type {HTMLElement} */ into,
    /** @type {any} */ first,
  ) => {
    let numbered = true;

    for (let at = first || from.children[0]; at; at = at.children[0]) {
      into.append(...item(at, numbered, tree.at, go));
      numbered = !!at.comment;
      if (at === first) continue;

      for (const side of at.parent.children.slice(1)) {
        const line = el('span', { class: 'side' });
        write(side.parent, line, side);
        into.append(line);
        numbered = true;
      }
    }
  };

  write(tree.root, box, null);
  if (!tree.root.children.length) {
    box.append(el('span', { class: 'small' }, texts.moves.none));
  }

  return box;
}

/** @param {any} node @param {boolean} numbered @param {any} here @param {(node: any) => void} go */
function item(node, numbered, here, go) {
  const white = turnOf(node.parent.fen) === 'white';
  const n = numberOf(node.parent.fen);

  const out = [];
  if (node.lead) out.push(el('span', { class: 'comment' }, shown(node.lead)), ' ');
  if (white || numbered) out.push(el('span', { class: 'no' }, white ? `${n}.` : `${n}…`));

  const nags = node.nags
    .map((/** @type {number} */ i) => signs[/** @type {keyof typeof signs} */ (i)] || ` $${i}`)
    .join('');

  const flips = node.turn.waves.flat().length;
  out.push(
    el(
      'button',
      {
        type: 'button',
        class: white ? 'white' : 'black',
        'aria-current': node === here ? 'true' : undefined,
        onclick: () => go(node),
      },
      shownMove(node.turn.san) + nags,
      flips > 0 &&
        el(
          'span',
          {
            class: 'count',
            title: texts.moves.changed(flips, node.turn.waves.length),
            'aria-hidden': 'true',
          },
          ` +${flips}`,
        ),
    ),
    ' ',
  );

  if (node.comment) out.push(el('span', { class: 'comment' }, shown(node.comment)), ' ');
  return out;
}
