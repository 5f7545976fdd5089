// The list of the records of a file: how many there are and are at fault, and a search over all.
// @ts-check
import { el, button, shown } from './dom.js';
import { named } from './names.js';
import { texts } from './language.js';

/** How many records are shown at first, and how many more at a time. */
const step = 100;

/** The players of a game, or the name of a scenario. @param {any} r */
export function titleOf(r) {
  const tag = (/** @type {string} */ n) =>
    r.tags?.find((/** @type {string[]} */ t) => t[0].toLowerCase() === n)?.[1] || '?';

  return r.kind === 'game'
    ? `${shown(tag('white'))} – ${shown(tag('black'))}`
    : shown(r.name || texts.records.noName);
}

/** What a record is found by, in small letters. @param {any} r */
function searched(r) {
  const tags = (r.tags || []).map((/** @type {string[]} */ tag) => tag[1]);
  const codes = r.findings.map((/** @type {any} */ f) => f.code);
  return [titleOf(r), r.rules, named(r.rules), ...tags, ...codes].join(' ').toLowerCase();
}

/** @param {any} r */
function verdict(r) {
  if (r.ok) return texts.records.right;
  const error = r.findings.find((/** @type {any} */ f) => f.severity === 'error');
  return `✗ ${error?.code || texts.records.wrong}`;
}

/** @param {(index: number) => void} pick shows a record */
export function recordList(pick) {
  /** The records with what each is found by. @type {{record: any, text: string}[]} */
  let all = [];
  let most = step;
  let current = 0;

  const name = el('h2');
  const sum = el('p');
  const found = el('span', { class: 'small', role: 'status' });
  const body = el('tbody');
  const more = el('p', { class: 'small' }, texts.records.more);

  const search = () => {
    most = step;
    fill();
  };

  const wanted = el('input', {
    type: 'search',
    'aria-label': texts.records.searchLabel,
    placeholder: texts.records.search,
    oninput: search,
  });

  const faulty = el('input', { type: 'checkbox', onchange: search });

  const further = button(texts.records.further, () => {
    most += step;
    fill();
  });

  /** The game that all records are of; empty if they are of several. */
  let game = '';

  const row = (/** @type {any} */ r) =>
    el(
      'tr',
      {},
      el('td', {}, String(r.index || '')),
      el(
        'td',
        {},
        button(titleOf(r), () => pick(r.index), {
          'data-record': String(r.index),
          'aria-current': r.index === current ? 'true' : undefined,
        }),
        !game && el('small', {}, shown(named(r.rules))),
      ),
      el('td', { class: r.ok ? 'good' : 'bad' }, verdict(r)),
    );

  /** Shows those of all records that hold what is searched for, the first of them. */
  const fill = () => {
    const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {{record: any, text: string}} */ { record, text }) =>
      !(faulty.checked && record.ok) &&
      words.every((/** @type {string} */ word) => text.includes(word));

    const hits = all.filter(fits);
    body.replaceChildren(...hits.slice(0, most).map(({ record }) => row(record)));
    further.hidden = hits.length <= most;
    found.textContent = hits.length < all.length ? texts.records.found(hits.length) : '';
  };

  const home = el(
    'div',
    { class: 'card listing', hidden: true },
    name,
    sum,
    el(
      'div',
      { class: 'row' },
      wanted,
      el('label', { class: 'check' }, faulty, texts.records.faulty),
      found,
    ),
    el('table', {}, el('caption', { class: 'unseen' }, texts.records.title), body),
    further,
    more,
  );

  return {
    home,

    /** Takes the records of a file. @param {any} reading @param {string} file */
    take(reading, file) {
      const { records } = reading;
      const bad = records.filter((/** @type {any} */ r) => !r.ok).length;
      const games = records.every((/** @type {any} */ r) => r.kind === 'game');

      all = records.map((/** @type {any} */ record) => ({ record, text: searched(record) }));
      current = 0;
      name.textContent = shown(file);
      const rules = [...new Set(records.map((/** @type {any} */ r) => r.rules))];
      game = rules.length === 1 ? shown(named(rules[0])) : '';
      sum.replaceChildren(
        texts.records.sum(records.length, bad, games),
        ...(game ? [el('br'), el('small', {}, game)] : []),
      );
      more.hidden = !reading.more;
      wanted.value = '';
      faulty.checked = false;
      search();
    },

    /** Marks a record as the one that is open. @param {number} index */
    mark(index) {
      current = index;
      fill();
    },
  };
}
