import { equal } from './assert.js';
import { Collection, parse } from '../js/collection.js';

const puzzle = (id, rating, more = {}) => ({
  id,
  rules: 'chess',
  fen: '8/8/8/8/8/8/8/8 w - - 0 1',
  in: 2,
  grade: { rating, deviation: 50, level: 1 },
  ...more,
});

/** A collection that nobody has solved anything of. */
function collection() {
  localStorage.removeItem('turncoat-solved');
  const all = new Collection();
  all.all = [puzzle('hard', 2000), puzzle('easy', 700), puzzle('middling', 1200)];
  return all;
}

const any = { rules: '', in: '', theme: '', level: '' };

export function linesThatAreNoWins() {
  const lines = [
    JSON.stringify(puzzle('a', 1500)),
    'no JSON',
    JSON.stringify(puzzle('b', 1500, { stipulation: 'help-win' })),
    JSON.stringify(puzzle('c', 1500, { rules: { name: 'mine', base: 'chess' } })),
  ];
  equal(
    parse(lines.join('\n')).map(({ id, rules }) => [id, rules]),
    [
      ['a', 'chess'],
      ['c', 'mine'],
    ],
    'the puzzles',
  );
}

/* A beginner gets easy ones first, and each once before one comes again. */
export function nextPuzzles() {
  const all = collection();
  const seen = [];
  let now = null;
  for (let n = 0; n < 3; n++) {
    now = all.next(any, 1, now);
    all.record(now, true);
    seen.push(now.id);
  }

  equal([seen[0], new Set(seen).size], ['easy', 3], 'the puzzles');
  equal(all.next(any, -1, now).id, seen[1], 'the one before');
  equal(all.next({ ...any, rules: 'benedict' }, 1, null), null, 'a puzzle of other rules');
}

/* Only the first go at a puzzle counts, and it is there when the page is opened again. */
export function firstGoesCount() {
  const all = collection();
  all.record(all.all[0], true);
  const { value } = all.book.rating;
  equal(value > 1500, true, 'whether the rating rises');
  all.record(all.all[0], false);
  equal([all.book.rating.value, all.book.done.hard], [value, true], 'after another go');
  equal(new Collection().book.rating.value, value, 'the rating that was kept');
}

export function damagedBooks() {
  localStorage.setItem('turncoat-solved', '{');
  equal(new Collection().book.done, {}, 'the book');
}

export function bestRuns() {
  const all = collection();
  equal([all.best('rush', 5), all.best('rush', 3), all.best('streak', 1)], [5, 5, 1], 'the best');
}
