// Positions as text: the board field of a FEN and its squares.
// @ts-check
import { texts } from './language.js';

export const files = 'abcdefgh';
/** Every square from a8 to h1. */
export const squares = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((rank) =>
  [...files].map((file) => file + rank),
);

/** @typedef {Map<string, string>} Pieces square to FEN letter */

/** @param {string} fen @returns {Pieces} */
export function pieces(fen) {
  const map = new Map();
  fen
    .trim()
    .split(/\s+/)[0]
    .split('/')
    .forEach((row, i) => {
      let file = 0;

      for (const c of row) {
        if (c >= '1' && c <= '8') file += Number(c);
        else if (file < 8 && i < 8 && /[pnbrqk]/i.test(c)) map.set(files[file++] + (8 - i), c);
      }
    });

  return map;
}

/** @param {Pieces} map */
export function board(map) {
  const rows = [];

  for (let rank = 8; rank > 0; rank--) {
    let row = '';
    let empty = 0;

    for (const file of files) {
      const piece = map.get(file + rank);
      if (!piece) {
        empty++;
        continue;
      }

      row += (empty || '') + piece;
      empty = 0;
    }

    rows.push(row + (empty || ''));
  }

  return rows.join('/');
}

/** @param {string} fen */
export const turnOf = (fen) => (fen.split(' ')[1] === 'b' ? 'black' : 'white');
/** @param {string} fen */
export const numberOf = (fen) => Number(fen.split(' ')[5]) || 1;
/** @param {string} letter */
export const colourOf = (letter) => (letter === letter.toUpperCase() ? 'white' : 'black');
/** @param {string} colour */
export const other = (colour) => (colour === 'white' ? 'black' : 'white');
/** The result of a game that a colour has won. @param {string} colour */
export const wonBy = (colour) => (colour === 'white' ? '1-0' : '0-1');
/** @param {string} letter */
export const turned = (letter) =>
  colourOf(letter) === 'white' ? letter.toLowerCase() : letter.toUpperCase();

const kinds = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
/** @param {string} letter */
export const kindOf = (letter) => kinds[/** @type {keyof typeof kinds} */ (letter.toLowerCase())];
/** The name of a kind of piece. @param {string} letter */
export const kindName = (letter) => texts.kind(kindOf(letter));
/** @param {string} letter */
export const pieceName = (letter) => texts.piece(kindOf(letter), colourOf(letter));
/** The pieces that are shown. */
export const pieceSet = { name: 'plain' };
/** @param {string} letter */
export const picture = (letter) => {
  const folder = pieceSet.name === 'classic' ? '../pieces/' : `../pieces/${pieceSet.name}/`;
  const file = `${colourOf(letter)[0]}${letter.toUpperCase()}.svg`;
  return new URL(folder + file, import.meta.url).href;
};

export const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
