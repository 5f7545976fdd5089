// The game that is played: a name at the head of the page, which opens a chooser, and rules of
// one's own as YAML.
// @ts-check
import { id, el, button, shown, reason } from './dom.js';
import { Refused } from './engine.js';
import { picture } from './fen.js';
import { games, named } from './names.js';
import { texts } from './language.js';

/** A picture of a game. @param {string} squares as in games */
function emblem(squares) {
  const cells = squares.split(' ').map((square) => {
    const [piece, sign] = square;
    const kind = { '!': 'turned', '?': 'back' }[sign] || '';
    return el(
      'span',
      { class: kind },
      /[a-z]/i.test(piece) && el('img', { src: picture(piece), alt: '' }),
    );
  });

  return el('span', { class: 'emblem', 'aria-hidden': 'true' }, ...cells);
}

/** @param {import('./app.js').App} app */
export function rulesMenu(app) {
  const menu = id('rules');
  let own = '';

  app.on('rules', () => {
    const builtin = app.sets.some((s) => s.name === app.rules);
    if (!builtin) own = app.rules;

    const name = builtin ? named(app.rules) : texts.rules.own(shown(app.about.name));
    document.title = `${name} – Turncoat`;
    menu.value = app.rules;
    menu.replaceChildren(name, el('span', { 'aria-hidden': 'true' }, ' ▾'));
  });

  menu.onclick = () => {
    /** Closes the dialog, and does what was chosen in it. @param {() => any} then */
    const leave = (then) => () => {
      dialog.close();
      return then();
    };

    const entry = (/** @type {string} */ name) =>
      el(
        'button',
        {
          type: 'button',
          'data-rules': name,
          'aria-pressed': String(name === app.rules),
          onclick: leave(() => choose(name)),
        },
        emblem(games[name]?.picture || ''),
        el('strong', {}, named(name)),
        el('small', {}, games[name]?.about),
      );

    const ids = app.sets.flatMap(({ name }) => [
      el('dt', {}, el('code', {}, name)),
      el('dd', {}, named(name)),
    ]);

    const dialog = el(
      'dialog',
      { 'aria-label': texts.rules.choose, class: 'games' },
      el('h2', {}, texts.rules.title),
      ...app.sets.map((s) => entry(s.name)),
      el('details', {}, el('summary', {}, texts.rules.details), el('dl', {}, ...ids)),
      el(
        'div',
        { class: 'row' },
        button(texts.rules.edit, leave(edit), { id: 'own-rules' }),
        button(texts.cancel, () => dialog.close()),
      ),
    );

    dialog.onclose = () => dialog.remove();
    document.body.append(dialog);
    dialog.showModal();
  };

  const choose = async (/** @type {string} */ chosen) => {
    if (chosen === app.rules) return;
    if (app.mode.rules) {
      await app.mode.rules(chosen);
      return;
    }

    const { fen } = app;
    if (app.tab !== 'analyse') await app.open('analyse');

    try {
      await app.begin(fen, chosen);
    } catch (e) {
      try {
        if (!(e instanceof Refused)) throw e;
        await app.begin('start', chosen);
        app.say(texts.rules.impossible(chosen), e.message);
      } catch {
        /* the game stays as it was */
      }
    }
  };

  const edit = () => {
    const text = el('textarea', {
      rows: '12',
      class: 'mono',
      'aria-label': texts.rules.yaml,
      spellcheck: 'false',
    });

    const note = el('p', { role: 'status', class: 'small' });

    text.value = own || app.about?.yaml || 'base: pacifist1\n';

    const dialog = el(
      'dialog',
      { 'aria-label': texts.rules.editTitle },
      el('h2', {}, texts.rules.editTitle),
      el('p', { class: 'small' }, texts.rules.about),
      text,
      note,
      el(
        'div',
        { class: 'row' },
        button(
          texts.rules.play,
          async () => {
            // YAML, not a name.
            const rules = text.value.includes(':') ? text.value : text.value + '\n:';

            try {
              await app.begin(app.fen, rules).catch((e) => {
                if (!(e instanceof Refused && e.code === 'invalid-fen')) throw e;
                return app.begin('start', rules); // the position is not possible under them
              });
            } catch (e) {
              note.textContent = reason(e);
              note.className = 'bad';
              return;
            }

            dialog.close();
          },
          { class: 'primary' },
        ),
        button(texts.cancel, () => dialog.close()),
      ),
    );

    dialog.onclose = () => dialog.remove();
    document.body.append(dialog);
    dialog.showModal();
  };
}
