// A game: against another person at the same board, or against the computer.
// @ts-check
import { el, button, save, reason } from './dom.js';
import { turnOf, other, start, numberOf, wonBy } from './fen.js';
import { gameText } from './gametext.js';
import { claim } from './draws.js';
import { TurnLoop } from './turnloop.js';
import { GameClock, clocks, daily, newClock } from './clock.js';
import { Premove } from './premove.js';
import { Guide } from './guide.js';
import { ProofCard, proofButtons } from './proof.js';
import { LinkCard, newLink, until } from './bylink.js';
import { ground } from './address.js';
import { shownMove } from './notation.js';
import { cited } from './words.js';
import { locale, texts } from './language.js';

/**
 * The computer agrees to a draw from this move on, if it is no better after a search of so many
 * positions: as “turncoat play” has it.
 */
const earliestDraw = 30;
const drawNodes = 50_000;

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function playPanel(app, home) {
  const setup = setupCard(() => begin());
  const state = el('p', { class: 'big', role: 'status' });

  const drawn = button(texts.play.claim, () => draw());
  const offer = icon('½', texts.play.offer, () => offerDraw());
  const accept = button(texts.play.accept, () => agree());
  const late = button(texts.play.claimOnTime, () => claimOnTime());
  const retry = button(texts.askAgain, () => loop.retry());
  const back = button(texts.play.back, () => app.show(app.tree.end()), { class: 'primary' });
  const undo = button(texts.takeBack, () => loop.takeBack());
  const help = button(texts.hint, () => hint());
  const give = icon('⚑', texts.play.resign, () => resign());
  const record = button(texts.play.save, async () => save('game.pgn', await gameText(app, 'pgn')));

  const learn = button(texts.play.learn, async () => {
    const { mine } = loop.game;
    await app.analyse();
    app.emit('learn', mine);
  });

  const reasons = el('p', { class: 'small' });
  const ended = el(
    'div',
    { class: 'tools', hidden: true },
    button(texts.play.rematch, () => rematch(), { class: 'primary' }),
    button(texts.analyse, () => app.analyse(), { 'aria-label': texts.play.analyseLabel }),
    learn,
  );

  const box = el(
    'div',
    { class: 'card', hidden: true },
    state,
    reasons,
    ended,
    el(
      'div',
      { class: 'tools' },
      back,
      retry,
      drawn,
      accept,
      late,
      undo,
      help,
      record,
      el('span', { class: 'ends' }, offer, give),
    ),
  );

  app.on('rules', () => setup.proved.replaceChildren(...proofButtons(app, app.rules)));

  home.append(box, setup.card);

  /** Shows what the state is, and what can be done in it. @param {TurnLoop} loop */
  const draws = (loop) => {
    const over = loop.state === 'over';
    clock.tick();
    premove.update();
    guide.update();
    proof.update();
    linked.update();
    box.hidden = !loop.game || !!loop.game.proof;
    setup.stick(!loop.game);
    if (loop.state === 'none') return;

    state.textContent = told(loop, app);
    state.classList.toggle('result', over);
    reasons.hidden = ended.hidden = record.hidden = !over;
    if (over) showReason(loop.game);
    learn.hidden = !loop.game.level;
    back.hidden = loop.state !== 'reviewing';
    retry.hidden = loop.state !== 'failed';
    drawn.hidden = !loop.claim;
    const { link, mine } = loop.game;
    const received = !!link?.offer && link.offer !== mine;
    const toSend = loop.state === 'sent' && link?.sent && !link.offer && !!app.tree.at.parent;
    offer.hidden = !(link ? toSend : loop.state === 'yours') || !!loop.claim;
    accept.hidden = over || !received;
    late.hidden = loop.state !== 'sent' || !link?.when || Date.now() < until(link);
    undo.hidden = !!link || loop.state === 'reviewing' || (over && !!loop.game.clock);
    undo.disabled = !app.tree.at.parent;
    help.hidden = loop.state !== 'yours' || !!link;
    give.hidden = over;
  };

  /** Says why a game has ended; the rule tells its sentence. @param {any} game */
  const showReason = ({ why, rule }) => {
    const link = rule && button(rule, () => app.say(cited(app, rule)), { class: 'link' });
    reasons.replaceChildren(why, ' ', link || '');
  };

  const loop = new TurnLoop(app, draws);

  const clock = new GameClock(app, loop, (fallen) => {
    finish(wonBy(other(fallen)), texts.play.fallen(fallen), '');
  });

  const premove = new Premove(app, loop);
  const guide = new Guide(app, loop);
  const proof = new ProofCard(app, loop);
  const linked = new LinkCard(app, loop, () => ground(app.game));
  reasons.after(guide.home, linked.home);
  box.after(proof.home);

  const mode = {
    rules: (/** @type {string} */ rules) => {
      setup.fromStart();
      return begin(rules);
    },
    may: (/** @type {string} */ colour) => loop.mayMove(colour),
    played: () => loop.update(),
    reclaim: (/** @type {any} */ turn) => loop.reclaim(turn),
    ahead: () => premove.colour(),
    premove: (/** @type {string} */ from, /** @type {string} */ to) => premove.make(from, to),
    press: (/** @type {string} */ square) => premove.press(square),
  };

  /** Goes on with the game of the tab, if it has one. */
  const resume = () => {
    const game = app.games.play?.extra.play || null;
    app.mode = game ? mode : { rules: mode.rules };
    if (game && !game.proof) setup.show(game.link ? 'link' : game.level);
    loop.follow(game);
    app.board.label(); // whose pieces can be moved depends on who plays
  };

  app.on('tab', (tab) => {
    if (tab === 'play') resume();
    else loop.update();
  });

  for (const event of ['at', 'ready', 'rules', 'reclaim', 'away']) {
    app.on(event, () => loop.update());
  }

  const begin = async (/** @type {string} */ rules = app.rules) => {
    const { from, ...players } = setup.choice();
    /** @type {Record<string, import('./game.js').Game>} */
    const places = { here: app.game, analysed: app.games.analyse };
    const given = places[from];
    if (given) await play(given.tree.at.fen, given.rules, players);
    else await play(start, rules, players);
  };

  app.on('play-here', async () => {
    const { fen, rules } = app;
    const { from, ...players } = setup.choice();

    await app.open('play');
    await play(fen, rules, { ...players, mine: turnOf(fen) });
  });

  // The first game: against the level that loses, with words beside each turn.
  app.on('guided', async () => {
    const { rules } = app;

    await app.open('play');
    await play(start, rules, { level: 1, mine: 'white', control: '', guide: true });
  });

  /** The same game again, with the colours changed. */
  const rematch = () => {
    const { level, mine, clock, guide, link } = loop.game;
    const control = link?.when ? daily : clock?.control || '';
    return play(app.tree.root.fen, app.rules, {
      level,
      mine: other(mine),
      control,
      guide,
      byLink: !!link,
    });
  };

  /**
   * @param {string} fen
   * @param {string} rules
   * @param {{level: number, mine: string, control: string, guide: boolean,
   *   byLink?: boolean}} players
   */
  const play = async (fen, rules, { level, mine, control, guide, byLink }) => {
    const seed = Math.floor(Math.random() * 1e9);
    const clock = byLink ? null : newClock(control);
    state.textContent = '…';
    scrollTo(0, 0); // to the board, where it is above what was pressed

    const link = byLink ? newLink(control === daily) : undefined;
    const game = { level, mine, over: '', why: '', seed, clock, guide, link };
    const begun = await app.begin(fen, rules, { play: game });
    if ((level || link) && app.board.flipped !== (mine === 'black')) app.board.flip();
    begun.tags = tags(begun.extra.play);
    begun.result = '*';
    resume();
    app.emit('flip');
  };

  /** @param {string} result @param {string} why @param {string} how as a link says it */
  const finish = (result, why, how) => {
    const { link } = loop.game;
    if (link) Object.assign(link, { end: how, sent: true });
    loop.end(result, why);
    if (app.reclaim.open) app.reclaim.cancel();
    app.game.tags = tags(loop.game);
    loop.update();
    app.refresh(app.tree.at);
  };

  app.on('over', (game) => {
    game.tags = tags(game.extra.play);
  });

  const draw = async () => {
    const can = claim(app.tree.at, app.turns);
    if (!can || loop.game.over) return;

    finish('1/2-1/2', texts.play.claimed(turnOf(app.fen), can.why), 'claimed');
    if (can.turn) await app.show(app.tree.play(can.turn), true);
  };

  const claimOnTime = () => {
    const { mine } = loop.game;
    finish(wonBy(mine), texts.play.late(other(mine)), 'late');
  };

  const agree = () => finish('1/2-1/2', texts.play.agreed, 'agreed');

  /** Offers a draw to the computer, or to the person who plays the other side. */
  const offerDraw = async () => {
    const node = app.tree.at;
    const { game } = loop;
    if ((game.level || game.link) && !(await asked(texts.play.offerNow))) return;
    if (game !== loop.game || game.over || app.tree.at !== node) return;
    if (game.link) {
      game.link.offer = game.mine;
      app.keep();
      loop.update();
      return;
    }

    const stays = () => app.tree.at === node && loop.state === 'yours';

    offer.disabled = true;

    try {
      const agreed = game.level
        ? await computerAgrees(app)
        : await asked(texts.play.agree(other(turnOf(node.fen))));

      if (!stays()) return;
      if (agreed) agree();
      else state.textContent = texts.play.declined;
    } catch (e) {
      state.textContent = reason(e);
    } finally {
      offer.disabled = false;
    }
  };

  const resign = async () => {
    const { game } = loop;
    if (!(await asked(texts.play.resignNow))) return;
    if (!game || game !== loop.game || game.over) return;

    const loser = game.level || game.link ? game.mine : turnOf(app.fen);
    finish(wonBy(other(loser)), texts.play.resigned(loser), 'resigned');
  };

  const hint = async () => {
    const node = app.tree.at;
    help.disabled = true;

    try {
      const { uci } = await app.ask({ ask: 'best', time: 500 });
      if (app.tree.at !== node || loop.state !== 'yours') return;

      const hinted = { mark: 'hint' };
      const marks = { [uci.slice(0, 2)]: hinted, [uci.slice(2, 4)]: hinted };
      app.board.mark({ ...app.cascade.marks(), ...marks });
      const { san } = app.turns.find((t) => t.uci === uci);
      state.textContent = texts.play.hinted(shownMove(san));
    } catch (e) {
      state.textContent = reason(e);
    } finally {
      help.disabled = false;
    }
  };
}

