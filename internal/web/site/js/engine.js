// The engine: what knows the rules. It is asked in Turncoat's protocol, over HTTP or in a worker.
// @ts-check
import { texts } from './language.js';

/** @typedef {Record<string, any>} Request  @typedef {Record<string, any>} Reply */
/** @typedef {{progress?: (p: any) => void, signal?: AbortSignal}} Options */

/** An answer that is an error of the protocol. */
export class Refused extends Error {
  /** @param {{code: string, message: string, rule?: string}} e */
  constructor(e) {
    super(e.message);
    this.code = e.code;
    this.rule = e.rule || '';
  }
}

/** The engine cannot be reached. */
export class Unreachable extends Error {}

/** @param {Reply} reply */
const checked = (reply) => {
  const { error } = reply;
  if (!error) return reply;

  // The page asks about one move at a time, so the place in the list says nothing.
  const message = error.message.replace(/^moves\[0\]: /, '');
  throw new Refused({ ...error, message: texts.refusal({ ...error, message }) });
};

/** Asks a server, with one POST a request. */
class Server {
  /** @param {Request} request @param {Options} options */
  async ask(request, { progress, signal } = {}) {
    let response;

    try {
      response = await fetch('ask', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        signal,
        body: JSON.stringify(progress ? { ...request, progress: true } : request),
      });
    } catch (e) {
      if (signal?.aborted) throw e;
      throw new Unreachable(texts.engine.silent);
    }

    if (!response.ok || !response.body) {
      const text = (await response.text()).slice(0, 200);
      throw new Unreachable(texts.engine.server(response.status, text));
    }

    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();

    let rest = '';
    let last = null;

    for (;;) {
      let part;

      try {
        part = await reader.read();
      } catch (e) {
        if (signal?.aborted) throw e;
        throw new Unreachable(texts.engine.gone);
      }

      rest += part.value || '';
      const lines = rest.split('\n');
      rest = /** @type {string} */ (lines.pop());

      for (const line of lines) {
        const reply = JSON.parse(line);
        if (reply.progress) progress?.(reply.progress);
        else last = reply;
      }

      if (part.done) break;
    }

    if (!last) throw new Unreachable(texts.engine.incomplete);
    return checked(last);
  }
}

/**
 * Asks a worker that runs the rules as WebAssembly; long searches have a worker of their own, which
 * ends with them.
 */
class Local {
  constructor() {
    this.quick = new RulesWorker();
    /** @type {RulesWorker | null} */
    this.idle = null;
    /** A long text holds up nothing else. @type {RulesWorker | null} */
    this.reader = null;
  }

  /** @param {Request} request @param {Options} options */
  ask(request, options = {}) {
    if (reading.has(request.ask)) {
      return (this.reader ||= new RulesWorker(this.quick)).ask(request, options);
    }

    if (!long.has(request.ask)) return this.quick.ask(request, options);
    const worker = this.idle || new RulesWorker(this.quick);
    this.idle = null;
    return new Promise((resolve, reject) => {
      const stop = () => {
        worker.end();
        reject(options.signal?.reason || new DOMException('aborted', 'AbortError'));
      };

      options.signal?.addEventListener('abort', stop, { once: true });
      worker
        .ask(request, options)
        .then(resolve, reject)
        .finally(() => {
          options.signal?.removeEventListener('abort', stop);
          if (!worker.ended) {
            if (this.idle) worker.end();
            else this.idle = worker;
          }
        });
    });
  }
}

const reading = new Set(['read', 'convert', 'scenario']);
const long = new Set(['solve', 'tries', 'puzzle', 'win', 'perft', 'best']);

/** One worker that runs the rules. */
class RulesWorker {
  /** @param {RulesWorker} [other] whose compiled program is used again */
  constructor(other) {
    this.ended = false;
    this.count = 0;
    /** @type {Map<number, {resolve: Function, reject: Function, progress?: Function}>} */
    this.open = new Map();
    this.worker = new Worker(new URL('worker.js', import.meta.url));
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (e) => this.fail(e.message || texts.engine.notLoaded);
    /** @type {(module: WebAssembly.Module) => void} */
    this.loaded = () => {};
    /** @type {(why: Error) => void} */
    this.failed = () => {};
    /** @type {Promise<WebAssembly.Module>} */
    this.module = new Promise((resolve, reject) => {
      this.loaded = resolve;
      this.failed = reject;
    });

    this.module.catch(() => {});
    const base = new URL('..', import.meta.url).href;
    if (other) {
      other.compiled().then(
        (module) => this.worker.postMessage({ module, base }),
        () => {},
      );
    } else this.worker.postMessage({ base });
  }

  compiled() {
    return this.module;
  }

  /** @param {any} data */
  heard({ module, failed, id, reply }) {
    if (module) return this.loaded(module);
    if (failed) return this.fail(failed);

    const waiting = this.open.get(id);
    if (!waiting) return;
    if (reply.progress) return waiting.progress?.(reply.progress);

    this.open.delete(id);

    try {
      waiting.resolve(checked(reply));
    } catch (e) {
      waiting.reject(e);
    }
  }

  /** @param {string} why */
  fail(why) {
    this.failed(new Unreachable(why));

    for (const { reject } of this.open.values()) reject(new Unreachable(why));
    this.open.clear();
  }

  /** @param {Request} request @param {Options} options */
  ask(request, { progress } = {}) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject, progress });
      this.worker.postMessage({ id, request, progress: !!progress });
    });
  }

  end() {
    this.ended = true;
    this.worker.terminate();
  }
}

/** @returns {{ask(request: Request, options?: Options): Promise<Reply>}} */
export const connect = () =>
  document.documentElement.dataset.engine === 'local' ? new Local() : new Server();
