// What the tests in Go look at a page with, and act in it. It is there before the page's own
// scripts, in frames too.

window.$ = (selector) => document.querySelector(selector);
window.$$ = (selector) => [...document.querySelectorAll(selector)];

/** What has gone wrong in the page. */
window.faults = [];
addEventListener('error', (e) => faults.push(e.message));
addEventListener('unhandledrejection', (e) => faults.push(String(e.reason?.stack || e.reason)));
addEventListener('securitypolicyviolation', (e) =>
  faults.push(`${e.violatedDirective} forbids ${e.blockedURI}`),
);

// Who opens the page is no newcomer, until a test says so.
try {
  if (!sessionStorage.returned) sessionStorage.returned = localStorage['turncoat-seen'] = 'true';
} catch {
  // Some pages may keep nothing.
}

/** The time, also where a test has stopped the page's clock. */
const now = performance.now.bind(performance);

/** Looks for some seconds whether something is so, and returns “so” or what it was at last. */
window.seen = (look) =>
  new Promise((done) => {
    const end = now() + 3000;
    const again = () => {
      let found;
      try {
        found = look() ? 'so' : 'not so';
      } catch (e) {
        found = String(e);
      }

      if (found === 'so' || now() > end) done(found);
      else setTimeout(again, 15);
    };
    again();
  });

/** The board that is shown, as a FEN has it. */
window.shownBoard = () => {
  const square = (file, rank) => $(`[data-square="${file}${rank}"]`).dataset.piece || '1';
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((r) => [...'abcdefgh'].map((f) => square(f, r)));
  return ranks.map((rank) => rank.join('').replace(/1+/g, (gap) => gap.length)).join('/');
};

/** Whether a board is shown, and nothing moves any more. */
window.shows = (board) => shownBoard() === board && !$('.piece img.after');

/** The squares of a selector, sorted. */
window.squaresOf = (selector) =>
  $$(selector)
    .map((e) => e.dataset.square)
    .sort()
    .join(' ');

/** Whether an element holds a text. */
window.holds = (selector, text) => !!$(selector)?.textContent.includes(text);

/** The moves that the list shows. */
window.moveText = () => $('.movelist').textContent.replace(/\s+/g, ' ');

/** How many questions have been answered. */
window.answered = () =>
  performance
    .getEntriesByType('resource')
    .filter((e) => e.name.endsWith('/ask') && e.responseEnd).length;

/** The button of a name that can be pressed. */
window.buttonNamed = (name) =>
  $$('button').find(
    (b) =>
      (b.getAttribute('aria-label') || b.textContent).trim() === name &&
      b.offsetParent &&
      !b.disabled,
  );

/** The labels of the buttons in a part of the page that are seen. */
window.buttonsIn = (selector) =>
  $$(`${selector} button`)
    .filter((b) => b.offsetParent)
    .map((b) => b.textContent)
    .join();

/** The middle of an element, which is brought into view. */
window.middle = (e) => {
  e.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = e.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** The left upper corner of an element. */
window.corner = (e) => {
  const { left, top } = e.getBoundingClientRect();
  return [left, top];
};

let aimed = null;

/** Where to click on an element, if it is there. Both are read together: between two looks it could
 * move away and seem to have stayed. */
window.aim = (e) => {
  if (!e) return [];

  const at = middle(e);
  aimed = { e, corner: corner(e), clicked: false };
  const click = () => {
    aimed.clicked = true;
  };
  e.addEventListener('click', click, { capture: true, once: true });
  return at;
};

/** Whether the click has missed its element, which moved away or was replaced. Only the board's
 * squares may take a click without an event. */
window.missed = () => {
  const { e, corner: before, clicked } = aimed;
  return !clicked && (!e.isConnected || !e.dataset.square || String(corner(e)) !== String(before));
};

/** The element that has a name. */
window.labelled = (name) => $(`[aria-label=${JSON.stringify(name)}]`);

/** Gives a field or a menu a value, as a person does. */
window.fill = (e, value) => {
  e.value = value;
  e.dispatchEvent(new Event('input', { bubbles: true }));
  e.dispatchEvent(new Event('change', { bubbles: true }));
};

const transfer = (text) => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  return data;
};

const drop = (dataTransfer) =>
  document.body.dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
  );

window.paste = (text) =>
  document.body.dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, clipboardData: transfer(text) }),
  );

window.dropText = (text) => drop(transfer(text));

window.dropFile = (text, name = 'given.txt') => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  drop(data);
};

/** Pastes a text into the field that loads games, and loads it. */
window.loadText = (text) => {
  const field = labelled('Paste a FEN, a game or a scenario');
  field.closest('details').open = true;
  field.value = text;
  buttonNamed('Load').click();
};

/** Keeps what the page gives to be saved in window.saved, instead of the browser. */
window.keepSaved = () => {
  URL.createObjectURL = (blob) => {
    blob.text().then((text) => {
      window.saved = text;
    });
    return '#';
  };
  HTMLAnchorElement.prototype.click = () => {};
};

/** Sets the time of the page on, and stops it there. */
window.leap = (ms) => {
  const stopped = performance.now() + ms;
  performance.now = () => stopped;
};

/** Follows a link in the page. */
window.follow = (address) => {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
};

/** Asks the server a question. */
window.askServer = async (question) => {
  const reply = await fetch('ask', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(question),
  });
  return reply.json();
};
