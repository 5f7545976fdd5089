const pacifist1 = require('../adapters/pacifist1.js'); // in place of it: your own

for (const v of JSON.parse(require('node:fs').readFileSync(process.argv[2]))) {
  const { turns, outcome } = pacifist1.turns(v.rules, v.fen, v.moves);
  require('node:assert').deepEqual(
    [turns.map((t) => `${t.uci} ${t.fen}`).sort(), outcome],
    [v.turns.sort(), v.outcome],
    v.why.join('\n'),
  );
}
