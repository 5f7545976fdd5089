// The courses of the games and the chapters of the specification, read step by step.
// @ts-check
import { el, shown } from './dom.js';
import { language, texts } from './language.js';

/**
 * A step of a course: a position, the moves that lead to the one that is shown, and those that are
 * shown as they happen. An exercise has a goal, a step of a chapter the game and the rules that it
 * is of.
 * @typedef {{title: string, text: string, fen?: string, moves?: string[], show?: string[], goal?:
 *   Goal, answer?: string, end?: boolean, rules?: string, about?: (Node | string)[], lang?: string}} Step
 */
/**
 * What a turn must do: convert these squares, lose nothing to the reclaim, win, leave the enemy
 * nothing to convert, or only be legal.
 * @typedef {{converts?: string[], keeps?: boolean, wins?: boolean, holds?: boolean,
 *   move?: boolean}} Goal
 */

const fetched = async (/** @type {string} */ name) => {
  const reply = await fetch(name);
  if (!reply.ok) throw new Error(`${reply.status}`);
  return reply;
};

const read = async (/** @type {string} */ name) => (await fetched(`courses/${name}.json`)).json();

/**
 * Reads the course of a game, or a chapter of the specification by the name of its file.
 * @param {import('./app.js').App} app
 * @param {string} name
 * @returns {Promise<Step[]>}
 */
export const readCourse = (app, name) =>
  name in texts.learn.chapters ? readChapter(app, name) : readGame(name);

/**
 * The course of a game. Its own words are English; another language has a file with those of all
 * courses, step by step.
 * @param {string} rules
 * @returns {Promise<Step[]>}
 */
async function readGame(rules) {
  const { steps } = await read(rules);
  if (language === 'en') return steps;

  const words = (await read(language))[rules];
  return steps.map((/** @type {Step} */ step, /** @type {number} */ i) => ({
    ...step,
    ...words[i],
  }));
}

/**
 * A chapter: its scenarios are the steps. Another language has a file with the titles of all.
 * @param {import('./app.js').App} app
 * @param {string} file
 * @returns {Promise<Step[]>}
 */
async function readChapter(app, file) {
  const titles = language === 'en' ? {} : await read(`scenarios-${language}`);
  const text = await (await fetched(`data/learn/${file}`)).text();
  const reply = await app.ask({ ask: 'read', fen: undefined, rules: undefined, text });

  return reply.read.records.map((/** @type {any} */ r) => ({
    title: titles[r.name] || shown(r.name),
    text: shown(r.why || ''),
    lang: 'en',
    fen: r.start,
    rules: r.rules,
    show: r.play,
    about: [
      app.named(r.rules),
      ...(r.cite || []).flatMap((/** @type {string} */ rule) => [' · ', el('span', {}, rule)]),
      r.ok ? '' : ` · ${texts.learn.fails}`,
    ],
  }));
}
