// Light or dark: as the system has it, until one chooses.
// @ts-check
import { id } from './dom.js';

export function theme() {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');

  try {
    const kept = localStorage.getItem('turncoat-theme');
    if (kept) root.dataset.theme = kept;
  } catch {
    /* it is only remembered */
  }

  id('theme').onclick = () => {
    const now = root.dataset.theme || (dark.matches ? 'dark' : 'light');
    root.dataset.theme = now === 'dark' ? 'light' : 'dark';

    try {
      localStorage.setItem('turncoat-theme', root.dataset.theme);
    } catch {
      /* as above */
    }
  };
}
