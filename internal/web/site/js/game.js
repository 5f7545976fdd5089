// A game: a tree of moves with its rules, and what the tab that it belongs to knows of it.
// @ts-check
import { Tree, Node } from './tree.js';
import { start } from './fen.js';

let count = 0;

export class Game {
  /**
   * @param {Tree} tree
   * @param {string} rules
   * @param {any} [about] what is known of the rules
   * @param {{tags?: [string, string][], result?: string, extra?: any}} [more]
   */
  constructor(tree, rules, about, { tags, result, extra } = {}) {
    this.id = `${Date.now().toString(36)}-${count++}`;
    this.tree = tree;
    this.rules = rules;
    this.about = about;
    this.tags = tags;
    /** Where it does not follow from the board. */
    this.result = result;
    /** Of its tab: the opponent, the puzzle, the exercise. @type {any} */
    this.extra = extra || {};
    /** A person has changed it. */
    this.touched = false;
    this.flipped = false;
    this.tab = 'analyse';
    this.when = Date.now();
  }

  get family() {
    return this.about?.family || 'pacifist';
  }

  /** Whether something would be lost with it. */
  get worth() {
    return (
      this.tree.root.children.length > 0 &&
      (this.tab === 'analyse' || this.tab === 'play' || (this.tab === 'records' && this.touched))
    );
  }

  /** As it is kept: the nodes in a list, each with the place of the one before it. */
  plain() {
    const nodes = [];
    const place = new Map();
    const open = [this.tree.root];

    while (open.length) {
      const node = /** @type {Node} */ (open.pop());
      place.set(node, nodes.length);
      nodes.push({
        id: node.id,
        from: node.parent ? place.get(node.parent) : -1,
        fen: node.fen,
        turn: node.turn,
        nags: node.nags,
        comment: node.comment,
        lead: node.lead,
        drawn: node.drawn,
      });

      open.push(...[...node.children].reverse());
    }

    const { id, rules, tags, result, extra, touched, flipped, tab, when } = this;
    return JSON.parse(
      JSON.stringify({
        id,
        rules,
        tags,
        result,
        extra,
        touched,
        flipped,
        tab,
        when,
        nodes,
        at: place.get(this.tree.at) || 0,
      }),
    );
  }

  /** @param {any} plain */
  static from(plain) {
    const all = /** @type {Node[]} */ ([]);
    const tree = new Tree(plain.nodes[0]?.fen || start);

    for (const { from, turn, fen, ...more } of plain.nodes) {
      const node = from < 0 ? tree.root : new Node(all[from], turn, fen);
      Object.assign(node, more);
      if (from >= 0) all[from].children.push(node);
      all.push(node);
    }

    tree.at = all[plain.at] || tree.root;
    const { nodes, at, ...rest } = plain;
    return Object.assign(new Game(tree, plain.rules), rest);
  }

  /** The same moves, for another tab. @param {string} tab */
  copy(tab) {
    return Object.assign(Game.from(this.plain()), {
      id: new Game(this.tree, '').id,
      tab,
      about: this.about,
      extra: {},
      when: Date.now(),
    });
  }
}
