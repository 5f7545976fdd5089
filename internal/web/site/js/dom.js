// Elements, made in one line. Text is always text: nothing here reads HTML.
// @ts-check
import { texts } from './language.js';

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes] on… are listeners
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {any}
 */
export function el(name, attributes = {}, ...children) {
  /** @type {any} */
  const e = document.createElement(name);

  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (key in e && typeof value !== 'string' && !key.startsWith('aria')) {
      e[key] = value;
    } else e.setAttribute(key, value === true ? '' : value);
  }

  e.append(
    .../** @type {(Node | string)[]} */ (
      children.filter((c) => c !== null && c !== false && c !== undefined && c !== '')
    ),
  );

  return e;
}

/** @param {string} text @param {(e: Event) => any} onclick @param {Record<string, any>} [more] */
export const button = (text, onclick, more = {}) =>
  el('button', { type: 'button', onclick, ...more }, text);

/** @param {string} id @returns {any} */
export const id = (id) => document.getElementById(id);

/**
 * Text from outside, shown: control characters and marks that turn the direction of writing become
 * visible signs.
 * @param {string} text
 */
export const shown = (text) =>
  String(text).replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (c) => (c === '\n' || c === '\t' ? ' ' : '\ufffd'),
  );

/** Brings the board and the first card beside it into sight. */
export function toTop() {
  scrollTo(0, 0);
  /** @type {Element} */ (document.querySelector('.side')).scrollTop = 0;
}

/** What an error says. @param {unknown} e */
export const reason = (e) => (e instanceof Error ? e.message : String(e));

/** Saves a text as a file. @param {string} name @param {string} text @param {string} [type] */
export function save(name, text, type = 'text/plain') {
  const a = el('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** Copies a text, and says so on the button. @param {string} text @param {HTMLElement} [on] */
export async function copy(text, on) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el('textarea', { class: 'unseen' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }

  if (on) {
    const was = on.textContent;
    on.textContent = texts.copied;
    setTimeout(() => {
      on.textContent = was;
    }, 1200);
  }
}