/**
 * Whether the computer, which is not to move, agrees to a draw.
 * @param {import('./app.js').App} app
 */
async function computerAgrees(app) {
  if (numberOf(app.fen) < earliestDraw) return false;

  const { score, mate } = await app.ask({ ask: 'best', nodes: drawNodes });
  return mate === undefined ? score >= 0 : mate > 0;
}

/**
 * Asks a question that is answered by yes or no.
 * @param {string} question
 * @returns {Promise<boolean>}
 */
function asked(question) {
  return new Promise((resolve) => {
    const dialog = el(
      'dialog',
      { 'aria-label': question },
      el('p', {}, question),
      el(
        'div',
        { class: 'row' },
        button(texts.play.yes, () => dialog.close('yes'), { class: 'primary' }),
        button(texts.play.no, () => dialog.close()),
      ),
    );

    dialog.onclose = () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    };

    document.body.append(dialog);
    dialog.showModal();
  });
}

/** The card that begins a game. @param {() => void} begin */
function setupCard(begin) {
  const opponents = [
    ['0', texts.play.person],
    ['link', texts.play.byLink],
    ...texts.play.levels.map((name, i) => [String(i + 1), texts.play.computer(i + 1, name)]),
  ];

  const colours = [
    ['white', texts.play.white],
    ['black', texts.play.black],
    ['any', texts.play.byLot],
  ];

  const places = [
    ['start', texts.play.fromStart],
    ['here', texts.play.fromHere],
    ['analysed', texts.play.fromAnalysed],
  ];

  const opponent = menu(texts.play.opponent, opponents);
  const colour = menu(texts.play.youPlay, colours);
  const from = menu(texts.play.fromLabel, places);
  const control = menu(texts.play.clock, clocks);
  const guide = el('input', { type: 'checkbox' });

  /** A game by link has a clock of its own, since nobody sees the other's. */
  const offerClocks = () => {
    const byLink = opponent.value === 'link';
    for (const option of control.options) {
      option.disabled = option.value !== '' && (option.value === daily) !== byLink;
    }

    if (control.selectedOptions[0]?.disabled) control.value = '';
  };

  opponent.value = '3';
  opponent.onchange = offerClocks;
  offerClocks();

  const bar = el(
    'div',
    { class: 'row' },
    button(texts.play.begin, () => begin()),
  );

  const row = (/** @type {any[]} */ ...children) => el('div', { class: 'row' }, ...children);

  /** What leads to a proof of the game, where there is one. */
  const proved = row();

  const card = el(
    'details',
    { class: 'card setup' },
    el('summary', {}, texts.play.title),
    el(
      'div',
      { class: 'form' },
      row(el('label', {}, texts.play.against, ' ', opponent)),
      row(el('label', {}, texts.play.youPlay, ' ', colour)),
      row(el('label', {}, texts.play.from, ' ', from)),
      row(el('label', {}, texts.play.clock, ' ', control)),
      el('label', { class: 'check' }, guide, texts.play.guide),
      bar,
      proved,
    ),
  );

  const choice = () => {
    const byLot = Math.random() < 0.5 ? 'white' : 'black';
    return {
      level: Number(opponent.value) || 0,
      byLink: opponent.value === 'link',
      mine: colour.value === 'any' ? byLot : colour.value,
      from: from.value,
      control: control.value,
      guide: guide.checked,
    };
  };

  const show = (/** @type {number | string} */ level) => {
    opponent.value = String(level);
    offerClocks();
  };

  const fromStart = () => {
    from.value = 'start';
  };

  /** Makes it what one does next, or what can be done later, and is folded away. */
  const stick = (/** @type {boolean} */ on) => {
    if (bar.classList.contains('doing') === on) return;
    card.open = on;
    bar.classList.toggle('doing', on);
    bar.firstElementChild?.classList.toggle('primary', on);
    card.classList.toggle('later', !on);
  };

  stick(true);
  return { card, proved, choice, show, fromStart, stick };
}

