// The address of the page: what stands on the board can be sent as a link, and the browser's way
// back goes through tabs and positions.
// @ts-check
import { start } from './fen.js';
import { Refused } from './engine.js';
import { beginProof } from './proof.js';
import { openLink, unpack } from './bylink.js';
import { texts } from './language.js';

/** @param {string} fen */
const packed = (fen) => fen.replace(/ /g, '_');

/** As many moves as an address holds. */
const most = 600;

/** As many characters as a fragment has at most. */
const longest = 60_000;

/**
 * The turns of a tree in the order in which an address has them: a variation, in brackets, follows
 * the turn that it replaces. What is left out beyond the most moves is not missed.
 * @param {import('./tree.js').Tree} tree
 * @returns {(import('./tree.js').Node | '(' | ')')[]}
 */
function written(tree) {
  /** @type {(import('./tree.js').Node | '(' | ')')[]} */
  const all = [];
  let count = 0;

  const write = (/** @type {import('./tree.js').Node} */ first) => {
    for (let at = first; at && count < most; at = at.children[0]) {
      all.push(at);
      count++;

      const beside = at.parent?.children[0] === at ? at.parent.children.slice(1) : [];
      for (const variation of beside) {
        all.push('(');
        write(variation);
        all.push(')');
      }
    }
  };

  write(tree.root.children[0]);
  return all;
}

/**
 * What an address says of the rules and the start of a game.
 * @param {import('./game.js').Game} game
 */
export function ground(game) {
  const { fen } = game.tree.root;
  const parts = [`rules=${encodeURIComponent(game.rules)}`];
  if (fen !== start) parts.push(`fen=${packed(fen)}`);
  return parts;
}

/** What a fragment says, by its keys. @param {string} text */
export function read(text) {
  const pair = (/** @type {string} */ part) =>
    /** @type {[string, string]} */ (part.split(/=(.*)/s).slice(0, 2));

  const said = new Map(text.split('&').map(pair));

  const plain = (/** @type {string} */ key) => {
    try {
      return decodeURIComponent(said.get(key) || '');
    } catch {
      return '';
    }
  };

  return { said, plain };
}

/** Whether the page's address can be opened on this computer alone. */
export const onlyHere = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

export class Address {
  /**
   * @param {import('./app.js').App} app
   * @param {boolean} [writes] the page says in its address what it shows
   */
  constructor(app, writes = true) {
    this.app = app;
    this.writes = writes;
    /** Steps through moves are not each a step of the way back. */
    this.stepping = false;
    if (!writes) return;
    app.on('at', () => this.write());
    addEventListener('popstate', (e) => this.go(e.state));
  }

