// Marks the texts of the language's file, and finds what the page shows without a mark.

/** Puts brackets around each text that comes from the language's file. */
window.markTexts = function marked(text) {
  if (typeof text === 'string') return text && `⟦${text}⟧`;
  if (typeof text === 'function') return (...parts) => marked(text(...parts));
  if (Array.isArray(text)) return text.map(marked);
  return Object.fromEntries(Object.entries(text).map(([name, part]) => [name, marked(part)]));
};

/** Elements whose text is data: no language changes it. */
const data = [
  '[lang]:not(html)', // texts in a language of their own
  'script',
  'style',
  'noscript',
  'kbd',
  'code',
  'pre',
  'bdi',
  '.tag',
  'h1', // the name of the program
  '.idea', // the courses have files of their own
  '.lesson h2',
  '#step option',
  '.movelist .comment', // what records say
  '.boardtable th',
  '#records td',
  '#records th',
  '#records h2',
  '.finding strong',
  '#language option',
].join();

/** Notation is the same in all languages. */
const notation = [
  /· [\w-]+$/, // names of puzzles
  /\b(PGN|JSON|FEN|vchess\.club)\b/g,
  /\b[A-Z]{3}-\d+\b/g, // rules
  /\b(O-O(-O)?|[a-h]?[1-8]?[x–]?[a-h][1-8]([qrbn]|=?(?=⟦))?)[+#!?]*/g, // moves and squares
  /[pnbrqkPNBRQK1-8]+(\/[pnbrqkPNBRQK1-8]+){7}.*/g, // positions
];

/** A text without what is in brackets, however deep. */
const unwrapped = (text) => {
  const rest = text.replace(/⟦[^⟦⟧]*(⟧|$)/g, ' ');
  return rest === text ? text : unwrapped(rest);
};

/** Whether a text has letters that are neither marked nor notation. */
const bare = (text) => {
  const rest = notation.reduce((left, one) => left.replace(one, ' '), unwrapped(text));
  return /\p{L}/u.test(rest);
};

/** A move with the English letter of its piece: those of the page's language are marked. */
const english = /(?<![\p{L}⟦])[KQRBN](?=[a-h]?[1-8]?x?[a-h][1-8])|(?<=[a-h][18]=?)[QRBN]/u;

const seen = (e) => (e.closest('select') || e).checkVisibility() && !e.closest(data);

/** Lists what a person sees or hears of the page, without brackets, that is neither data nor
 * notation. */
window.unmarked = () => {
  const found = new Set();
  const start = (e) => e.outerHTML.slice(0, 200);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data: text } = walker.currentNode;
    if (!seen(parentElement)) continue;

    const quoted = parentElement.closest('.bad'); // what the program says of a fault
    if (bare(text) || (!quoted && english.test(text))) found.add(start(parentElement));
  }

  for (const e of $$('body *')) {
    if (!seen(e)) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) {
      if (bare(e.getAttribute(name) || '')) found.add(`${name}: ${start(e)}`);
    }
  }

  return [...found];
};