/** A button with a sign, and a name. @param {string} sign @param {string} name @param {any} does */
const icon = (sign, name, does) =>
  button(sign, does, { class: 'icon', 'aria-label': name, title: name });

/** @param {string} label @param {string[][]} list */
const menu = (label, list) =>
  el('select', { 'aria-label': label }, ...list.map(([v, t]) => el('option', { value: v }, t)));

/** The tags of a game's record. @param {any} game @returns {[string, string][]} */
function tags(game) {
  const player = (/** @type {string} */ colour) =>
    !game.level || colour === game.mine ? 'Person' : `Turncoat, level ${game.level}`;

  return [
    ['Event', 'Board'],
    ['White', player('white')],
    ['Black', player('black')],
    ['Result', game.over || '*'],
    ...timeControl(game.clock),
  ];
}

/** @param {import('./clock.js').Left | null} clock @returns {[string, string][]} */
function timeControl(clock) {
  if (!clock) return [];

  const [minutes, seconds] = clock.control.split('+');
  return [['TimeControl', `${60 * Number(minutes)}+${seconds}`]];
}

/**
 * The state of a game in words.
 * @param {TurnLoop} loop
 * @param {import('./app.js').App} app
 */
function told(loop, app) {
  const turn = turnOf(app.fen);

  switch (loop.state) {
    case 'yours': {
      const { link, mine, level } = loop.game;
      const theirs = link?.offer && link.offer !== mine;
      const said = loop.fault ? [texts.play.noAnswer(loop.fault)] : [];
      said.push(level || link ? texts.play.yours(timeText(link)) : texts.words.toMove(turn));
      if (theirs) said.push(texts.bylink.offers);
      if (loop.claim) said.push(texts.play.claimable(loop.claim.why));
      return said.join(' ');
    }
    case 'thinking':
    case 'moving':
      return texts.play.thinking;
    case 'sent': {
      const { link } = loop.game;
      const { sendMove, sendReclaim, offered, waiting } = texts.bylink;
      if (!link.sent) return waiting;

      const text = (link.turn ? sendReclaim : sendMove)(timeText(link));
      return link.offer ? `${text} ${offered}` : text;
    }
    case 'choosing':
      return texts.play.choosing(other(turn));
    case 'answering':
      return texts.play.answering;
    case 'away':
      return texts.play.away;
    case 'failed':
      return texts.play.noAnswer(loop.fault);
    case 'reviewing':
      return texts.play.reviewing;
    case 'over':
      return result(loop.game);
    default:
      return '…';
  }
}

/**
 * The day and the time at which a turn is due; empty where it takes as long as it may.
 * @param {import('./bylink.js').Link | undefined} link
 */
function timeText(link) {
  if (!link?.when) return '';

  const time = new Date(until(link));
  return time.toLocaleString(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' });
}

/** How a game has ended. @param {any} game */
function result(game) {
  if (game.over === '1/2-1/2') return texts.play.draw;

  const winner = game.over === '1-0' ? 'white' : 'black';
  if (!game.level && !game.link) return texts.play.won(winner);
  return winner === game.mine ? texts.play.youWon : texts.play.youLost;
}
