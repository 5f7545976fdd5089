// Learn: how to play, and the scenarios of the specification, chapter by chapter, each on a live board.
// @ts-check
import { el, button, shown, reason } from './dom.js';
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
    const guide = chapter.file.endsWith('.md');
    let text, read;
    try {
      text = await (await fetch('data/learn/' + chapter.file)).text();
      if (!guide) ({ read } = await app.ask({ ask: 'read', fen: undefined, rules: undefined, text }));
    } catch (e) {
      if (chapters[menu.selectedIndex] === chapter) body.replaceChildren(el('p', { class: 'bad' }, `The chapter cannot be read: ${reason(e)}.`));
      return;
    }
    if (chapters[menu.selectedIndex] !== chapter) return; // another has been chosen meanwhile
    body.dataset.chapter = chapter.file;
    if (guide) { body.replaceChildren(...prose(app, text)); return; }
    body.replaceChildren(...read.records.filter((/** @type {any} */ r) => r.kind === 'scenario').map((/** @type {any} */ r) => el('article', { class: 'card' },
      el('h3', {}, shown(r.name)), r.why ? el('p', {}, shown(r.why)) : '', el('p', { class: 'small' }, [r.rules, ...(r.cite || [])].join(' · '), r.play?.length ? ` · ${r.play.join(' ')}` : '', r.ok ? '' : ' · does not hold'),
      button('On the board', async () => {
        await showScenario(app, r);
        const first = app.tree.root.children[0];
        if (first) await app.show(r.play.length === 1 ? first : app.tree.root, true);
      }))));
  };
}

/** The text of a chapter in the Markdown that ours are written in. A diagram becomes a button that plays it on the board.
 * @param {import('./app.js').App} app @param {string} text */
function prose(app, text) {
  const out = [];
  for (const block of text.split(/\n{2,}/)) {
    const head = /^(#{1,4})\s+(.*)/.exec(block), diagram = /<!-- diagram (.*?) -->/.exec(block);
    const words = block.replace(/<!--.*?-->|!\[[^\]]*\]\([^)]*\)/gs, '').trim();
    if (head) out.push(el(head[1].length < 3 ? 'h2' : 'h3', {}, ...inline(head[2])));
    else if (/^[-*] /.test(words)) out.push(el('ul', {}, ...words.split(/\n(?=[-*] )/).map(item => el('li', {}, ...inline(item.slice(2))))));
    else if (words) out.push(el('p', {}, ...inline(words)));
    if (diagram) out.push(shownOn(app, diagram[1], /!\[([^\]]*)\]/.exec(block)?.[1] || ''));
  }
  return out;
}

/** A button that plays a diagram. @param {import('./app.js').App} app @param {string} call the words of turncoat diagram @param {string} says */
function shownOn(app, call, says) {
  const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(m => m[1] ?? m[2]).filter(w => !w.startsWith('--')), [fen, ...moves] = words;
  return el('p', {}, button('On the board', async () => {
    if (app.board.flipped !== call.includes('--flip')) app.board.flip();
    await showScenario(app, { start: fen, rules: 'pacifist1', play: moves });
    const end = app.tree.end();
    if (end.turn) await app.show(end, true);
  }, { 'aria-label': `On the board: ${says}` }), el('span', { class: 'small' }, ` ${says}`));
}

/** Words with their emphasis; links are their words. @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ');
  return plain.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*)/).filter(Boolean).map(part =>
    part.startsWith('**') ? el('strong', {}, part.slice(2, -2)) : part.startsWith('`') ? el('code', {}, part.slice(1, -1)) : /^\*.*\*$/.test(part) ? el('em', {}, part.slice(1, -1)) : part);
}
