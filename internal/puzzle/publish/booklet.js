// Opens solutions in place, and plays their lines on the boards. Without it the page can still be
// read and printed.
(() => {
  'use strict';
  const SQUARE = 45,
    LEFT = 22,
    TOP = 10,
    WAVES = 6,
    NUMBERS = 9; // of the boards: see the definitions
  const root = document.documentElement;

  const el = (name, properties, ...children) => {
    const e = Object.assign(document.createElement(name), properties);
    e.append(...children);
    return e;
  };

  const use = (id, square) => {
    const e = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    e.setAttribute('href', '#' + id);
    e.setAttribute('x', LEFT + SQUARE * file(square));
    e.setAttribute('y', TOP + SQUARE * (7 - rank(square)));
    return e;
  };
  const file = (square) => square.charCodeAt(0) - 97,
    rank = (square) => square.charCodeAt(1) - 49;
  const squares = (text) => text.match(/[a-h][1-8]/g) || [];

  // states reads the steps of a line: the board after each, the marked squares, and what to say.
  function states(line) {
    const [start, ...steps] = line.dataset.steps.split('|');
    const turns = [...line.querySelectorAll('b')].map((b) => b.textContent);
    const [placement, first] = start.split(' ');
    const pieces = new Map();
    placement.split('/').forEach((row, i) => {
      let x = 0;
      for (const c of row) {
        if (c >= '1' && c <= '8') x += +c;
        else pieces.set('abcdefgh'[x++] + (8 - i), c);
      }
    });
    const list = [
      { ply: -1, pieces: new Map(pieces), marks: [], turn: first, text: 'the position' },
    ];
    let marks = [],
      arrow = '';
    for (const step of steps) {
      const [what, changes] = step.split(' ');
      const [, ply, kind, rest] = /^(\d+)(.)(.*)$/.exec(what);
      for (const [, square, letter] of changes.matchAll(/([a-h][1-8])(.)/g)) {
        if (letter === '.') pieces.delete(square);
        else pieces.set(square, letter);
      }
      let text = turns[ply];
      if (kind === 'm') {
        const [from, to] = squares(rest);
        marks = [
          [from, 'from'],
          [to, 'to'],
        ];
        arrow = rest;
      } else {
        const wave = kind === 'w' ? +rest : 0;
        marks = [
          ...marks,
          ...squares(changes).map((s) => [
            s,
            wave ? 'wave-' + Math.min(wave, WAVES) : 'reclaimed',
            wave,
          ]),
        ];
        text += (wave ? ', wave ' + wave : ', taken back') + ': ' + squares(changes).join(' ');
      }
      const black = (first === 'b') !== (ply % 2 === 1);
      list.push({
        ply: +ply,
        pieces: new Map(pieces),
        marks,
        arrow,
        turn: black ? 'w' : 'b',
        text,
      });
    }
    return list;
  }

  // draw shows a state on a board.
  function draw(svg, state) {
    const [under, pieces, over] = svg.querySelectorAll('g');
    // where a square has several marks, the last one is shown
    const marks = new Map(state.marks.map((m) => [m[0], m]));
    under.replaceChildren(
      ...[...marks.values()].map(([square, kind]) => use('mark-' + kind, square)),
    );
    if (state.arrow) {
      const [from, to] = squares(state.arrow),
        right = file(to) - file(from),
        up = rank(to) - rank(from);
      const id = 'arrow' + (right < 0 ? '' : '+') + right + (up < 0 ? '' : '+') + up;
      if (document.getElementById(id)) under.append(use(id, from));
    }
    pieces.replaceChildren(
      ...[...state.pieces].map(([square, letter]) => use('piece-' + letter, square)),
    );
    const numbered = [...marks.values()].filter((m) => m[2] && m[2] <= NUMBERS);
    over.replaceChildren(...numbered.map(([square, , wave]) => use('wave-' + wave, square)));
    const disc = svg.lastElementChild;
    disc.setAttribute('href', state.turn === 'w' ? '#turn-white' : '#turn-black');
    disc.setAttribute('y', state.turn === 'w' ? TOP + 8 * SQUARE - 7.5 : TOP + 7.5);
  }

  // A player steps through the lines of a solution, on the board of the puzzle if the solution is
  // open in place.
  class Player {
    constructor(article) {
      this.article = article;
      this.puzzle = document.getElementById('p' + article.id.slice(1));
      this.boards = new Map(); // those that were drawn on, as they were
      this.at = 0;
      const button = (text, title, go) =>
        el('button', {
          type: 'button',
          textContent: text,
          title,
          ariaLabel: title,
          onclick: () => this.go(go()),
        });
      this.status = el('span', { className: 'now', role: 'status' });
      this.bar = el(
        'div',
        { className: 'player' },
        (this.first = button('«', 'to the position', () => 0)),
        (this.back = button('‹', 'one step back', () => this.at - 1)),
        (this.next = button('›', 'one step on', () => this.at + 1)),
        (this.last = button('»', 'to the end', () => Infinity)),
        this.status,
      );
      this.line = article.querySelector('.line');
      this.states = null;
      this.turns = [...article.querySelectorAll('.line b')];
      for (const b of this.turns) {
        b.tabIndex = 0;
        b.role = 'button';
        b.onclick = () => {
          this.follow(b.parentNode);
          this.go(this.states.findLastIndex((s) => s.ply === +b.dataset.ply));
        };
        b.onkeydown = (e) => {
          if (e.key === 'Enter' || e.key === ' ') {
            e.preventDefault();
            b.click();
          }
        };
      }
      this.line.before(this.bar);
      article.onkeydown = (e) => {
        const go = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: Infinity }[
          e.key
        ];
        if (go === undefined || e.altKey || e.ctrlKey || e.metaKey) return;
        e.preventDefault();
        this.go(go);
      };
    }

    // follow takes up a line, of several.
    follow(line) {
      if (this.states && this.line === line) return;
      this.line = line;
      this.states = states(line);
    }

    get placed() {
      return this.puzzle.contains(this.article);
    }
    get board() {
      return this.placed
        ? this.puzzle.querySelector('.diagram > .board')
        : this.article.querySelector(':scope > .board');
    }

    go(to) {
      this.follow(this.line);
      this.at = Math.max(0, Math.min(to, this.states.length - 1));
      const state = this.states[this.at];
      if (!this.boards.has(this.board)) this.boards.set(this.board, this.board.cloneNode(true));
      draw(this.board, state);
      this.status.textContent = state.text;
      this.first.disabled = this.back.disabled = this.at === 0;
      this.next.disabled = this.last.disabled = this.at === this.states.length - 1;
      for (const b of this.turns) {
        const isShown = b.parentNode === this.line && +b.dataset.ply === state.ply;
        b.ariaCurrent = isShown ? 'step' : null;
      }
    }

    // rest shows the boards again as they are in print.
    rest() {
      for (const [board, was] of this.boards)
        board.replaceChildren(...was.cloneNode(true).childNodes);
      this.boards.clear();
      this.at = 0;
      this.status.textContent = '';
      this.first.disabled = this.back.disabled = this.next.disabled = this.last.disabled = false;
      for (const b of this.turns) b.ariaCurrent = null;
    }

    // place puts the solution beneath its diagram, or back where it stands in the page.
    place(here) {
      if (here === this.placed || (!this.home && !here)) return;
      this.rest();
      if (here) {
        this.home = document.createComment('');
        this.article.replaceWith(this.home);
        this.puzzle.append(this.article);
        this.go(0);
      } else {
        this.home.replaceWith(this.article);
      }
      this.puzzle.classList.toggle('open', here);
      const link = this.puzzle.querySelector('.show');
      if (link)
        Object.assign(link, { ariaExpanded: here, textContent: here ? 'close' : 'solution' });
    }
  }

  const players = [...document.querySelectorAll('.solution')].map((a) => new Player(a));
  const links = players.map((p) => p.puzzle.querySelector('.show'));
  const all = el('button', { type: 'button', id: 'place' });
  let everywhere = false; // all solutions were put in place

  const placeAll = (here) => {
    everywhere = here;
    players.forEach((p) => p.place(here));
    root.classList.toggle('in-place', here);
    all.textContent = here ? 'Solutions to the end' : 'Solutions in place';
  };

  players.forEach((p, i) => {
    if (!links[i]) return; // the solution stands in place already
    links[i].role = 'button';
    links[i].ariaExpanded = false;
    links[i].onclick = (e) => {
      e.preventDefault();
      p.place(!p.placed);
    };
  });
  all.onclick = () => placeAll(!everywhere);

  const paper = el(
    'select',
    {
      ariaLabel: 'paper',
      onchange: () => {
        const [size, margin] = {
          a4: ['A4', '12mm 13mm 14mm'],
          a5: ['A5', '9mm 14mm 12mm'],
          letter: ['letter', '10mm 14mm 12mm'],
        }[paper.value];
        const rules = document.styleSheets[0];
        rules.deleteRule(0);
        rules.insertRule(`@page { size: ${size}; margin: ${margin} }`, 0);
        root.classList.remove('a4', 'a5', 'letter');
        root.classList.add(paper.value);
      },
    },
    ...['a4', 'a5', 'letter'].map((p) =>
      el('option', {
        value: p,
        textContent: p === 'letter' ? 'Letter' : p.toUpperCase(),
        selected: root.classList.contains(p),
      }),
    ),
  );
  const tools = el(
    'p',
    { className: 'tools' },
    el('button', { type: 'button', textContent: 'Print', onclick: () => print() }),
    ' on ',
    paper,
  );
  if (links.some(Boolean)) {
    tools.prepend(all, ' ');
    placeAll(false);
  }
  document.querySelector('.cover').append(tools);

  // For printing, solutions that were opened go back to the end, and the boards show the puzzles.
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = everywhere ? [] : players.filter((p) => p.home && p.placed);
    opened.forEach((p) => p.place(false));
    players.forEach((p) => p.rest());
  });
  addEventListener('afterprint', () => opened.forEach((p) => p.place(true)));
})();
