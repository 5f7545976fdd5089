// The proof: a person plays the side that is proved to lose, and is answered from the file of the
// proof. The replies of that side are listed with the turns that the winner needs after each.
// A proof has the name of its file, of White's first turn and the rules: 1e3-benedict.
// @ts-check
import { el, button, reason } from './dom.js';
import { start, turnOf, wonBy } from './fen.js';
import { numbered } from './words.js';
import { still } from './cascade.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

/** @typedef {import('./tree.js').Node} Node */
/**
 * The winner's turn in a position, and within how many turns it wins; INTERFACE.md, "Proofs".
 * @typedef {{win: number, play: string[]}} Step
 */
/** @typedef {{turn: any, left: number}} Choice a turn, and how many the winner needs then */

/** How long a position of a line that plays by itself is shown, in milliseconds. */
const pause = 700;

/** The lines named at most that lead to the same position. */
const most = 3;

/**
 * The proofs that the page has, each with who wins.
 * @returns {{name: string, first: string, rules: string, winner: string}[]}
 */
function known() {
  const list = document.documentElement.dataset.proofs?.split(' ') || [];

  return list.map((text) => {
    const [name, winner] = text.split(':');
    const [, first, rules] = name.match(/^1(.+?)-(.+)$/) || [];
    return { name, first, rules, winner };
  });
}

/** The proofs that have been read, by their names. @type {Map<string, Promise<Proof>>} */
const proofs = new Map();

/** @param {string} name */
function proofOf(name) {
  let proof = proofs.get(name);

  if (!proof) {
    proof = readProof(name);
    proof.catch(() => proofs.delete(name)); // the next time may be better
    proofs.set(name, proof);
  }

  return proof;
}

/** @param {string} name */
async function readProof(name) {
  const reply = await fetch(`data/proofs/${name}.jsonl.gz`).catch(() => null);
  if (!reply?.ok) throw new Error(texts.proof.unread);

  // Some hosts declare the compression; then the browser has already unpacked the file.
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const stream = new Blob([bytes]).stream();
  const packed = bytes[0] === 0x1f;
  const plain = packed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
  return new Proof(await new Response(plain).text());
}

/** The squares of king and rook for each castling right, in the order of the proof. */
const rights = { Q: 'e1a1', K: 'e1h1', q: 'e8a8', k: 'e8h8' };

/** A position as proofs write it. @param {string} fen */
function written(fen) {
  const [board, turn, castling, enPassant] = fen.split(' ');
  const held = Object.entries(rights).filter(([letter]) => castling.includes(letter));
  return `${board} ${turn} ${held.map(([, squares]) => squares).join('') || '-'} ${enPassant}`;
}

class Proof {
  /** @param {string} text */
  constructor(text) {
    /** @type {Map<string, Step>} */
    this.steps = new Map();

    const [header, ...lines] = text.split('\n').filter(Boolean);
    this.winner = turnOf(JSON.parse(header).fen);

    for (const line of lines) {
      const { at, ...step } = JSON.parse(line);
      this.steps.set(at, step);
    }
  }

  /** @param {string} fen of a position in which the winner is to move */
  step(fen) {
    return this.steps.get(written(fen));
  }

  /**
   * Whether a position comes up when the winner plays as the proof says.
   * @param {Node | null} node
   * @returns {boolean}
   */
  has(node) {
    if (!node) return false;
    if (turnOf(node.fen) === this.winner) return !!this.step(node.fen) || this.has(node.parent);
    return !node.parent || !!this.step(node.parent.fen)?.play.includes(node.turn?.uci || '');
  }

  /**
   * The turns of a position: the winner's one, or the other side's, the most stubborn first. Where
   * the proof has no step for the winner, some turn wins at once; but not after a first turn of
   * White's that is not the one that loses.
   * @param {Node} node
   * @param {any[]} turns all that are legal
   * @returns {Choice[]}
   */
  choices(node, turns) {
    if (!this.has(node)) return [];

    if (turnOf(node.fen) !== this.winner) {
      const replies = turns
        .filter((turn) => node.parent || this.step(turn.fen))
        .map((turn) => ({ turn, left: this.step(turn.fen)?.win || 1 }));
      return replies.sort((a, b) => b.left - a.left);
    }

    const step = this.step(node.fen);
    const turn = turns.find(({ uci, outcome }) =>
      step ? step.play.includes(uci) : outcome === wonBy(this.winner),
    );

    return turn ? [{ turn, left: step?.win || 1 }] : [];
  }
}

