// Records: files of games and scenarios, and one of them at a time, stepped through, its faults
// marked.
// @ts-check
import { el, button, shown, id, reason, toTop } from './dom.js';
import { Game } from './game.js';
import { treeOf } from './gametext.js';
import { recordList, titleOf } from './recordlist.js';
import { named } from './names.js';
import { Refused } from './engine.js';
import { texts } from './language.js';

/** Squares of a finding, as a list. @param {string[] | undefined} squares */
const listed = (squares) => texts.and((squares || []).map(shown)) || texts.records.nothing;

/** @type {(text: string, name: string) => Promise<void>} */
let open;

/**
 * Loads whatever a text is: a FEN, a record in any form, scenarios, puzzles.
 * @param {import('./app.js').App} app
 * @param {string} text
 * @param {string} name
 */
export async function load(app, text, name) {
  const line = text.trim();
  if (!line) {
    app.say(texts.records.empty(shown(name)), '', true);
    return;
  }

  if (/^\{.*"solution"/.test(line)) {
    app.emit('puzzles-given', line);
    return;
  }

  if (
    !line.includes('\n') &&
    (line === 'start' || /^[\w~]+(\/[\w~]+){3,}(\s|:|$)/.test(line) || line.startsWith('fen:'))
  ) {
    try {
      await app.open('analyse');
      await app.begin(line);
    } catch (e) {
      app.say(reason(e), '', true);
      app.emit('fault', reason(e));
    }

    return;
  }

  await open(text, name);
}

/**
 * Loads a file that a person has chosen or dropped.
 * @param {import('./app.js').App} app
 * @param {File | undefined} file
 */
export async function openFile(app, file) {
  if (!file) return;
  if (file.size > 12 << 20) {
    app.say(texts.records.tooLong(shown(file.name)), texts.records.cut, true);
    return;
  }

  await load(app, await file.text(), file.name);
}

/** What says that a game is not of these rules. */
const misread = new Set([
  'illegal-move',
  'move-after-end',
  'ambiguous-move',
  'conversion-mismatch',
  'reclaim-mismatch',
]);

/**
 * Reads a text. Games that do not say their rules are read by those that are set, or by the only
 * ones that allow them.
 * @param {import('./app.js').App} app
 * @param {string} text
 * @param {string} set
 * @returns {Promise<{read: any, rules: string, remark?: string}>} with the rules that the text does
 *   not say
 */
async function readAs(app, text, set) {
  const by = async (/** @type {string | undefined} */ rules) =>
    (await app.ask({ ask: 'read', fen: undefined, rules, text, index: 1 })).read;

  const said = await by(undefined);
  const [first] = said.records;

  if (first?.kind !== 'game' || said.form === 'vchess' || /^\s*\[\s*Variant\s/im.test(text)) {
    return { read: said, rules: '' };
  }

  const legal = (/** @type {any} */ read) =>
    !read.records[0].findings.some((/** @type {any} */ f) => misread.has(f.code));

  const mine = set === 'chess' ? said : await by(set);
  if (legal(mine)) return { read: mine, rules: set };
  const others = [];

  for (const { name } of app.sets) {
    if (name === set) continue;
    const read = name === 'chess' ? said : await by(name);
    if (legal(read)) others.push({ read, rules: name });
  }

  if (others.length !== 1) return { read: mine, rules: set };
  return {
    ...others[0],
    remark: texts.records.readAs(named(set), named(others[0].rules)),
  };
}

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function recordsPanel(app, home) {
  const list = recordList((index) => pick(index));
  const detail = el('div', { class: 'card record', hidden: true });

  let text = '';
  let override = '';
  let remark = '';

  /** @type {any} */
  let reading = null;

  const file = el('input', {
    type: 'file',
    'aria-label': texts.records.open,
    accept: '.pgn,.txt,.json,.jsonl,.yaml,.yml',
    onchange: () => openFile(app, file.files[0]),
  });

  let asked = 0; // what came after this is wanted no more when an answer to it comes

  const failed = (/** @type {string} */ why) => {
    show(false);
    detail.replaceChildren(el('p', { class: 'bad', role: 'alert' }, why));
  };

  home.append(
    list.home,
    detail,
    el(
      'div',
      { class: 'card' },
      el('h2', {}, texts.records.title),
      el('p', { class: 'small' }, texts.records.about),
      el(
        'div',
        { class: 'row' },
        el('label', {}, file),
        button(texts.records.given, () => given(), { id: 'given', hidden: true }),
      ),
    ),
  );

  /** Shows the list, or the record that is open instead. @param {boolean} whole */
  const show = (whole) => {
    list.home.hidden = !whole;
    detail.hidden = whole;
  };

  open = async (content, name) => {
    const { rules: set } = app; // not those of the record before
    await app.open('records');
    const mine = ++asked;
    let read;
    let rules;
    let said;

    try {
      ({ read, rules, remark: said } = await readAs(app, content, set));
    } catch (e) {
      if (mine === asked) failed(`${shown(name)}: ${reason(e)}`);
      return;
    }

    if (mine !== asked) return;
    text = content;
    reading = read;
    override = rules;
    remark = said || '';
    if (reading.records.length === 1 && reading.records[0].kind === 'rules') {
      await app.open('analyse');
      await app.begin('start', text);
      return;
    }

    app.store.set('records', () => ({ text, name, override, remark }));
    list.take(reading, name);
    const [first, second] = reading.records;
    if (second) show(true);
    else if (first) await pick(first.index, first);
    else failed(texts.records.empty(shown(name)));
  };

  const pick = async (/** @type {number} */ index, /** @type {any} */ known = null) => {
    const mine = ++asked;

    let record = known;
    let rules;

    try {
      if (!record || (record.kind === 'game' && !record.turns)) {
        record = (
          await app.ask({
            ask: 'read',
            fen: undefined,
            rules: override || undefined,
            text,
            index,
          })
        ).read.records.find((/** @type {any} */ r) => r.index === index);
      }

      if (record.start && record.kind === 'game') {
        ({ rules } = await app.ask({ ask: 'rules', rules: record.rules, fen: undefined }));
      }
    } catch (e) {
      if (mine === asked) failed(reason(e));
      return;
    }

    if (mine !== asked) return;
    tell(record);
    if (rules) {
      await app.take(
        new Game(treeOf(record), record.rules, rules, {
          tags: record.tags,
          result: record.result,
          extra: { record: index },
        }),
        'records',
      );

      const fault = record.findings.find((/** @type {any} */ f) => f.severity === 'error' && f.ply);
      if (fault) await toFault(fault);
    } else if (record.kind === 'scenario') await showScenario(app, record);
  };

  /** Tells of a record, in the place of the list. @param {any} record */
  const tell = (record) => {
    const focused = list.home.contains(document.activeElement);
    const back = button(`‹ ${texts.records.all(reading.records.length)}`, () => {
      show(true);
      list.home.querySelector('[aria-current]')?.focus();
    });

    list.mark(record.index);
    detail.replaceChildren(...(reading.records.length > 1 ? [back] : []), ...about(record));
    show(false);
    toTop();
    if (focused) back.focus(); // who chooses by keys goes on here
  };

  /** Shows the position of a fault and marks what it is about. @param {any} f */
  const toFault = async (f) => {
    let node = app.tree.root;

    for (let i = 1; i < f.ply && node.children[0]; i++) node = node.children[0];
    if (f.code !== 'illegal-move' && node.children[0]) node = node.children[0];
    await app.show(node);
    const marks = app.cascade.marks();

    for (const square of [...(f.expected || []), ...(f.got || [])]) {
      if (/^[a-h][1-8]$/.test(square)) marks[square] = { mark: 'wrong' };
    }

    const target = /([a-h][1-8])(?:=?[QRBNqrbn])?[+#!?]*$/.exec(f.move || '');
    if (f.code === 'illegal-move' && target) marks[target[1]] = { mark: 'wrong' };
    app.board.mark(marks);
    const message = shown(f.message);
    app.say(f.ply ? texts.records.fault(f.ply, shown(f.move || ''), message) : message, '', true);
  };

  const about = (/** @type {any} */ r) =>
    [
      el('h2', {}, titleOf(r)),
      remark && el('p', { class: 'small', role: 'status' }, remark),
      el('p', {}, facts(r), r.why ? shown(r.why) : ''),
      ...r.findings.map((/** @type {any} */ f) =>
        el(
          'div',
          { class: `finding ${f.severity}` },
          el(
            'p',
            {},
            el('strong', {}, f.code),
            texts.records.place(f.line, f.ply, f.rule),
            el('bdi', {}, shown(f.message)),
            f.expected?.length || f.got?.length
              ? texts.records.expected(listed(f.expected), listed(f.got))
              : '',
          ),
          f.ply > 0 && button(texts.records.show, () => toFault(f)),
        ),
      ),
      r.ok && !r.findings.length
        ? el('p', { class: 'good' }, texts.records.fine(r.plies, named(r.rules)))
        : '',
      source(r),
      r.tags?.length && tags(r),
    ].filter(Boolean);

  /** When and where a game was played, and how it ended. @param {any} r */
  const facts = (r) => {
    const known = (r.tags || []).filter(
      (/** @type {string[]} */ [name, value]) =>
        ['event', 'site', 'date', 'round'].includes(name.toLowerCase()) && !/^\W*$/.test(value),
    );

    return el(
      'bdi',
      {},
      [...known.map((/** @type {string[]} */ tag) => tag[1]), r.result || '']
        .filter(Boolean)
        .map(shown)
        .join(' · '),
    );
  };

  const tags = (/** @type {any} */ r) =>
    el(
      'details',
      {},
      el('summary', { class: 'small' }, texts.records.tags),
      ...r.tags
        .slice(0, 24)
        .map((/** @type {string[]} */ t) =>
          el('span', { class: 'tag' }, el('bdi', {}, `${shown(t[0])}: ${shown(t[1])}`)),
        ),
    );

  /** The text with its faults marked. @param {any} r */
  const source = (r) => {
    const lines = text.split('\n');

    const marked = new Map(
      r.findings
        .filter((/** @type {any} */ f) => f.severity === 'error' && f.line)
        .map((/** @type {any} */ f) => [f.line, f]),
    );

    const first = Math.max(0, Math.min(...[...marked.keys()].map(Number), lines.length) - 12);
    const pre = el('pre', { class: 'source', tabindex: '0', 'aria-label': texts.records.text });

    if (!marked.size) return '';
    lines.slice(first, first + 60).forEach((line, i) => {
      const f = marked.get(first + i + 1);
      if (!f) {
        pre.append(shownLine(line), '\n');
        return;
      }

      const points = [...line];
      const at = Math.max(0, f.column - 1);
      const length = Math.max(1, [...(f.move || ' ')].length);

      pre.append(
        shownLine(points.slice(0, at).join('')),
        el('mark', {}, shownLine(points.slice(at, at + length).join('')) || '⟂'),
        shownLine(points.slice(at + length).join('')),
        '\n',
      );
    });

    return pre;
  };

  const shownLine = (/** @type {string} */ line) => shown(line.slice(0, 400));

  const given = async () => {
    let files = [];

    try {
      const reply = await fetch('given');
      if (reply.ok) files = await reply.json();
    } catch {
      return false;
    }

    if (!Array.isArray(files) || !files.length) return false;
    id('given').hidden = false;
    await load(
      app,
      files.map((/** @type {any} */ f) => f.text).join('\n\n'),
      files.map((/** @type {any} */ f) => f.name).join(', '),
    );

    return true;
  };

  // What was read before the page was opened again is listed again.
  app.on('tab', async (tab) => {
    const kept = app.store.get('records');
    if (tab !== 'records' || reading || !kept) return;

    const mine = ++asked;
    const { record = 1 } = app.games.records?.extra || {};

    let read;

    try {
      ({ read } = await app.ask({
        ask: 'read',
        fen: undefined,
        rules: kept.override || undefined,
        text: kept.text,
        index: record,
      }));
    } catch {
      return;
    }

    if (mine !== asked) return;
    ({ text, override, remark } = kept);
    reading = read;
    list.take(reading, kept.name);
    const here = reading.records.find((/** @type {any} */ r) => r.index === record);
    if (here && (app.games.records?.extra.record || reading.records.length === 1)) tell(here);
    else show(true);
  });

  return {
    given: async () => document.documentElement.dataset.given === 'true' && (await given()),
  };
}

/** Puts a scenario on the board. @param {import('./app.js').App} app @param {any} record */
export async function showScenario(app, record) {
  try {
    const game = await app.begin(record.start, record.rules);
    const { root } = game.tree;

    await app.line(game, record.play || []).catch((e) => {
      if (!(e instanceof Refused)) throw e;
    });

    if (app.game === game) await app.show(root);
  } catch (e) {
    if (e instanceof Refused) app.say(e.message, '', true);
    else throw e;
  }
}
