// A game by link: two people send each other an address that holds the rules, the start and the
// turns. Nothing else carries the game, so whoever opens a link checks all of it.
// @ts-check
import { el, button, copy, reason } from './dom.js';
import { claim } from './draws.js';
import { Refused } from './engine.js';
import { other, turnOf, wonBy } from './fen.js';
import { Game } from './game.js';
import { onlyHere } from './address.js';
import { texts } from './language.js';

/** The longest game that is read: in characters as packed, and in bytes as text. */
const longest = 60_000;

/** How long a turn may take in a game with a turn a day, in milliseconds. */
const day = 24 * 60 * 60 * 1000;

/**
 * What a game by link knows beside its turns.
 * @typedef {object} Link
 * @property {string} id    tells the game from every other
 * @property {string} turn  the last move, while the enemy has not chosen what it reclaims
 * @property {string} offer the side that offers a draw with the last turn, or none
 * @property {string} end   how a player has ended the game, a key of endings
 * @property {number} when  when the last turn was made in a game with a turn a day, otherwise 0
 * @property {boolean} sent whether the last word is to be sent from here
 */

/** @param {boolean} daily a turn may take a day @returns {Link} */
export const newLink = (daily) => ({
  id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  turn: '',
  offer: '',
  end: '',
  when: daily ? Date.now() : 0,
  sent: true,
});

/**
 * When the time for a turn is over, in milliseconds, in a game with a turn a day.
 * @param {Link} link
 */
export const until = ({ when }) => when + day;

/** Notes a turn that was made here. @param {Link} link @param {string} turn if it is pending */
export function noteTurn(link, turn = '') {
  const when = link.when && Date.now();
  Object.assign(link, { turn, offer: '', when, sent: true });
}

/** Compresses a text to letters that an address may have. @param {string} text */
async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return letters.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The text that pack has compressed. @param {string} packed */
export async function unpack(packed) {
  try {
    if (packed.length > longest) throw new Error('too long');

    const letters = atob(packed.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return await bounded(stream.pipeThrough(new TextDecoderStream()));
  } catch {
    throw damaged(texts.bylink.damaged);
  }
}

/**
 * A text of no more than the longest, however small it was packed.
 * @param {ReadableStream} stream
 */
async function bounded(stream) {
  const reader = stream.getReader();
  let text = '';

  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;

    text += value;
    if (text.length > longest) {
      await reader.cancel();
      throw new Error('too long');
    }
  }
}

/** @param {string} message */
const damaged = (message) => new Refused({ code: 'bad-link', message });

/**
 * What a link says of a game as it stands.
 * @param {Game} game
 * @param {string[]} position what an address says of rules and start
 */
function told(game, position) {
  const { mine, link } = game.extra.play;
  const moves = movesOf(game);
  const parts = [...position, `by=${mine}`, `id=${link.id}`];
  if (moves.length) parts.push(`moves=${moves.join('_')}`);
  for (const key of ['turn', 'offer', 'end', 'when']) {
    if (link[key]) parts.push(`${key}=${link[key]}`);
  }

  return parts.join('&');
}

/** @param {Game} game */
const movesOf = ({ tree }) => tree.end(tree.root).line.map((node) => node.typed);

/**
 * How a player can end a game: the result and the words, by the side that says so.
 * @type {Record<string, (by: string) => {over: string, why: string}>}
 */
const endings = {
  resigned: (by) => ({ over: wonBy(other(by)), why: texts.play.resigned(by) }),
  agreed: () => ({ over: '1/2-1/2', why: texts.play.agreed }),
  claimed: (by) => ({ over: '1/2-1/2', why: texts.bylink.claimed(by) }),
  late: (by) => ({ over: wonBy(by), why: texts.play.late(other(by)) }),
};

/**
 * The game of a link that this browser keeps, if it does.
 * @param {import('./app.js').App} app
 * @param {string} wanted
 * @returns {Game | undefined}
 */
function kept(app, wanted) {
  const is = (/** @type {any} */ game) => game?.extra.play?.link?.id === wanted;
  const plain = app.shelf.games.find(is);
  return is(app.games.play) ? app.games.play : plain && Game.from(plain);
}

