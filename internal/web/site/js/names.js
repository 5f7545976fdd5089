// The games by their names, with a sentence and a picture each. What the rules call them stands
// behind.
// @ts-check
import { texts } from './language.js';

/**
 * A picture of each game, nine squares row by row from the top left: a piece that has changed sides
 * is followed by "!", one that was reclaimed by "?".
 * @type {Record<string, string>}
 */
const pictures = {
  pacifist1: 'R N! R . . . . r .',
  pacifist2: 'Q N! . . . . . r .',
  'pacifist-number': 'r? N! . . . . r . .',
  'pacifist-value': 'r? N! . . . . q . .',
  'pacifist-average': 'r? N! . . . . . . q',
  conversion: 'N! . R . . . R . N!',
  benedict: 'P! . P! . . . . N .',
  'benedict-king': 'P! P! . K . . R . n',
  andernach: '. . k . n! . . . K',
  'anti-andernach': '. . k . b! . . . K',
  'super-andernach': '. q! k . n! . . . K',
  tibet: '. . k N! . . . . K',
  'double-tibet': '. N! k . . . . n! K',
  traitor: '. . k . . . Q! . K',
  'magic-squares': '. . k . r! . . . K',
  masand: 'k . Q! . . . R . K',
  'masand-generalised': 'k . Q! . N . R . N!',
  chess: '. . k . . . R . K',
};

/**
 * The games by their rules: a name, a sentence and a picture.
 * @type {Record<string, {name: string, about: string, picture: string}>}
 */
export const games = Object.fromEntries(
  Object.entries(pictures).map(([rules, picture]) => {
    const [name, about] = texts.games[rules];
    return [rules, { name, about, picture }];
  }),
);

/** @param {string} rules an identifier, or rules of one's own as YAML */
export const named = (rules) =>
  games[rules]?.name ||
  /^name: *(\S+)/m.exec(rules)?.[1] ||
  (rules.includes('\n') ? texts.ownRules : rules);
