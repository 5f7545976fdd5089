// The games by their names, with a sentence and a picture each. What the rules call them stands
// behind.
// @ts-check

/**
 * A name, a sentence, and nine squares, row by row from the top left: a piece that has changed
 * sides is followed by "!", one that was reclaimed by "?".
 * @type {Record<string, [string, string, string]>}
 */
export const games = {
  pacifist1: [
    'Pacifist Chess, by number, as on vchess.club',
    'Nothing is captured: a piece that more enemies than friends bear on changes sides.',
    'R N! R . . . . r .',
  ],
  pacifist2: [
    'Pacifist Chess, by value, as on vchess.club',
    'As by number, but what counts is how much the pieces are worth together.',
    'Q N! . . . . . r .',
  ],
  'pacifist-number': [
    'Pacifist Chess, by number, the inventor’s rules',
    'After each move the enemy may reclaim what is outnumbered in turn.',
    'r? N! . . . . r . .',
  ],
  'pacifist-value': [
    'Pacifist Chess, by value, the inventor’s rules',
    'The enemy may reclaim pieces, and what counts is the worth of all together.',
    'r? N! . . . . q . .',
  ],
  'pacifist-average': [
    'Pacifist Chess, by average, the inventor’s rules',
    'The enemy may reclaim pieces, and what counts is the worth of the average piece.',
    'r? N! . . . . . . q',
  ],
  conversion: [
    'Conversion Chess',
    'Two pieces of a kind on corners of a rectangle win over what stands on the other two.',
    'N! . R . . . R . N!',
  ],
  benedict: [
    'Benedict Chess',
    'Nothing is captured: what the moved piece attacks changes sides. Turn the king and win.',
    'P! . P! . . . . N .',
  ],
  'benedict-king': [
    'Benedict Chess, the king alone in castling',
    'As on SchemingMind: a rook that castles converts nothing.',
    'P! P! . K . . R . n',
  ],
  chess: ['Chess', 'Orthodox chess, and Chess960.', '. . k . . . R . K'],
};

/** @param {string} rules an identifier, or rules of one's own as YAML */
export const named = (rules) =>
  games[rules]?.[0] ||
  /^name: *(\S+)/m.exec(rules)?.[1] ||
  (rules.includes('\n') ? 'rules of your own' : rules);
