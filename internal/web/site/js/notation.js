// Moves as the language of the page writes them. Everything but what a person reads and types has
// the English letters of the pieces.
// @ts-check
import { texts } from './language.js';

const english = [...'KQRBN'];

/**
 * A move in SAN, or several, with the letters of the page's language.
 * @param {string} san
 * @param {string[]} [letters]
 */
export const shownMove = (san, letters = texts.pieceLetters) =>
  san.replace(/[KQRBN]/g, (letter) => letters[english.indexOf(letter)]);

/**
 * A move that a person has typed, with English letters. Those of the page's language count first,
 * except that nothing is promoted to a king.
 * @param {string} text
 * @param {string[]} [letters]
 */
export const typedMove = (text, letters = texts.pieceLetters) =>
  text.replace(/[A-Z]/g, (letter, at) => {
    const piece = english[letters.indexOf(letter)];
    const promotion = /[1-8]\(?=?$/.test(text.slice(0, at));

    return !piece || (promotion && piece === 'K') ? letter : piece;
  });
