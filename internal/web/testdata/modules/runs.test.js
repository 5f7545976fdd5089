import { equal, atTime } from './assert.js';
import { Run, daily } from '../js/runs.js';

const puzzles = [...Array(70)].map((_, i) => ({ id: String(i), grade: { rating: 10 * (i + 1) } }));

export function streaksEnd() {
  const run = new Run('streak', puzzles);
  run.take();
  run.count(true);
  equal([run.solved, run.over], [1, false], 'a streak');
  run.take();
  run.count(false);
  equal([run.solved, run.over], [1, true], 'a streak after a mistake');
}

export async function rushesEnd() {
  await atTime((pass) => {
    const run = new Run('rush', puzzles);
    run.count(false);
    run.count(false);
    equal(run.over, false, 'whether two mistakes end it');
    run.count(false);
    equal(run.over, true, 'whether three mistakes end it');

    const other = new Run('rush', puzzles);
    pass(179_999);
    equal(other.over, false, 'whether it ends before its time');
    pass(1);
    equal(other.over, true, 'whether its time ends it');
  });
}

/* A run that is kept goes on with the puzzles that are left, and its time has gone on. */
export async function runsAreKept() {
  await atTime((pass) => {
    const run = new Run('rush', puzzles);
    const first = run.take();
    run.count(true);
    run.count(false);
    const kept = JSON.stringify(run.plain());
    pass(100_000);
    const again = Run.from(JSON.parse(kept), puzzles);
    equal([again.solved, again.mistakes, again.left], [1, 1, 80_000], 'the run');
    equal([again.waiting.length, again.waiting.includes(first)], [69, false], 'the puzzles left');
    pass(80_000);
    equal(again.over, true, 'whether its time is over');
  });

  const streak = Run.from(JSON.parse(JSON.stringify(new Run('streak', puzzles).plain())), puzzles);
  equal(streak.over, false, 'whether a streak that was kept is over');
}

/* What has been tried comes again only after what has not. */
export function runsBringTheUntriedFirst() {
  const run = new Run('streak', puzzles, (p) => Number(p.id) >= 60);
  const first = [...Array(10)].map(() => Number(run.take().id));
  equal([Math.min(...first), run.waiting.length], [60, 60], 'the first ten, and the rest');
}

export function runsEndWithThePuzzles() {
  const run = new Run('streak', puzzles.slice(0, 1));
  run.take();
  run.count(true);
  equal(run.over, true, 'whether the last puzzle ends it');
}

/* It is the same all day and another on the next, easy on Mondays and hard on Sundays. */
export function puzzleOfTheDay() {
  const on = (day, hour = 0) => daily(puzzles, new Date(2026, 10, day, hour));
  equal(on(23, 23), on(23), 'Monday evening’s');
  equal(on(23).grade.rating <= 100, true, 'whether Monday’s is easy');
  equal(on(29).grade.rating > 600, true, 'whether Sunday’s is hard');
  equal(on(24) === on(23), false, 'whether Tuesday’s is the same');
  equal(on(30) === on(23), false, 'whether the next Monday’s is the same');
}
