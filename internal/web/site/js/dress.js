// How another page wishes its board to look: light or dark, and in what colours.
// @ts-check
import { shown } from './dom.js';
import { texts } from './language.js';

/** A colour as "#rrggbb", empty if it is none or shines through. @param {string} text */
function colour(text) {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return '';

  const digits = /^([0-9a-f]{3}){1,2}$/i.test(text) ? `#${text}` : text;
  const [one, other] = ['#000000', '#ffffff'].map((before) => {
    pen.fillStyle = before;
    pen.fillStyle = digits; // it stays as before where this is no colour
    return String(pen.fillStyle);
  });

  return one === other && one.startsWith('#') ? one : '';
}

/** Black or white, whichever is easier to read on a colour. @param {string} ground */
function ink(ground) {
  const [r, g, b] = [1, 3, 5].map((i) => (parseInt(ground.slice(i, i + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.18 ? '#ffffff' : '#000000';
}

/** What a colour of an address is on the page: the ground, and what is written on it. */
const places = {
  light: ['--light', '--coord-on-light'],
  dark: ['--dark', '--coord-on-dark'],
  background: ['--paper', '--ink'],
};

/**
 * Gives the page the looks of an address.
 * @param {(key: string) => string} said
 * @returns {string} what cannot be followed, in words
 */
export function dress(said) {
  const root = document.documentElement;
  let theme = said('theme');
  let fault = '';

  if (!['', 'light', 'dark'].includes(theme)) {
    fault = texts.dress.noTheme(shown(theme));
    theme = '';
  }

  for (const [name, [ground, text]] of Object.entries(places)) {
    const found = colour(said(name));
    if (said(name) && !found) fault = texts.dress.noColour(name, shown(said(name)));

    root.style.setProperty(ground, found);
    root.style.setProperty(text, found && ink(found));
    if (name === 'background') root.toggleAttribute('data-ground', !!found);
    if (name === 'background' && found) theme = ink(found) === '#ffffff' ? 'dark' : 'light';
  }

  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  return fault;
}
