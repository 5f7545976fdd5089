// The rules of conversion chess in JavaScript: positions, turns, explanations, forced wins, and
// the checking of records.
//
//     import { Position } from 'turncoat';
//
//     const start = await Position.from('start', 'pacifist1');
//     const next = await start.play('e4');
//     for (const turn of await next.legalTurns()) console.log(turn.san, turn.waves);
//
// The rules are Turncoat's own, compiled to WebAssembly. They run in the thread that calls them, so
// run a long search in a worker that imports this module; terminating the worker ends the search.
// Answers are the objects that docs/INTERFACE.md describes.
// @ts-check
import './wasm_exec.js';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** A question that cannot be answered; code is one of docs/INTERFACE.md, such as "illegal-move". */
export class TurncoatError extends Error {
  /** @param {{code: string, message: string, rule?: string}} error */
  constructor({ code, message, rule }) {
    super(message);
    this.name = 'TurncoatError';
    this.code = code;
    this.rule = rule;
  }
}

/**
 * Compiles the rules; several engines and workers can share the module.
 *
 * @param {URL} [from] where turncoat.wasm.gz is
 */
export async function compile(from = new URL('turncoat.wasm.gz', import.meta.url)) {
  const type = { headers: { 'Content-Type': 'application/wasm' } };
  return WebAssembly.compileStreaming(new Response(await unpacked(from), type));
}

/** @param {URL} url @returns {Promise<ReadableStream<Uint8Array>>} */
async function opened(url) {
  if (url.protocol === 'file:') {
    // which no fetch reads
    const files = 'node:fs/promises',
      { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
    return new Blob([await readFile(url)]).stream();
  }
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  return response.body;
}

/**
 * Fetches and unpacks a compressed file. Some servers declare the compression; then the browser has
 * already unpacked it.
 *
 * @param {URL} url
 */
export async function unpacked(url) {
  const reader = (await opened(url)).getReader(),
    first = await reader.read();
  const all = new ReadableStream({
    start(to) {
      if (first.value) to.enqueue(first.value);
    },
    async pull(to) {
      const { done, value } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
  });
  return first.value?.[0] === 0x1f ? all.pipeThrough(new DecompressionStream('gzip')) : all;
}

/**
 * @typedef {{
 *   resolve: (reply: any) => void,
 *   reject: (why: Error) => void,
 *   progress?: (p: any) => void,
 * }} Waiting
 */

/** Answers the requests of Turncoat's protocol. It loads the rules with the first. */
export class Engine {
  /** @param {{module?: WebAssembly.Module | Promise<WebAssembly.Module>}} [options] */
  constructor({ module } = {}) {
    this.module = module;
    this.count = 0;
    /** @type {Map<number, Waiting>} */
    this.open = new Map();
    /** @type {Promise<(line: string, say: (text: string) => void) => void> | undefined} */
    this.answers = undefined;
  }

  /**
   * Sends one request of the protocol and returns its answer.
   * @param {Record<string, any>} request without an id
   * @param {(progress: any) => void} [progress]
   */
  async ask(request, progress) {
    const answer = await (this.answers ||= this.start()),
      id = ++this.count;
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject, progress });
      const text = JSON.stringify({ ...request, id, ...(progress && { progress: true }) });
      answer(text, (/** @type {string} */ line) => this.hear(id, JSON.parse(line)));
    });
  }

  /** @param {number} id @param {any} reply */
  hear(id, { id: _, ...reply }) {
    const waiting = this.open.get(id);
    if (reply.progress) return waiting?.progress?.(reply.progress);
    this.open.delete(id);
    if (reply.error) waiting?.reject(new TurncoatError(reply.error));
    else waiting?.resolve(reply);
  }

  async start() {
    try {
      const scope = /** @type {any} */ (globalThis),
        go = new scope.Go();
      const instance = await WebAssembly.instantiate(
        await (this.module ||= compile()),
        go.importObject,
      );
      const ready = new Promise((resolve) => {
        scope.turncoatReady = resolve;
      });
      go.run(instance).then(() => this.end()); // which calls turncoatReady before it returns
      return await ready;
    } catch (e) {
      this.answers = this.module = undefined; // the next request tries again
      throw e;
    }
  }

  /** The rules have ended, which only a fault makes them: the next request starts them again. */
  end() {
    this.answers = undefined;
    for (const { reject } of this.open.values()) {
      reject(new TurncoatError({ code: 'ended', message: 'the rules have ended' }));
    }
    this.open.clear();
  }
}