/**
 * The winner's turn in the position on the board.
 * @param {import('./app.js').App} app
 * @param {string} name
 * @returns {Promise<string>}
 */
export async function provedTurn(app, name) {
  const { tree, turns } = app;
  const node = tree.at;
  const [choice] = (await proofOf(name)).choices(node, turns);
  if (!choice) throw new Error(texts.proof.unknown);
  return choice.turn.uci;
}

/**
 * Begins a game against a proof. The game goes on when its tab is told.
 * @param {import('./app.js').App} app
 * @param {string} name of the proof; of rules alone, as old addresses have it, that of 1.e3
 */
export async function beginProof(app, name) {
  await app.open('play');

  const proof = known().find((one) => [one.name, one.name.replace(/^1e3-/, '')].includes(name));
  const { rules, winner } = proof || { rules: name, winner: 'white' };
  const mine = winner === 'white' ? 'black' : 'white';

  const play = { proof: proof?.name || name, winner, level: 0, mine, over: '', why: '' };
  const game = await app.begin(start, rules, { play });
  game.tags = [
    ['Event', 'Board'],
    ['White', mine === 'white' ? 'Person' : 'The proof'],
    ['Black', mine === 'black' ? 'Person' : 'The proof'],
  ];

  if (app.board.flipped !== (mine === 'black')) app.board.flip();
  return game;
}

/**
 * A button that begins a game against a proof.
 * @param {import('./app.js').App} app
 * @param {string} name
 * @param {string} text
 * @param {Record<string, string>} [attributes]
 */
function beginButton(app, name, text, attributes) {
  const begin = async () => {
    await beginProof(app, name);
    app.emit('tab', app.tab);
  };

  return button(text, begin, attributes);
}

/**
 * A button for each proof of a rule set, under what they are for; nothing if there is no proof.
 * @param {import('./app.js').App} app
 * @param {string} rules
 */
export function proofButtons(app, rules) {
  const proofs = known().filter((proof) => proof.rules === rules);
  if (!proofs.length) return [];

  const buttons = proofs.map(({ name, first }) => {
    const turn = shownMove(first);
    return beginButton(app, name, `1.${turn}`, { 'aria-label': texts.proof.playAfter(turn) });
  });

  return [el('span', { class: 'small' }, texts.proof.play), ...buttons];
}

/**
 * A button for the proof that 1.e3 wins; none if a rule set has no proof.
 * @param {import('./app.js').App} app
 * @param {string} rules
 */
export function proofButton(app, rules) {
  const name = `1e3-${rules}`;
  return known().some((proof) => proof.name === name) && beginButton(app, name, texts.proof.play);
}

/** The card of a game against a proof. */
export class ProofCard {
  /**
   * @param {import('./app.js').App} app
   * @param {import('./turnloop.js').TurnLoop} loop
   */
  constructor(app, loop) {
    this.app = app;
    this.loop = loop;
    /** What the card shows: a position, and how the game stands in it. */
    this.shown = '';
    /** The turns that can be played, the most stubborn first. @type {Choice[]} */
    this.choices = [];
    /** The last position of a line that plays by itself. @type {Node | null} */
    this.running = null;

    this.head = el('p', { class: 'big', role: 'status' });
    this.also = el('p', { class: 'small' });
    this.title = el('h3', { id: 'choices-title' });
    this.list = el('ol', { class: 'values replies', 'aria-labelledby': 'choices-title' });
    this.longest = button(texts.proof.longest, () => this.run(), { class: 'primary' });

    this.retry = button(texts.askAgain, () => this.askAgain());
    this.undo = button(texts.takeBack, () => loop.takeBack());
    this.again = el('span');
    this.about = el('p', { class: 'small' });

    this.home = el(
      'div',
      { class: 'card', id: 'proof', hidden: true },
      this.head,
      this.also,
      el('div', { class: 'tools doing' }, this.longest, this.retry, this.undo, this.again),
      this.title,
      this.list,
      this.about,
    );
  }