/**
 * Refuses a link that does not go on with the game that is kept.
 * @param {Game} before
 * @param {Game} game
 * @returns {boolean} whether the link says anything new
 */
function goesOn(before, game) {
  const known = before.tree.end(before.tree.root).line;
  const said = game.tree.end(game.tree.root).line;
  const { link: here, mine, over } = before.extra.play;
  const { link: there, mine: theirs } = game.extra.play;

  if (game.rules !== before.rules || game.tree.root.fen !== before.tree.root.fen) {
    throw damaged(texts.bylink.otherGame);
  }

  const names = (/** @type {import('./tree.js').Node[]} */ line, /** @type {string} */ turn) =>
    [...line.map(({ turn: played }) => played?.uci.replace(/~.*/, '') || ''), turn].filter(Boolean);

  const pending = names(known, here.turn);
  const all = names(said, there.turn);
  const wrong = pending.findIndex(
    (move, i) =>
      i < all.length && (move !== all[i] || (known[i] && said[i] && known[i].fen !== said[i].fen)),
  );

  if (wrong >= 0) {
    throw damaged(texts.bylink.otherTurn(wrong + 1, pending[wrong], all[wrong]));
  }

  if (over || mine !== theirs || all.length < pending.length) return false;
  refuseForged(game, all, pending.length);
  if (there.end === 'agreed' && here.offer !== mine) throw damaged(texts.bylink.noOffer);
  if (there.end === 'late' && here.when !== there.when) {
    throw damaged(texts.bylink.otherTime);
  }

  return said.length > known.length || there.turn !== here.turn || !!there.end || !!there.offer;
}

/**
 * Refuses a link in which the enemy has decided what is the reader's to decide: a turn of the
 * reader's side, or what the reader reclaims.
 * @param {Game} game
 * @param {string[]} moves of the link, the one that waits for a reclaim included
 * @param {number} known how many of them are known here
 */
function refuseForged(game, moves, known) {
  const { mine, link } = game.extra.play;
  const end = game.tree.end(game.tree.root);
  const { line } = end;

  const own = moves.findIndex(
    (_, i) => i >= known && turnOf((line[i]?.parent || end).fen) === mine,
  );

  if (own >= 0) throw damaged(texts.bylink.notYours(own + 1, moves[own], mine));

  const settled = line
    .slice(known)
    .find(({ turn, typed }) => turn?.reclaimed.length || typed.includes('~'));

  // Who claims a draw with a turn does not wait for what is reclaimed after it.
  if (settled && game.about?.reclaim && link.end !== 'claimed') {
    throw damaged(texts.bylink.notYourReclaim(settled.ply, settled.typed, mine));
  }
}

/**
 * Refuses what a link says beside its turns where the turns do not allow it.
 * @param {Game} game
 * @param {string} by the side that has sent it
 * @param {any} reply what is known of the last position
 */
function check(game, by, reply) {
  const { link } = game.extra.play;
  const node = game.tree.end(game.tree.root);
  const mover = turnOf(node.fen);

  if (link.turn) {
    const turn = reply.turns.find((/** @type {any} */ one) => one.uci === link.turn);
    if (!turn || !turn.reclaimed.length || !game.about?.reclaim) {
      throw damaged(texts.bylink.noReclaim(node.ply + 1, link.turn));
    }
  }

  if (reply.outcome !== '*' && (link.turn || link.end)) {
    throw damaged(texts.bylink.overBefore);
  }

  if (link.end === 'claimed' && !claim(node, [])) {
    throw damaged(texts.bylink.noClaim);
  }

  const waiting = link.turn ? mover : other(mover);
  if (!link.end && reply.outcome === '*' && by !== waiting) {
    throw damaged(texts.bylink.noTurn(by));
  }

  if (link.end === 'late' && (by !== waiting || !link.when || Date.now() < until(link))) {
    throw damaged(texts.bylink.notLate);
  }
}

/**
 * Opens the game that a link holds.
 * @param {import('./app.js').App} app
 * @param {(key: string) => string} said what the link says
 * @param {(game: Game, moves: string[]) => Promise<any>} play plays the moves of an address
 */
