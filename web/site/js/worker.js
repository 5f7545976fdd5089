// The worker of the page without a server: the rules as WebAssembly, asked line by line.
// @ts-check
const program = 'turncoat.wasm.gz';
let base = '';
/** Questions that came before the rules had begun. @type {string[]} */
const queue = [];
/** @type {((line: string, say: (text: string) => void) => void) | null} */
let answer = null;

/** @param {WebAssembly.Module} [module] if it has been compiled before */
async function start(module) {
  const scope = /** @type {any} */ (self);
  scope.importScripts(base + 'wasm_exec.js');
  const go = new scope.Go(), ready = new Promise(resolve => { scope.turncoatReady = resolve; });
  if (!module) {
    const response = await fetch(base + program);
    if (!response.ok) throw new Error(program + ': ' + response.status);
    module = await WebAssembly.compileStreaming(new Response(await unpacked(response), { headers: { 'Content-Type': 'application/wasm' } }));
    postMessage({ module });
  }
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).then(() => postMessage({ failed: 'the rules have ended' }));
  answer = await ready;
  for (const line of queue.splice(0)) tell(line);
}

/** What a compressed file holds; some servers say that it is compressed, and then the browser has unpacked it already. @param {Response} response */
async function unpacked(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader(), first = await reader.read();
  const all = new ReadableStream({
    start(to) { if (first.value) to.enqueue(first.value); },
    async pull(to) { const { done, value } = await reader.read(); if (done) to.close(); else to.enqueue(value); },
  });
  return first.value?.[0] === 0x1f ? all.pipeThrough(new DecompressionStream('gzip')) : all;
}

const tell = (/** @type {string} */ line) => answer?.(line, text => postMessage({ lines: [text] }));

onmessage = ({ data }) => {
  if (data.line === undefined) {
    base = data.base;
    start(data.module).catch(e => postMessage({ failed: String(e.message || e) }));
  } else if (answer) tell(data.line);
  else queue.push(data.line);
};