  /** The position that the address begins with, to be shown before anything is asked. */
  static fen() {
    const said = /[#&]fen=([^&]*)/.exec(location.hash)?.[1] || '';

    try {
      return decodeURIComponent(said).replace(/_/g, ' ') || start;
    } catch {
      return start;
    }
  }

  /**
   * Whether this window has written the address: then what it shows is in the store.
   * @param {import('./store.js').Store} store
   */
  static known(store) {
    return history.state?.window === store.window && !!store.get('tab');
  }

  /** The state as a fragment. */
  get text() {
    const { app } = this;
    const { tree } = app;
    const all = written(tree);
    const nodes = all.filter((one) => typeof one !== 'string');
    const place = nodes.indexOf(tree.at) + 1;
    const elsewhere = tree.at !== tree.end(tree.root);

    const { proof } = app.game.extra.play || {};
    const parts = ground(app.game);
    if (proof) parts[0] = `proof=${encodeURIComponent(proof)}`;
    if (all.length) {
      parts.push(
        `moves=${all.map((one) => (typeof one === 'string' ? one : one.typed)).join('_')}`,
      );
    }

    if (elsewhere) parts.push(`at=${place}`);
    const text = '#' + parts.join('&');
    return text.length < longest ? text : '#';
  }

  write() {
    if (this.loading || !this.writes) return;

    const { app } = this;
    const before = history.state;
    const now = { window: app.store.window, tab: app.tab, game: app.game.id, node: app.tree.at.id };

    const same =
      before?.tab === now.tab &&
      before.game === now.game &&
      (before.node === now.node || this.stepping);

    if (same || !before?.window) history.replaceState(now, '', this.text);
    else history.pushState(now, '', this.text);
  }

  /** Goes to where the browser's way back leads. @param {any} state */
  async go(state) {
    const { app } = this;
    if (!state?.window) {
      await this.load();
      return;
    }

    this.loading = true;

    try {
      const earlier = app.games[state.tab]?.id === state.game ? null : app.shelf.find(state.game);
      if (earlier) await app.bring(earlier);
      else await app.open(state.tab);
      const node = app.game.id === state.game && app.tree.find(state.node);
      if (node) await app.show(node);
    } finally {
      this.loading = false;
    }
  }

  /**
   * Begins what an address shows, to be analysed.
   * @param {string} fen as the address has it
   * @param {string} rules
   */
  async begin(fen, rules) {
    await this.app.open('analyse');
    return this.app.begin(fen.replace(/_/g, ' ') || 'start', rules);
  }

  /**
   * Plays the moves of an address in a game, and returns the nodes in the order of the moves.
   * @param {import('./game.js').Game} game
   * @param {string[]} parts moves, and brackets around variations
   */
  async play(game, parts) {
    const nodes = [];
    const before = [];
    let at = game.tree.root;

    for (const part of parts) {
      if (part === '(') {
        before.push(at);
        at = at.parent || at;
      } else if (part === ')') {
        at = before.pop() || at;
      } else {
        at = await this.turn(game, part, at, nodes.length + 1);
        nodes.push(at);
      }
    }

    game.tree.at = game.tree.root;
    return nodes;
  }

  /**
   * Plays one of the moves. Where it is refused, the reason says which it is and by what rule.
   * @param {import('./game.js').Game} game
   * @param {string} move
   * @param {import('./tree.js').Node} at
   * @param {number} count
   */
  async turn(game, move, at, count) {
    try {
      return await this.app.line(game, [move], at);
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      const { code, rule, message } = e;
      const named = rule && !message.includes(rule) ? ` (${rule})` : '';
      throw new Refused({ code, rule, message: texts.bylink.turn(count, move, message + named) });
    }
  }

  /** Shows what a fragment says. @returns {Promise<boolean>} whether it says anything */
  async load(text = location.hash.slice(1)) {
    // A game by link may be pasted behind an address that says something already.
    const { said, plain } = read(/game=[^&=]*$/.exec(text)?.[0] || text);
    if (!['fen', 'moves', 'rules', 'proof', 'game'].some((key) => said.has(key))) return false;

    const { app } = this;
    this.loading = true;

    try {
      if (said.has('game')) await this.open(plain('game'));
      else if (text.length <= longest) await this.showSaid(said, plain);
      else throw new Refused({ code: 'too-long', message: texts.address.tooLong(longest) });
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (!app.about) await app.begin('start', 'pacifist1');
      else await app.show(app.tree.at);
      app.say(texts.address.refused(e.message), '', true);
    } finally {
      this.loading = false;
    }

    this.write();
    return true;
  }

  /** Opens a game by link. @param {string} game */
  async open(game) {
    const { plain } = read(await unpack(game));
    await openLink(this.app, plain, (begun, moves) => this.play(begun, moves));
  }

  /**
   * Shows a position, with the moves from it.
   * @param {Map<string, string>} said
   * @param {(key: string) => string} plain
   */
  async showSaid(said, plain) {
    const { app } = this;
    const proof = plain('proof');
    const game = proof
      ? await beginProof(app, proof)
      : await this.begin(plain('fen'), plain('rules') || 'pacifist1');

    const nodes = await this.play(game, plain('moves').split('_').filter(Boolean));
    if (app.game === game) {
      const shown = said.has('at') ? nodes[Number(said.get('at')) - 1] : game.tree.end();
      await app.show(shown || game.tree.root);
      if (proof) app.emit('tab', app.tab);
    }
  }
}