export async function openLink(app, said, play) {
  const by = said('by');
  const end = said('end');
  const known = !end || Object.hasOwn(endings, end);
  const when = Number(said('when'));
  if (!said('id') || !['white', 'black'].includes(by) || !known || !Number.isSafeInteger(when)) {
    throw damaged(texts.bylink.noGame);
  }

  const offer = said('offer') && by;
  const link = { id: said('id'), turn: said('turn'), offer, end, when, sent: false };
  const ended = end ? endings[end](by) : { over: '', why: '' };
  const extra = { play: { level: 0, mine: other(by), clock: null, guide: false, link, ...ended } };
  const fen = said('fen').replace(/_/g, ' ') || 'start';
  const game = await app.make(fen, said('rules') || 'pacifist1', extra);
  game.result = ended.over || '*';
  await play(game, said('moves').split('_').filter(Boolean));

  const node = game.tree.end(game.tree.root);
  const reply = await app.ask({ ask: 'turns', reclaim: 'full', rules: game.rules, fen: node.fen });
  check(game, by, reply);

  const before = kept(app, link.id);
  const fresh = !before || goesOn(before, game);
  await app.open('play');
  if (before && !fresh) {
    if (app.games.play !== before) await app.bring(before);
    return;
  }

  if (before === app.games.play) delete app.games.play;
  else if (before) app.shelf.remove(before.id);
  game.flipped = by === 'white';
  if (app.board.flipped !== game.flipped) app.board.flip();
  game.tree.at = node;
  await app.take(game, 'play');
  app.emit('tab', 'play');
  app.emit('flip');
  if (node.turn && !link.turn) await app.show(node, true);
}

/** The link to send, and the turn that waits for a choice. */
export class LinkCard {
  /**
   * @param {import('./app.js').App} app
   * @param {import('./turnloop.js').TurnLoop} loop
   * @param {() => string[]} position what an address says of rules and start
   */
  constructor(app, loop, position) {
    this.app = app;
    this.loop = loop;
    this.position = position;
    this.field = el('input', { readonly: true, 'aria-label': texts.bylink.field, type: 'text' });
    /** What the link in the field says. */
    this.says = '';
    /** The position whose pending turn is shown. @type {import('./tree.js').Node | null} */
    this.showing = null;

    const send = button(texts.bylink.copy, () => copy(this.field.value, send), {
      class: 'primary',
    });
    const share = button(texts.bylink.share, () => this.share(), {
      hidden: !('share' in navigator),
    });
    const note = onlyHere() && el('p', { class: 'small' }, texts.bylink.local);

    this.home = el(
      'div',
      { class: 'sending', hidden: true },
      el('div', { class: 'row' }, this.field, send, share),
      note,
    );

    app.on('at', () => {
      this.showing = null;
    });

    app.on('played', () => {
      if (this.link) noteTurn(this.link);
    });
  }

  /** @returns {Link | null} */
  get link() {
    return (this.loop.shown && this.loop.game.link) || null;
  }

  async share() {
    try {
      await navigator.share({ title: 'Turncoat', url: this.field.value });
    } catch (e) {
      if (!(e instanceof DOMException)) this.app.say(reason(e), '', true);
    }
  }

  /** Shows the link where there is one to send, and the turn that waits for a choice. */
  async update() {
    const { app, link, loop } = this;
    const toSend = link?.sent && (loop.state === 'sent' || loop.state === 'over');
    this.home.hidden = !toSend;
    if (loop.state === 'sent' && link?.turn) this.showPending(link);
    if (!toSend) return;

    const says = told(app.game, this.position());
    if (says === this.says) return;

    // The link to an earlier turn is not there to be copied while this one is packed.
    this.says = says;
    this.field.value = '';
    const packed = await pack(says);
    if (this.says === says) {
      this.field.value = `${location.href.split('#')[0]}#game=${packed}`;
    }
  }

  /**
   * Shows the turn after which a reclaim is to be chosen: here, unless it was made here.
   * @param {Link} link
   */
  async showPending(link) {
    const { app } = this;
    const node = app.tree.at;
    const turn = app.known === node && app.turns.find((one) => one.uci === link.turn);
    if (!turn || this.showing === node) return;

    this.showing = node;
    if (link.sent) await app.reclaim.leave(turn);
    else await app.offer(turn);
  }
}
