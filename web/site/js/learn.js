// Learn: the scenarios of the specification, chapter by chapter, each on a live board.
// @ts-check
import { el, button, shown } from './dom.js';
import { showScenario } from './records.js';

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function learnPanel(app, home) {
  /** @type {any[]} */
  let chapters = [];
  const menu = el('select', { 'aria-label': 'Chapter', onchange: () => open(chapters[menu.selectedIndex]) }), body = el('div', { class: 'prose' });
  home.append(el('div', { class: 'card' }, el('h2', {}, 'Learn'), el('div', { class: 'row' }, menu)), body);
  app.on('tab', async tab => {
    if (tab !== 'learn' || chapters.length) return;
    try { chapters = await (await fetch('data/learn/index.json')).json(); } catch { body.replaceChildren(el('p', { class: 'bad' }, 'The chapters cannot be read.')); return; }
    menu.replaceChildren(...chapters.map(c => el('option', {}, c.title)));
    open(chapters[0]);
  });
  const open = async (/** @type {any} */ chapter) => {
    const text = await (await fetch('data/learn/' + chapter.file)).text();
    if (chapter.file.endsWith('.md')) { body.replaceChildren(...prose(app, text)); return; }
    const { read } = await app.ask({ ask: 'read', fen: undefined, rules: undefined, text });
    body.replaceChildren(...read.records.filter((/** @type {any} */ r) => r.kind === 'scenario').map((/** @type {any} */ r) => el('article', { class: 'card' },
      el('h3', {}, shown(r.name)), r.why ? el('p', {}, shown(r.why)) : '', el('p', { class: 'small' }, [r.rules, ...(r.cite || [])].join(' · '), r.play?.length ? ` · ${r.play.join(' ')}` : '', r.ok ? '' : ' · does not hold'),
      button('On the board', async () => {
        await showScenario(app, r);
        const first = app.tree.root.children[0];
        if (first) await app.show(r.play.length === 1 ? first : app.tree.root, true);
      }))));
  };
}

/** A little Markdown, as text: headings, paragraphs, lists; a position in code is put on the board. @param {import('./app.js').App} app @param {string} text */
function prose(app, text) {
  const out = [];
  for (const block of text.split(/\n{2,}/)) {
    const head = /^(#{1,4})\s+(.*)/.exec(block), fen = /([\w]+(?:\/[\w]+){7}(?: [wb] \S+ \S+ \d+ \d+)?)/.exec(block);
    if (head) out.push(el(head[1].length < 3 ? 'h2' : 'h3', {}, inline(head[2])));
    else if (/^[-*] /.test(block)) out.push(el('ul', {}, ...block.split(/\n(?=[-*] )/).map(item => el('li', {}, inline(item.slice(2))))));
    else if (/^!\[/.test(block)) continue;
    else out.push(el('p', {}, inline(block.replace(/^```\w*|```$/gm, ''))));
    const rules = /--rules (\S+)/.exec(block)?.[1];
    if (fen) out.push(el('p', {}, button('On the board', async () => { await app.begin(fen[1], rules && app.sets.some(s => s.name === rules) ? rules : 'pacifist1'); })));
  }
  return out;
}

/** @param {string} text */
const inline = text => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]{1,2}/g, '').replace(/\s+/g, ' ');
