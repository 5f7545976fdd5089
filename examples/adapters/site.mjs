// What the adapters around the rules of web sites share: the site's modules are imported from a
// checkout, and the protocol is spoken on standard input and output. Needs Node.js 20.6 or newer.
import { register } from 'node:module';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// checkout gives the address of the directory behind --path, and ends the program if there is none.
// The message then says what the directory has.
export function checkout(program, what) {
  const at = process.argv.indexOf('--path');
  if (at < 0 || !process.argv[at + 1]) {
    console.error(`usage: ${program} --path DIRECTORY`);
    console.error(`DIRECTORY${what}`);
    process.exit(2);
  }

  return pathToFileURL(resolve(process.argv[at + 1])).href;
}

// takeFrom has modules whose names begin with a prefix imported from below an address. Sites that
// are bundled write them without a file ending.
export function takeFrom(source, prefix) {
  const hooks = `
    let source, prefix;
    export function initialize(data) { ({ source, prefix } = data); }
    export function resolve(specifier, context, next) {
      if (!specifier.startsWith(prefix)) return next(specifier, context);
      const name = specifier.slice(prefix.length);
      const file = name.endsWith(".js") ? name : name + ".js";
      return { url: source + file, format: "module", shortCircuit: true };
    }
    export async function load(url, context, next) {
      return next(url, url.startsWith(source) ? { ...context, format: "module" } : context);
    }`;

  register('data:text/javascript,' + encodeURIComponent(hooks), {
    parentURL: import.meta.url,
    data: { source, prefix },
  });
}

export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// serve answers the questions on standard input, each by a function or what it promises.
export async function serve(answer) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const reply = { id: null };

    try {
      const question = JSON.parse(line);
      reply.id = question.id ?? null;
      Object.assign(reply, await answer(question));
    } catch (error) {
      const other = error instanceof SyntaxError ? 'malformed' : 'unsupported';
      const code = error instanceof Refusal ? error.code : other;
      reply.error = { code, message: String(error.message) };
    }

    process.stdout.write(JSON.stringify(reply) + '\n');
  }
}
