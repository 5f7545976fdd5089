// Tests the module with the smoke corpora, perft and the examples of the rules:
// npm run build && npm test
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Engine, Position, compile, validate } from './turncoat.js';

const root = new URL('../../', import.meta.url),
  golden = new URL('corpus/golden/', root);
const read = (url) => readFileSync(url, 'utf8'),
  lines = (url) => read(url).trim().split('\n');
const named = (end) => readdirSync(golden).filter((name) => name.endsWith(end));

test('every answer of the smoke corpora', async () => {
  assert.ok(named('-smoke.jsonl').length > 0);
  for (const name of named('-smoke.jsonl')) {
    for (const { id, fen, rules, moves, turns, outcome } of lines(new URL(name, golden)).map(
      (line) => JSON.parse(line),
    )) {
      let position = await Position.from(fen, rules);
      for (const move of moves) position = await position.play(move);
      assert.deepEqual(
        [await position.legalTurns(), await position.outcome()],
        [turns, outcome],
        id,
      );
    }
  }
});

test('perft', async () => {
  assert.ok(named('-perft.epd').length > 0);
  for (const name of named('-perft.epd')) {
    for (const line of lines(new URL(name, golden))
      .filter((line) => !line.startsWith('#'))
      .slice(0, 20)) {
      const [fen, ...counts] = line.split(/\s*;\s*/);
      for (const [depth, nodes] of counts.map((count) => count.match(/\d+/g).map(Number))) {
        if (nodes > 20_000) break;
        assert.equal(
          await (await Position.from(fen, name.replace('-perft.epd', ''))).perft(depth),
          nodes,
          line,
        );
      }
    }
  }
});

test('a move and its waves', async () => {
  // RULES.md, section 10
  const before = await Position.from('rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR'),
    after = await before.play('Nf5');
  assert.equal(after.fen.split(' ')[0], 'rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR');
  assert.deepEqual(
    (await before.explain('Nf5')).waves.map((wave) => wave.squares.map((s) => s.square)),
    [['e7', 'g7'], ['f8'], ['d8', 'g8'], ['f7', 'h7']],
  );
});

test('a forced win', async () => {
  // Qb6#: RULES.md, section 10
  const won = await Position.from(
    '1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN',
    'pacifist1',
  );
  const { status, keys } = await won.solve(1);
  assert.deepEqual([status, keys.map((key) => key.uci)], ['won', ['g1b6']]);

  // Popeye gives the same solution.
  const helped = await Position.from('q3k2r/8/5p2/5N2/5K2/8/8/8 w k -', 'chess');
  const { lines, half } = await helped.solve('h#3.5');
  assert.deepEqual([half, lines], [true, [['Kg4', 'O-O', 'Kh5', 'Qh1+', 'Kg6', 'Qh8', 'Ne7#']]]);
});

test('records', async () => {
  const records = await validate(read(new URL('examples/grand-prix-1993.pgn', root)));
  assert.deepEqual(
    records.map((r) => [r.ok, r.result]),
    [
      [true, '0-1'],
      [true, '1-0'],
      [true, '0-1'],
    ],
  );
  assert.equal((await validate('[Variant "chess"]\n\n1. e4 e5 2. Ke3 *\n'))[0].ok, false);
});

test('errors have codes', async () => {
  await assert.rejects(Position.from('8/8 w', 'chess'), { code: 'invalid-fen' });
  await assert.rejects(Position.from('start', 'draughts'), { code: 'unknown-rules' });
  await assert.rejects(validate('garbage'), { code: 'no-record' });
  await assert.rejects((await Position.from('start', 'chess')).play('Ke2'), {
    code: 'illegal-move',
    name: 'TurncoatError',
  });
});

test('rules as a text, as booleans and of a file', async () => {
  const text = 'base: pacifist1\nlines: blocked\n',
    file = join(mkdtempSync(join(tmpdir(), 'turncoat-')), 'mine.yaml');
  writeFileSync(file, text);
  for (const rules of [text, { base: 'pacifist1', 'king-bears': false }, pathToFileURL(file)]) {
    assert.equal(await (await Position.from('start', rules)).perft(1), 20);
  }
  rmSync(dirname(file), { recursive: true });
});

test('a FEN is written in full', async () => {
  const { fen } = await Position.from('4k3/8/8/8/8/8/8/4K3 w', 'chess');
  assert.equal(fen, '4k3/8/8/8/8/8/8/4K3 w - - 0 1');
});

test('a set of settings, progress, and engines that share the module', async () => {
  const module = await compile(),
    first = new Engine({ module }),
    second = new Engine({ module });
  const mine = await Position.from('start', { base: 'pacifist1', lines: 'blocked' }, first);
  const said = [],
    [nodes, solution] = await Promise.all([
      mine.perft(2),
      (await Position.from('start', 'chess', second)).solve(3, {
        progress: (p) => said.push(p.depth),
      }),
    ]);
  assert.deepEqual([nodes, solution.status], [400, 'none']);
  assert.ok(said.length > 0);
});
