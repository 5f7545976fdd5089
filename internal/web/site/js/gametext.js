// Games as text: the game on the board in every form, and the tree of a record that has been read.
// @ts-check
import { Tree } from './tree.js';

/** The game on the board in another form. @param {import('./app.js').App} app @param {string} to */
export async function gameText(app, to) {
  if (to === 'fen') return app.fen;
  if (to === 'scenario') {
    return (
      await app.ask({
        ask: 'scenario',
        fen: app.tree.root.fen,
        moves: app.tree.at.line.map((n) => n.typed),
      })
    ).scenario;
  }

  return converted(app, app.rules, gameJSON(app), to);
}

/**
 * A record in another form.
 * @param {import('./app.js').App} app
 * @param {any} rules
 * @param {any} record
 * @param {string} to
 */
async function converted(app, rules, record, to) {
  const text = JSON.stringify(record);
  return (await app.ask({ ask: 'convert', fen: undefined, rules, text, to, conversions: true })).text;
}

/**
 * A problem as PGN: its stipulation is the event.
 * @param {import('./app.js').App} app
 * @param {import('./game.js').Game} game
 * @param {string} fen
 * @param {string} stipulation
 */
export async function problemText(app, game, fen, stipulation) {
  const record = {
    rules: game.about?.name || 'chess',
    tags: [
      ['Event', stipulation],
      ['Result', '*'],
    ],
    start: fen,
    result: '*',
    turns: [],
  };

  return converted(app, game.rules, record, 'pgn');
}

/**
 * Comments as a record has them: a person's words, and what was drawn, as PGN has it.
 * @param {string} words
 * @param {string[]} drawn
 */
function comments(words, drawn) {
  const circles = drawn.filter((d) => d.length === 2).map((square) => `G${square}`);
  const arrows = drawn.filter((d) => d.length === 4).map((arrow) => `G${arrow}`);

  const signs = [
    circles.length && `[%csl ${circles.join(',')}]`,
    arrows.length && `[%cal ${arrows.join(',')}]`,
  ].filter(Boolean);

  const all = [words, signs.join(' ')].filter(Boolean);
  return all.length ? { comments: all } : {};
}

/**
 * The words of the comments of a record, and what they draw.
 * @param {string[]} [comments]
 */
function commented(comments = []) {
  const text = comments.join(' ');
  const sign = /\s*\[%c[as]l ([^\]]*)\]\s*/g;

  const drawn = [...text.matchAll(sign)]
    .flatMap(([, list]) => list.split(','))
    .map((one) => one.trim().slice(1)) // without its colour
    .filter((one) => /^([a-h][1-8]){1,2}$/.test(one));

  return { words: text.replace(sign, ' ').trim(), drawn };
}

/** The tree as the JSON of a record. @param {import('./app.js').App} app */
function gameJSON(app) {
  const turns = (/** @type {any} */ from) => {
    const list = [];

    for (let at = from; at; at = at.children[0]) {
      const beside = at.parent.children[0] === at ? at.parent.children.slice(1) : [];
      list.push({
        uci: at.turn.uci,
        san: at.turn.san,
        waves: at.turn.waves,
        reclaimed: at.turn.reclaimed,
        ...(at.nags.length && { nags: at.nags }),
        ...comments(at.comment, at.drawn),
        ...(beside.length && {
          variations: beside.map((/** @type {any} */ b) => ({
            ...comments(b.lead, []),
            turns: turns(b),
          })),
        }),
      });
    }

    return list;
  };

  const { root } = app.tree;
  const first = root.children[0];
  const result = app.game.result || app.tree.end().turn?.outcome || '*';

  const tags = app.game.tags || [
    ['Event', 'Board'],
    ['White', '?'],
    ['Black', '?'],
    ['Result', result],
  ];

  return {
    rules: app.about?.name || 'chess',
    tags,
    start: root.fen,
    result,
    ...comments(first?.lead || '', root.drawn),
    turns: turns(first),
  };
}

/** The tree of a game that has been read. @param {any} record */
export function treeOf(record) {
  const tree = new Tree(record.start);

  const grow = (/** @type {any[]} */ turns, lead = '') => {
    const begin = tree.at;
    turns.forEach((t, i) => {
      const node = tree.play(t, true);
      if (i === 0 && lead && !node.lead) node.lead = lead;
      if (t.nags) node.nags = t.nags;

      const { words, drawn } = commented(t.comments);
      if (words) node.comment = words;
      if (drawn.length) node.drawn = drawn;

      for (const v of t.variations || []) grow(v.turns, commented(v.comments).words);
      tree.at = node;
    });

    tree.at = begin;
  };

  const { words, drawn } = commented(record.comments);
  tree.root.drawn = drawn;
  grow(record.turns || [], words);
  return tree;
}
