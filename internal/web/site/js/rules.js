// The rule sets: the built-in ones, and one's own as YAML.
// @ts-check
import { id, el, button, shown, reason } from './dom.js';
import { Refused } from './engine.js';
import { named } from './names.js';

/** @param {import('./app.js').App} app */
export function rulesMenu(app) {
  const menu = id('rules');
  let own = '';
  app.on('sets', () =>
    menu.replaceChildren(...app.sets.map((s) => el('option', { value: s.name }, named(s.name)))),
  );

  app.on('rules', () => {
    menu.querySelector('[data-own]')?.remove();
    if (![...menu.options].some((o) => o.value === app.rules)) {
      own = app.rules;
      menu.append(el('option', { value: own, 'data-own': true }, `${shown(app.about.name)} (own)`));
    }

    menu.value = app.rules;
  });

  menu.onchange = async () => {
    const before = app.rules;
    const chosen = menu.value;

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
        app.say(`The position was not possible under ${chosen}; this is the start.`, e.message);
      } catch {
        menu.value = before;
      }
    }
  };

  id('own-rules').onclick = () => {
    const text = el('textarea', {
      rows: '12',
      class: 'mono',
      'aria-label': 'Rule set as YAML',
      spellcheck: 'false',
    });

    const note = el('p', { role: 'status', class: 'small' });

    text.value = own || app.about?.yaml || 'base: pacifist1\n';

    const dialog = el(
      'dialog',
      { 'aria-label': 'Rules of your own' },
      el('h2', {}, 'Rules of your own'),
      el(
        'p',
        { class: 'small' },
        'A rule set in YAML: a base, and what differs from it, as in “lines: blocked”.',
      ),
      text,
      note,
      el(
        'div',
        { class: 'row' },
        button(
          'Play by them',
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
        button('Cancel', () => dialog.close()),
      ),
    );

    dialog.onclose = () => dialog.remove();
    document.body.append(dialog);
    dialog.showModal();
  };
}
