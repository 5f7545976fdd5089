// The worker of the page without a server: the rules as WebAssembly, asked in objects.
// @ts-check

/**
 * Begins the engine of turncoat.js. Questions may come first, and wait.
 * @type {(engine: Promise<any>) => void}
 */
let begin;

/** @type {Promise<any>} */
const engine = new Promise((resolve) => {
  begin = resolve;
});

/** @param {string} base @param {WebAssembly.Module} [module] if it has been compiled before */
async function start(base, module) {
  const { Engine, compile, unpacked } = await import(base + 'turncoat.js');
  /* The rules ask for the tables of a rule set when they first need them. */
  Object.assign(globalThis, {
    turncoatTables: async (/** @type {string} */ rules) =>
      new Uint8Array(
        await new Response(await unpacked(new URL(`tables/${rules}.tct`, base))).arrayBuffer(),
      ),
  });

  if (!module) {
    module = await compile();
    postMessage({ module });
  }

  return new Engine({ module });
}

/** @param {{id: number, request: any, progress: boolean}} asked */
async function tell({ id, request, progress }) {
  const say = (/** @type {any} */ reply) => postMessage({ id, reply });
  const heard = progress ? (/** @type {any} */ p) => say({ progress: p }) : undefined;

  try {
    const begun = await engine;
    say(await begun.ask(request, heard));
  } catch (e) {
    const { code, message, rule } = /** @type {any} */ (e);
    if (code === 'ended' || !code) postMessage({ failed: message });
    else say({ error: { code, message, rule } });
  }
}

onmessage = ({ data }) => {
  if (data.request) tell(data);
  else begin(start(data.base, data.module));
};