  /** Shows where the game is now, when it has come to rest there. */
  update() {
    const { app, loop, home } = this;
    const { at } = app.tree;

    home.hidden = !loop.game?.proof;

    // Only what goes on by a turn is the line that plays by itself.
    const goesOn = this.running && [at, at.parent].includes(this.running);
    this.running = goesOn && loop.shown ? at : null;
    if (home.hidden || !['yours', 'reviewing', 'over', 'failed'].includes(loop.state)) return;

    const shown = [at.id, loop.state, loop.fault, app.known === at].join();
    if (shown === this.shown) return;

    this.shown = shown;
    this.draw(at);
  }

  /** @param {Node} node */
  async draw(node) {
    const { app, loop } = this;
    let proof = null;
    let fault = loop.fault;

    try {
      proof = await proofOf(loop.game.proof);
    } catch (e) {
      fault ||= reason(e);
    }

    if (app.tree.at !== node || app.known !== node) return;

    this.choices = proof?.choices(node, app.turns) || [];
    const { winner } = loop.game;
    this.head.textContent = fault || app.ending.why || told(winner, this.choices);
    this.about.textContent = texts.proof.about(winner);
    this.longest.title = texts.proof.longestTitle(winner);
    this.retry.hidden = !!proof;
    this.undo.hidden = loop.state === 'reviewing';
    this.undo.disabled = !node.parent?.parent;
    this.again.replaceChildren(beginButton(app, loop.game.proof, texts.proof.again));

    this.join(node);
    this.offer(node);
    this.go(node);
  }

  /** Names the other lines of the game in which a position has come up. @param {Node} node */
  join(node) {
    const { app } = this;
    const key = written(node.fen);
    const others = app.tree.nodes.filter((other) => other !== node && written(other.fen) === key);

    const links = others
      .slice(0, most)
      .map((other) => button(lineText(other), () => app.show(other), { class: 'link' }));

    this.also.hidden = !links.length;
    this.also.replaceChildren(`${texts.proof.also} `, ...links.flatMap((b) => [b, ' ']));
  }

  /** Lists what can be played in a position. @param {Node} node */
  offer(node) {
    const { app, list, choices } = this;
    const focused = list.contains(document.activeElement);
    const { winner } = this.loop.game;
    const answers = turnOf(node.fen) === winner;

    this.title.hidden = !choices.length;
    this.title.textContent = answers ? texts.proof.answer(winner) : texts.proof.replies(winner);

    list.replaceChildren(
      ...choices.map(({ turn, left }) =>
        el(
          'li',
          {},
          button(shownMove(turn.san), () => app.tree.at === node && app.offer(turn), {
            'aria-label': `${shownMove(turn.san)}, ${texts.proof.turns(left)}`,
          }),
          ' ',
          el('span', { class: 'small', 'aria-hidden': 'true' }, String(left)),
        ),
      ),
    );

    // Who walks by keys stays here.
    if (focused) (list.querySelector('button') || this.undo).focus();
  }

  askAgain() {
    this.shown = '';
    this.loop.retry();
  }

  /** Has the longest line play by itself, or no longer. */
  run() {
    this.running = this.running ? null : this.app.tree.at;
    this.go(this.app.tree.at);
  }

  /** Plays the next turn of a line that plays by itself. @param {Node} node */
  async go(node) {
    const { app, longest } = this;
    const [choice] = this.choices;
    if (!choice) this.running = null;

    longest.textContent = this.running ? texts.stop : texts.proof.longest;
    if (!choice && longest === document.activeElement) this.undo.focus();
    longest.hidden = !choice;
    if (!this.running) return;

    await app.motion;
    if (!still.matches) await new Promise((resolve) => setTimeout(resolve, pause));
    if (this.running === node && app.tree.at === node) await app.offer(choice.turn);
  }
}

/** How long the winner still needs, in words. @param {string} winner @param {Choice[]} choices */
function told(winner, [choice]) {
  if (!choice) return texts.proof.unknown;
  return texts.proof.wins(winner, choice.left);
}

/** The moves of a line: "1.e3 c5 2.Qh5". @param {Node} node */
function lineText(node) {
  const text = (/** @type {Node} */ at) =>
    turnOf(at.parent?.fen || at.fen) === 'white' ? numbered(at) : shownMove(at.turn?.san || '');

  return node.line.map(text).join(' ');
}
