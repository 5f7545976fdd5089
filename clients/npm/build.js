// Builds the files of the package that git does not hold, with the Go toolchain.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

function fail(why) {
  console.error(`turncoat: cannot build the package: ${why}`);
  process.exit(1);
}

if (!existsSync(new URL('../../go.mod', import.meta.url))) {
  fail('this folder must be in a clone of the whole repository, whose Go sources it is built from');
}
const { error, status } = spawnSync('go', ['run', './build'], { stdio: 'inherit' });
if (error) fail(`it takes the Go toolchain (${error.message})`);
process.exit(status ?? 1);
