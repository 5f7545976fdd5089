// What is on the board as HTML for a page of one's own.
// @ts-check
import { read } from './address.js';

const signs = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

/** A text as the value of an attribute. @param {string} text */
const quoted = (text) =>
  `"${text.replace(/[&"<]/g, (sign) => signs[/** @type {keyof typeof signs} */ (sign)])}"`;

/** The HTML that shows what a fragment of the page's address says. @param {string} fragment */
export function forPage(fragment) {
  const { plain } = read(fragment);
  const script = new URL('turncoat-board.js', location.href).href;

  const said = {
    rules: plain('rules'),
    fen: plain('fen').replace(/_/g, ' '),
    moves: plain('moves').replace(/_/g, ' '),
    at: plain('at'),
  };

  const attributes = Object.entries(said)
    .filter(([, value]) => value)
    .map(([name, value]) => ` ${name}=${quoted(value)}`);

  return (
    `<script src=${quoted(script)} defer></script>\n` +
    `<turncoat-board${attributes.join('')}></turncoat-board>\n`
  );
}
