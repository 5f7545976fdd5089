// The address of the page: what stands on the board can be sent as a link, and the browser's way
// back goes through tabs and positions.
// @ts-check
import { start } from './fen.js';
import { Refused } from './engine.js';

/** @param {string} fen */
const packed = (fen) => fen.replace(/ /g, '_');

export class Address {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** Steps through moves are not each a step of the way back. */
    this.stepping = false;
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
    const at = app.tree.at;
    const line = app.tree.at.line;

    const end = [...line];

    for (let next = at.children[0]; next; next = next.children[0]) end.push(next);
    const parts = [`rules=${encodeURIComponent(app.rules)}`];
    if (app.tree.root.fen !== start) parts.push(`fen=${packed(app.tree.root.fen)}`);
    if (end.length) {
      parts.push(
        `moves=${end
          .slice(0, 600)
          .map((n) => n.typed)
          .join('_')}`,
      );
    }

    if (end.length > line.length) parts.push(`at=${line.length}`);
    return '#' + parts.join('&');
  }

  write() {
    if (this.loading) return;

    const { app } = this;
    const before = history.state;
    const now = { window: app.store.window, tab: app.tab, game: app.game.id, node: app.tree.at.id };

    const same =
      before?.tab === now.tab &&
      before.game === now.game &&
      (before.node === now.node || this.stepping);

    const text = this.text;
    const address = text.length < 60_000 ? text : '#';

    if (same || !before?.window) history.replaceState(now, '', address);
    else history.pushState(now, '', address);
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

  /** Shows what the address says. @returns {Promise<boolean>} whether it says anything */
  async load() {
    const said = new Map(
      location.hash
        .slice(1)
        .split('&')
        .map((part) => /** @type {[string, string]} */ (part.split(/=(.*)/s).slice(0, 2))),
    );

    if (!said.has('fen') && !said.has('moves') && !said.has('rules')) return false;

    const { app } = this;

    const plain = (/** @type {string} */ key) => {
      try {
        return decodeURIComponent(said.get(key) || '');
      } catch {
        return '';
      }
    };

    this.loading = true;

    try {
      await app.open('analyse');

      const game = await app.begin(
        plain('fen').replace(/_/g, ' ') || 'start',
        plain('rules') || 'pacifist1',
      );

      const moves = plain('moves').split('_').filter(Boolean);

      const end = await app.line(game, moves);
      if (app.game === game) {
        await app.show(
          said.has('at') ? end.line[Number(said.get('at')) - 1] || game.tree.root : end,
        );
      }
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (!app.about) await app.begin('start', 'pacifist1');
      else await app.show(app.tree.at);
      app.say(`The link cannot be shown as it stands: ${e.message}`, '', true);
    } finally {
      this.loading = false;
    }

    this.write();
    return true;
  }
}
