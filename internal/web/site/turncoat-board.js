// <turncoat-board>: a board of Turncoat on any page, in a frame of its own. Load this file as an
// ordinary script, not as a module, from the site that has embed.html:
//
//   <script src="https://example.org/turncoat/turncoat-board.js" defer></script>
//   <turncoat-board rules="pacifist1" moves="e4 e5" play></turncoat-board>
//
// docs/board.md has the attributes, and what a strict policy of the page must allow.
// @ts-check
{
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) {
    throw new Error('turncoat-board.js is an ordinary script: load it without type="module"');
  }

  const page = new URL('embed.html', script.src);

  /** The attributes with a value, and those that are there or not. */
  const values = ['rules', 'fen', 'moves', 'at', 'theme', 'light', 'dark', 'background'];
  const flags = ['play', 'flip'];

  // A sheet made by a script is allowed where a policy forbids the styles of the page itself.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block; max-width: 480px; }
    :host([hidden]) { display: none; }
    iframe { display: block; width: 100%; aspect-ratio: 3 / 4; border: 0; }
  `);

  class TurncoatBoard extends HTMLElement {
    static observedAttributes = [...values, ...flags, 'title'];

    /** @type {HTMLIFrameElement | null} */
    #frame = null;
    #loaded = false;
    #root = this.attachShadow({ mode: 'open' });

    constructor() {
      super();
      this.#root.adoptedStyleSheets = [sheet];
    }

    connectedCallback() {
      const frame = document.createElement('iframe');
      this.#frame = frame;
      this.#loaded = false;
      frame.addEventListener('load', () => {
        this.#loaded = true;
      });

      frame.loading = 'lazy';
      frame.referrerPolicy = 'no-referrer';
      this.#show();
      this.#root.append(frame);
      addEventListener('message', this);
    }

    disconnectedCallback() {
      removeEventListener('message', this);
      this.#frame?.remove();
      this.#frame = null;
    }

    attributeChangedCallback() {
      this.#show();
    }

    /** Shows what the attributes say. */
    #show() {
      const frame = this.#frame;
      if (!frame) return;

      frame.title = this.title || 'Turncoat';
      // Once there is a page, another address must not become a step of the browser's way back.
      if (this.#loaded) frame.contentWindow?.location.replace(this.#address());
      else frame.src = this.#address();
    }

    #address() {
      const parts = flags.filter((name) => this.hasAttribute(name));

      for (const name of values) {
        const value = this.getAttribute(name)?.trim();
        const written = name === 'moves' ? value?.replace(/\s+/g, '_') : value;
        if (written) parts.push(`${name}=${encodeURIComponent(written)}`);
      }

      return `${page.href}#${parts.join('&')}`;
    }

    /** Hears what the frame says, and nobody else. @param {MessageEvent} e */
    handleEvent({ source, origin, data }) {
      if (!this.#frame || source !== this.#frame.contentWindow || origin !== page.origin) return;

      if (data.turncoat === 'height') this.#frame.style.height = `${Number(data.height)}px`;
      if (data.turncoat === 'move') {
        const { fen, move, san } = data;
        const detail = { fen, move, san };
        this.dispatchEvent(
          new CustomEvent('turncoat-move', { detail, bubbles: true, composed: true }),
        );
      }
    }
  }

  if (!customElements.get('turncoat-board')) {
    customElements.define('turncoat-board', TurncoatBoard);
  }
}
