// What the tests of modules say with.

/** Throws unless two values are the same, compared as JSON. */
export function equal(got, want, about = '') {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`${about} is ${a}, want ${b}`);
}

/** Throws unless two numbers differ by little. */
export function near(got, want, by, about = '') {
  if (!(Math.abs(got - want) <= by)) throw new Error(`${about} is ${got}, want ${want}`);
}

/** Runs a function while the clock of the page stands at a time that it can set. */
export async function atTime(run) {
  const real = [performance.now, Date.now];
  let now = 1000;
  performance.now = Date.now = () => now;

  try {
    await run((ms) => {
      now += ms;
    });
  } finally {
    [performance.now, Date.now] = real;
  }
}
