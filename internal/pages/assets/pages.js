// The pages of the documentation: light or dark as on the board, and the search over headings,
// rules and scenarios.
// @ts-check

const most = 12;

try {
  const kept = localStorage.getItem('turncoat-theme');
  if (kept) document.documentElement.dataset.theme = kept;
} catch {
  /* then it is as the system has it */
}

// Where there is room for the contents they are open.
const contents = document.querySelector('.contents details');
if (contents && matchMedia('(min-width: 1100px)').matches) contents.setAttribute('open', '');

const field = /** @type {HTMLInputElement} */ (document.getElementById('find'));
const list = /** @type {HTMLElement} */ (document.getElementById('found'));
const status = /** @type {HTMLElement} */ (document.getElementById('found-status'));
const box = /** @type {HTMLElement} */ (field.closest('search'));

/** @typedef {{ text: string, page: string, link: string }} Entry */

/** @type {Promise<Entry[]> | undefined} */
let index;

/** Loads what can be found, when it is first asked for. */
function entries() {
  index ??= fetch(new URL('search.json', import.meta.url)).then((answer) => answer.json());
  return index;
}

/**
 * The entries that have all words, those whose text begins with them first.
 * @param {Entry[]} all
 * @param {string} wanted
 */
function matches(all, wanted) {
  const words = wanted.split(/\s+/);
  const has = (/** @type {Entry} */ e) => {
    const text = `${e.text} ${e.page}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const begins = (/** @type {Entry} */ e) => `${e.text.toLowerCase()} `.startsWith(`${wanted} `);
  const found = all.filter(has);
  return [...found.filter(begins), ...found.filter((e) => !begins(e))].slice(0, most);
}

/** @param {Entry} entry */
function item(entry) {
  const link = document.createElement('a');
  link.href = new URL(entry.link, import.meta.url).href;
  link.textContent = entry.text;

  if (entry.page !== entry.text) {
    const page = document.createElement('small');
    page.textContent = entry.page;
    link.append(page);
  }

  const line = document.createElement('li');
  line.append(link);
  return line;
}

async function search() {
  const wanted = field.value.trim().toLowerCase();
  const found = wanted ? matches(await entries(), wanted) : [];
  if (wanted !== field.value.trim().toLowerCase()) return;

  list.replaceChildren(...found.map(item));
  list.hidden = !found.length;
  status.textContent = wanted ? `${found.length} found` : '';
}

field.addEventListener('input', search);
box.addEventListener('keydown', (e) => {
  if (e.key !== 'Escape') return;
  list.hidden = true;
  field.focus();
});
