// The worker of the page without a server: the rules as WebAssembly, asked line by line.
let base = '';
const queue = [];
let answer = null;

async function start(program, module) {
  importScripts(base + 'wasm_exec.js');
  const go = new Go();
  const ready = new Promise(resolve => { self.turncoatReady = resolve; });
  if (!module) {
    const response = await fetch(base + program);
    if (!response.ok) throw new Error(program + ': ' + response.status);
    // Servers that do not know the type of the file are served by the slower way.
    module = (response.headers.get('Content-Type') || '').startsWith('application/wasm')
      ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
    postMessage({ module });
  }
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).then(() => postMessage({ failed: 'the rules have ended' }));
  answer = await ready;
  for (const line of queue.splice(0)) tell(line);
}

const tell = line => answer(line, text => postMessage({ lines: [text] }));

onmessage = ({ data }) => {
  if (data.line === undefined) {
    base = data.base;
    start(data.program, data.module).catch(e => postMessage({ failed: String(e.message || e) }));
  } else if (answer) tell(data.line);
  else queue.push(data.line);
};
