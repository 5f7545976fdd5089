// The small board for frames on other pages: a game or a position to step through, or to play on.
// Its address says all that it shows; it keeps nothing.
// @ts-check
import { App } from './app.js';
import { Store } from './store.js';
import { Address, read } from './address.js';
import { id, shown } from './dom.js';
import { pieces } from './fen.js';
import { listen, stepKeys } from './keys.js';
import { translatePage } from './language.js';
import { dress } from './dress.js';
import { rulesReady } from './ready.js';
import { stepButtons } from './steps.js';

/** What an address says of a game; all else is about how it is shown. */
const game = ['rules', 'fen', 'moves', 'at'];

translatePage();

const app = new App(new Store(null, '', new Map()));
const address = new Address(app, false);
const wishes = () => read(location.hash.slice(1));

stepButtons(app, (node, moving) => app.show(node, moving));
listen(stepKeys(app));
app.on('at', () => {
  const steps = app.tree.root.children.length > 0 || wishes().said.has('play');
  id('steps').hidden = !steps;
  id('game').textContent = shown(app.named(app.rules));
  id('whole').href = `./${address.text}`;
});

app.on('played', (node) =>
  tell({ turncoat: 'move', fen: node.fen, move: node.typed, san: node.turn.san }),
);

app.mode = { may: () => false }; // until all is there
app.board.show(pieces(Address.fen()));
dress(wishes().plain);
tellHeight();
await rulesReady(app);

/** The fragment that is shown, or about to be. @type {string | null} */
let followed = null;

// One after another: what an earlier address asked for must not come after what a later one shows.
let following = load();
await following;
app.emit('begun');
document.documentElement.dataset.ready = 'true';
addEventListener('hashchange', () => {
  following = following.finally(load);
});

/** Shows what the address says. */
async function load() {
  const { hash } = location;
  // Of several changes at once, the first that is heard of finds the last address already.
  if (hash === followed) return;

  followed = hash;
  const { said, plain } = wishes();
  const parts = game.filter((key) => said.has(key)).map((key) => `${key}=${said.get(key)}`);

  app.mode = { may: () => false };
  app.games = {}; // none is kept that another takes the place of
  if (app.board.flipped !== said.has('flip')) app.board.flip();
  const fault = dress(plain);
  if (!(await address.load(parts.join('&')))) await app.begin('start', 'pacifist1');
  if (location.hash !== hash) return; // it has changed meanwhile, and is shown next
  if (fault) app.say(fault, '', true);
  app.mode = { may: () => said.has('play') };
  app.board.label(); // which names what can be moved
}

/** Tells the page around the frame, which may be any. @param {Record<string, any>} what */
function tell(what) {
  if (parent !== window) parent.postMessage(what, '*');
}

/** Tells the height at which the board is as wide as the frame, whenever it changes. */
function tellHeight() {
  const field = /** @type {HTMLElement} */ (document.querySelector('.field'));
  let told = 0;

  const look = () => {
    const place = field.getBoundingClientRect();
    const wide = Math.floor(field.clientWidth / 8) * 8; // as the board is rounded
    const rest = id('embed').lastElementChild.getBoundingClientRect().bottom - place.bottom;
    const height = Math.ceil(place.top + scrollY + wide + rest + place.left);
    if (height !== told) tell({ turncoat: 'height', height });
    told = height;
  };

  const watch = new ResizeObserver(look);
  for (const e of id('embed').children) watch.observe(e);
}
