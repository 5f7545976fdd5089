// The games by their names, with a sentence each. What the rules call them stands behind.
// @ts-check

/** @type {Record<string, [string, string]>} */
export const games = {
  pacifist1: [
    'Pacifist Chess, by number, as on vchess.club',
    'Nothing is captured: a piece that more enemies than friends bear on changes sides.',
  ],
  pacifist2: [
    'Pacifist Chess, by value, as on vchess.club',
    'As by number, but what counts is how much the pieces are worth together.',
  ],
  'pacifist-number': [
    'Pacifist Chess, by number, the inventor’s rules',
    'After each move the enemy may reclaim what is outnumbered in turn.',
  ],
  'pacifist-value': [
    'Pacifist Chess, by value, the inventor’s rules',
    'The enemy may reclaim pieces, and what counts is the worth of all together.',
  ],
  'pacifist-average': [
    'Pacifist Chess, by average, the inventor’s rules',
    'The enemy may reclaim pieces, and what counts is the worth of the average piece.',
  ],
  conversion: [
    'Conversion Chess',
    'Two pieces of a kind on corners of a rectangle win over what stands on the other two.',
  ],
  benedict: [
    'Benedict Chess',
    'Nothing is captured: what the moved piece attacks changes sides. Turn the king and win.',
  ],
  'benedict-king': [
    'Benedict Chess, the king alone in castling',
    'As on SchemingMind: a rook that castles converts nothing.',
  ],
  chess: ['Chess', 'Orthodox chess, and Chess960.'],
};

/** @param {string} rules an identifier, or rules of one's own as YAML */
export const named = (rules) =>
  games[rules]?.[0] ||
  /^name: *(\S+)/m.exec(rules)?.[1] ||
  (rules.includes('\n') ? 'rules of your own' : rules);
