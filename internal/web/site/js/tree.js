// The tree of moves: a game with its variations.
// @ts-check

/**
 * @typedef {{uci: string, san: string, waves: string[][], reclaimed: string[], fen: string,
 *   outcome: string, reason?: string}} Turn
 */

let count = 0;

export class Node {
  /** @param {Node | null} parent @param {Turn | null} turn @param {string} fen */
  constructor(parent, turn, fen) {
    /** Tells it from every other. */
    this.id = `${Date.now().toString(36)}-${count++}`;
    this.parent = parent;
    this.turn = turn;
    this.fen = fen;
    /** @type {Node[]} */
    this.children = [];
    /** @type {number[]} */
    this.nags = [];
    this.comment = '';
    /** A comment before the move, where a line begins with one. */
    this.lead = '';
    /** Arrows and circles that a person has drawn. @type {string[]} */
    this.drawn = [];
  }

  get ply() {
    let n = 0;

    for (let at = /** @type {Node} */ (this); at.parent; at = at.parent) n++;
    return n;
  }

  /** The turns from the start to here. @returns {Node[]} */
  get line() {
    const list = [];

    for (let at = /** @type {Node} */ (this); at.parent; at = at.parent) list.unshift(at);
    return list;
  }

  /** The nodes from the one before this back to the start. @returns {Node[]} */
  get above() {
    const list = [];

    for (let at = this.parent; at; at = at.parent) list.push(at);
    return list;
  }

  /** The move as it is typed: with its reclaim if that is a choice. */
  get typed() {
    const t = /** @type {Turn & {typed?: string}} */ (this.turn);
    return t.typed || t.uci;
  }
}

export class Tree {
  /** @param {string} fen */
  constructor(fen) {
    this.root = new Node(null, null, fen);
    this.at = this.root;
  }

  /**
   * Adds a turn after the present one, or goes to it if it is there.
   * @param {any} turn
   * @param {boolean} [stay]
   */
  play(turn, stay = false) {
    const same = this.at.children.find(
      (c) => c.turn?.uci === turn.uci && c.fen.split(' ')[0] === turn.fen.split(' ')[0],
    );

    const node = same || new Node(this.at, turn, turn.fen);
    if (!same) this.at.children.push(node);
    if (!stay) this.at = node;
    return node;
  }

  /** Makes a variation the one that is played. @param {Node} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const list = at.parent.children;
      const i = list.indexOf(at);

      if (i > 0) {
        list.splice(i, 1);
        list.splice(i - 1, 0, at);
        return;
      }
    }
  }

  /** @param {Node} node */
  remove(node) {
    if (!node.parent) return;

    for (let at = /** @type {Node | null} */ (this.at); at; at = at.parent) {
      if (at === node) {
        this.at = node.parent;
        break;
      }
    }

    node.parent.children.splice(node.parent.children.indexOf(node), 1);
  }

  /** @param {string} wanted @returns {Node | undefined} */
  find(wanted) {
    return this.nodes.find((node) => node.id === wanted);
  }

  /** All nodes, the root first. @returns {Node[]} */
  get nodes() {
    const list = [this.root];

    for (const node of list) list.push(...node.children);
    return list;
  }

  /** The last node of the line that goes on from a node, or from the present one. */
  end(from = this.at) {
    let at = from;

    while (at.children[0]) at = at.children[0];
    return at;
  }
}