const shared = new Engine();

/**
 * The rules as the protocol takes them: of a URL, the text of the file.
 *
 * @param {any} rules
 */
async function loadedRules(rules) {
  return rules instanceof URL ? new Response(await opened(rules)).text() : rules;
}

/**
 * A position with its rules, and how it came about: it keeps rights and claims that no FEN shows.
 */
export class Position {
  /**
   * @param {string} start
   * @param {any} rules
   * @param {string[]} moves
   * @param {string} fen
   * @param {Engine} engine
   */
  constructor(start, rules, moves, fen, engine) {
    this.start = start;
    this.rules = rules;
    this.moves = moves;
    this.fen = fen;
    this.engine = engine;
  }

  /**
   * Reads a position; an invalid FEN is refused here.
   *
   * @param {string} [fen]
   * @param {any} [rules]
   * @param {Engine} [engine]
   */
  static async from(fen = 'start', rules = 'pacifist1', engine = shared) {
    const start = fen === 'start' || fen === 'startpos' ? START : fen,
      loaded = await loadedRules(rules);
    const read = await engine.ask({ ask: 'play', rules: loaded, fen: start });
    return new Position(start, loaded, [], read.fen, engine);
  }

  /**
   * @param {string} ask
   * @param {Record<string, any>} [keys]
   * @param {(progress: any) => void} [progress]
   */
  ask(ask, keys, progress) {
    return this.engine.ask(
      { ask, rules: this.rules, fen: this.start, moves: this.moves, ...keys },
      progress,
    );
  }

  /**
   * Every legal turn; with reclaim "full" only the full one of each move.
   *
   * @param {{reclaim?: 'full'}} [keys]
   */
  async legalTurns(keys) {
    return (await this.ask('turns', keys)).turns;
  }

  /**
   * The position after a move as people write it: "Nf5", "e3f5", "Nf5~d4,e5".
   *
   * @param {string} move
   */
  async play(move) {
    const moves = [...this.moves, move];
    return new Position(
      this.start,
      this.rules,
      moves,
      (await this.ask('play', { moves })).fen,
      this.engine,
    );
  }

  /** Why a move does what it does, or which rule forbids it. @param {string} move */
  async explain(move) {
    return (await this.ask('explain', { move })).explain;
  }

  /** "*", "1-0", "0-1" or "1/2-1/2". */
  async outcome() {
    return (await this.ask('turns', { reclaim: 'full' })).outcome;
  }

  /** How many sequences of so many turns there are. @param {number} depth */
  async perft(depth) {
    return (await this.ask('perft', { depth })).nodes;
  }

  /**
   * The shortest forced win, or another goal, in up to so many turns, or a stipulation as people
   * write it, such as "h#2.5": status, in, keys and more.
   * @param {number | string} turns
   * @param {{goal?: string, nodes?: number, progress?: (progress: any) => void}} [options]
   */
  async solve(turns, { progress, ...keys } = {}) {
    const asked = typeof turns === 'string' ? { goal: turns } : { in: turns };
    return (await this.ask('solve', { ...asked, ...keys }, progress)).solve;
  }
}

/**
 * Checks records in any form that `turncoat validate` reads; returns them with their findings. A
 * text without a record is refused with the code "no-record".
 * @param {string} text @param {{rules?: any, engine?: Engine}} [options]
 */
export async function validate(text, { rules, engine = shared } = {}) {
  const keys = rules && { rules: await loadedRules(rules) },
    { records } = (await engine.ask({ ask: 'read', text, ...keys })).read;
  if (records.length === 0) {
    throw new TurncoatError({ code: 'no-record', message: 'the text has no record in it' });
  }
  return records;
}
