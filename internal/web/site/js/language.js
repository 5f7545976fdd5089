// The language of the page: the one chosen by hand, or the first of the browser's that there is.
// @ts-check
import en from './texts/en.js';
import fr from './texts/fr.js';

/** Where the choice is kept. */
const kept = 'turncoat-language';

/** The texts of each language by its tag. @type {Record<string, typeof en>} */
const known = { en, fr };

/** The tags of the languages, each with the name that it has for itself. */
export const languages = Object.entries(known).map(([tag, { ownName }]) => [tag, ownName]);

/** The language that the page is shown in. */
export const language = [chosen(), ...navigator.languages]
  .map((tag) => tag.split('-')[0])
  .concat('en')
  .filter((tag) => tag in known)[0];

/** The browser's form of the language, in which dates are written. */
export const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) || language;

/**
 * The texts of the page. Tests have each marked, so that they see what does not come from here.
 * @type {typeof en}
 */
export const texts =
  /** @type {any} */ (globalThis).markTexts?.(known[language]) ?? known[language];

/** The language that was chosen by hand, if one was. */
export function chosen() {
  try {
    return localStorage.getItem(kept) || '';
  } catch {
    return ''; // the browser's, then
  }
}

/** Puts the texts of the language into the page, which is written in English. */
export function translatePage() {
  document.documentElement.lang = language;

  for (const e of document.querySelectorAll('[data-words]')) {
    const name = /** @type {keyof typeof texts.page} */ (e.getAttribute('data-words'));

    for (const [what, text] of Object.entries(texts.page[name])) {
      if (what === 'text') e.textContent = text;
      else e.setAttribute(what, text);
    }
  }
}
