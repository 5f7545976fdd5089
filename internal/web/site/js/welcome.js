// What a newcomer sees first: where to learn, and where to play.
// @ts-check
import { el, button, id } from './dom.js';

const seen = 'turncoat-seen';

/** @param {import('./app.js').App} app */
export function welcome(app) {
  const home = id('welcome');
  let known = location.hash !== '' || document.documentElement.dataset.given === 'true';

  try {
    known ||= !!localStorage.getItem(seen);
  } catch {
    /* a newcomer, then */
  }

  if (known) return;

  const gone = () => {
    home.hidden = true;

    try {
      localStorage.setItem(seen, 'true');
    } catch {
      /* as above */
    }
  };

  home.hidden = false;
  home.append(
    el('h2', {}, 'Chess in which the pieces change sides'),
    el(
      'div',
      { class: 'row' },
      button('Learn Pacifist Chess in ten minutes', () => app.open('learn'), { class: 'primary' }),
      button('Play', () => app.open('play'), { class: 'primary', 'aria-label': 'Play a game' }),
    ),
  );

  app.on('tab', (tab) => {
    if (tab !== 'analyse') gone();
  });

  app.on('played', gone);
}
