// The texts of the page in English, by the file that shows them. Where a text has parts, it is a
// function of these; colours are 'white' and 'black', kinds of pieces 'pawn' and so on.
// @ts-check

/** @param {string} colour @returns {string} */
const side = (colour) => (colour === 'white' ? 'White' : 'Black');

/** @param {string} colour */
const enemy = (colour) => side(colour === 'white' ? 'black' : 'white');

/** @param {string[]} list */
const and = (list) =>
  list.length < 2 ? list.join('') : list.slice(0, -1).join(', ') + ' and ' + list[list.length - 1];

/**
 * A number with its noun: "1 puzzle", "2 puzzles".
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
const counted = (n, one, many = one + 's') => `${n} ${n === 1 ? one : many}`;

/** @param {number} n */
const large = (n) => n.toLocaleString('en');

/** @param {string[]} squares */
const comes = (squares) => (squares.length === 1 ? 'comes' : 'come');

/** @param {string} time */
const until = (time) => (time ? `, until ${time}` : '');

/** @param {number} right @param {number} all */
const percent = (right, all) => `${Math.round((100 * right) / all)} %`;

export default {
  /** The name of the language. */
  ownName: 'English',
  /** The letters of king, queen, rook, bishop and knight in moves. */
  pieceLetters: ['K', 'Q', 'R', 'B', 'N'],
  side,
  and,
  /** @param {string} kind */
  kind: (kind) => kind,
  /** @param {string} kind @param {string} colour */
  piece: (kind, colour) => `${colour} ${kind}`,
  /** What the program that knows the rules says of a fault. @param {any} error */
  refusal: ({ message }) => message,
  /**
   * Why a move cannot be played, as the program has it: the rules that it breaks, and a sentence.
   * @param {string} move
   * @param {{rules: string[], message: string}} why
   */
  illegal: (move, { message }) => message,
  /** A rule with its sentence. @param {string} rule @param {string} text as the program has it */
  rule: (rule, text) => `${rule}: ${text}`,
  /** A theme of puzzles. @param {string} name */
  theme: (name) => name.replace(/-/g, ' '),
  close: 'Close',
  cancel: 'Cancel',
  stop: 'Stop',
  takeBack: 'Take back',
  tryAgain: 'Try again',
  askAgain: 'Ask again',
  hint: 'Hint',
  done: 'Done',
  analyse: 'Analyse',

  /** Elements of the pages by their data-words, with their text and their attributes. */
  page: {
    skip: { text: 'To the move field' },
    rules: { title: 'Choose the game' },
    settings: { 'aria-label': 'Settings', title: 'Board, pieces, sound, language' },
    theme: { 'aria-label': 'Dark or light', title: 'Dark or light' },
    help: { 'aria-label': 'Keys', title: 'Keys (?)' },
    board: { 'aria-label': 'Board' },
    bar: { 'aria-label': 'Evaluation' },
    loading: { text: 'Loading the rules…' },
    choice: { 'aria-label': 'Reclaim' },
    steps: { 'aria-label': 'Steps through the moves' },
    first: { 'aria-label': 'To the start', title: 'To the start (Home)' },
    back: { 'aria-label': 'Back', title: 'Back (←)' },
    forward: { 'aria-label': 'Forward', title: 'Forward (→)' },
    last: { 'aria-label': 'To the end', title: 'To the end (End)' },
    flip: { 'aria-label': 'Flip the board', title: 'Flip the board (f)' },
    waves: { 'aria-label': 'The cascade' },
    waveBack: { 'aria-label': 'Wave back', title: 'One wave back (p)' },
    again: { text: 'Again', title: 'The cascade again (r)' },
    waveOn: { 'aria-label': 'Next wave', title: 'The next wave (n)' },
    move: { text: 'Move' },
    moveField: { placeholder: 'Nf5' },
    go: { text: 'Go' },
    tabs: { 'aria-label': 'What to do' },
    learn: { text: 'Learn' },
    play: { text: 'Play' },
    puzzles: { text: 'Puzzles' },
    analyse: { text: 'Analyse' },
    records: { text: 'Records' },
    whole: { text: 'Open in Turncoat' },
  },

  /** The games by their rules: a name, and a sentence. @type {Record<string, [string, string]>} */
  games: {
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
    andernach: [
      'Andernach Chess',
      'As chess, but a piece that captures goes over to the other side.',
    ],
    'anti-andernach': [
      'Anti-Andernach Chess',
      'As chess, but a piece that moves and captures nothing goes over to the other side.',
    ],
    'super-andernach': [
      'Super-Andernach Chess',
      'As chess, but every piece that moves goes over to the other side.',
    ],
    tibet: [
      'Tibet Chess',
      'A piece of Black’s that captures a piece of another kind goes over to White.',
    ],
    'double-tibet': [
      'Double Tibet Chess',
      'A piece that captures a piece of another kind goes over to the other side.',
    ],
    traitor: [
      'Traitor Chess',
      'A piece of Black’s that moves to White’s half of the board goes over to White.',
    ],
    'magic-squares': [
      'Magic Squares',
      'A piece that moves to d4, e4, d5 or e5 goes over to the other side.',
    ],
    masand: [
      'Masand Chess',
      'A piece that gives check turns everything that it attacks, of both sides.',
    ],
    'masand-generalised': [
      'Masand Generalised',
      'Every piece that gives check turns all that it attacks, the uncovered ones, too.',
    ],
    chess: ['Chess', 'Orthodox chess, and Chess960.'],
  },
  ownRules: 'rules of your own',

  words: {
    /** @param {string} mover @param {string} san */
    plays: (mover, san) => `${side(mover)} plays ${san}.`,
    /** @param {string[]} squares @param {string} mover */
    comeOver: (squares, mover) => `${and(squares)} ${comes(squares)} over to ${side(mover)}.`,
    /** @param {number} n @param {string[]} squares */
    wave: (n, squares) => `Wave ${n}: ${and(squares)}`,
    /** What comes before several waves, between them and after. @param {string} mover */
    waves: (mover) => ['', '; ', ` come over to ${side(mover)}.`],
    /** @param {number} n @param {string[]} squares */
    shortWave: (n, squares) => `${n} ${squares.join(' ')}`,
    /** As waves, where there are many. @param {string} mover @param {string[][]} waves */
    manyWaves: (mover, waves) => [
      `${waves.flat().length} come over to ${side(mover)} in ${waves.length} waves: `,
      ', ',
      '.',
    ],
    /** @param {string} owner @param {string[]} squares */
    reclaims: (owner, squares) => `${side(owner)} reclaims ${and(squares)}.`,
    drawn: 'A draw.',
    /** @param {string} winner */
    wins: (winner) => `${side(winner)} wins.`,
    /** Why: whoever is named has not won. @param {string} mover */
    stalemate: (mover) => `${side(mover)} has no legal move.`,
    checkmate: 'Checkmate.',
    /** @param {string} loser */
    kingConverted: (loser) => `${side(loser)}’s king has changed sides.`,
    /** @param {string} loser */
    noKing: (loser) => `${side(loser)} owns no king and can claim none.`,
    /** @param {string} mover */
    toMove: (mover) => `${side(mover)} to move.`,
    /** @param {string} mover */
    mustClaim: (mover) => `${side(mover)} to move. It owns no king and must claim one.`,
  },

  address: {
    /** @param {string} why */
    refused: (why) => `The link cannot be shown as it stands: ${why}`,
    /** @param {number} most */
    tooLong: (most) => `it is longer than ${most} characters`,
  },

  app: {
    /** @param {string} why */
    away: (why) => `No answer: ${why}. The board goes on when it is back.`,
    gameBefore: 'The game before is in “Earlier games”.',
  },

  board: {
    name: 'Board',
    /** @param {string} wave */
    changed: (wave) => `, changed sides in wave ${wave}`,
    reclaimed: ', reclaimed',
    chosen: ', chosen to be reclaimed',
    reclaimable: ', can be reclaimed',
    target: ', can be moved to',
  },

  /** A game by link, and why a link is refused. */
  bylink: {
    offers: 'Your opponent offers a draw.',
    offered: 'You offer a draw.',
    waiting: 'Your opponent is to move.',
    /** @param {string} time */
    sendMove: (time) => `Send the link: your opponent is to move${until(time)}.`,
    /** @param {string} time */
    sendReclaim: (time) =>
      `Send the link: your opponent chooses what to reclaim, and moves${until(time)}.`,
    /** @param {string} by */
    claimed: (by) => `${side(by)} claims a draw.`,
    field: 'Link of the game',
    copy: 'Copy the link',
    share: 'Share…',
    local:
      'Only you can open this address. A friend with Turncoat pastes the part after # behind ' +
      'theirs.',
    damaged: 'it is damaged or incomplete.',
    noGame: 'it holds no game.',
    /** @param {number} n @param {string} move @param {string} why */
    turn: (n, move, why) => `turn ${n}, ${move}: ${why}`,
    otherGame: 'its rules or its start are not those of the game that is kept here.',
    /** @param {number} n @param {string} kept @param {string} sent */
    otherTurn: (n, kept, sent) => `turn ${n} was ${kept}, and the link has ${sent}.`,
    /** @param {number} n @param {string} move @param {string} reader */
    notYours: (n, move, reader) =>
      `turn ${n}, ${move}, is new and yours, but you have not played it here as ${side(reader)}.`,
    /** @param {number} n @param {string} move @param {string} reader */
    notYourReclaim: (n, move, reader) =>
      `after turn ${n}, ${move}, you choose as ${side(reader)} what to reclaim, not the enemy.`,
    otherTime: 'it gives another time for the last turn than the game that is kept here.',
    noOffer: 'no draw was offered.',
    /** @param {number} n @param {string} move */
    noReclaim: (n, move) => `nothing can be reclaimed after turn ${n}, ${move}.`,
    overBefore: 'the game was over before that.',
    noClaim: 'no draw can be claimed (PAC-16).',
    /** @param {string} by */
    noTurn: (by) => `${side(by)} has sent it without a turn.`,
    notLate: 'the day for the turn is not over.',
  },

  clock: {
    none: 'none',
    /** @param {number} minutes @param {number} seconds */
    control: (minutes, seconds) => `${minutes} minutes, and ${seconds} seconds a turn`,
    daily: 'a turn a day',
  },

  /** The puzzles that come with the page. */
  collection: {
    /** @param {number} n @param {number} solved */
    count: (n, solved) => `${counted(n, 'puzzle')}, ${solved} solved.`,
    solved: ', solved',
    tried: ', tried',
    nothing: 'Nothing tried yet.',
    /** @param {number} right @param {number} all */
    mark: (right, all) => `${right} of ${all} solved at first try (${percent(right, all)}).`,
    save: 'Save what I solved',
    load: 'Load it',
    loadLabel: 'Load what I solved',
    noFile: 'That is no such file.',
  },

  copied: 'Copied',

  drawing: {
    /** @param {string} square */
    begins: (square) => `An arrow begins on ${square}; press a on the square where it ends.`,
    drawn: 'The arrow is drawn.',
  },

  /** Why a draw can be claimed, after a colon. */
  draws: {
    third: 'the position has come up for the third time',
    fifty: 'fifty moves of each side have changed nothing',
    /** @param {string} san */
    thirdWith: (san) => `with ${san} the position comes up for the third time`,
    /** @param {string} san */
    fiftyWith: (san) => `${san} is the fiftieth move without a change`,
  },

  engine: {
    silent: 'the program that knows the rules does not answer',
    /** @param {number} status @param {string} text */
    server: (status, text) => `the server says ${status}: ${text}`,
    gone: 'the program that knows the rules has gone in the midst of an answer',
    incomplete: 'the answer is incomplete',
    notLoaded: 'the rules could not be loaded',
  },

  dress: {
    /** @param {string} theme */
    noTheme: (theme) => `The theme is “light” or “dark”, not “${theme}”.`,
    /** @param {string} name @param {string} value */
    noColour: (name, value) => `${name}: “${value}” is not a colour.`,
  },

  evaluation: {
    title: 'What the position is worth, and the best lines',
    name: 'Evaluate',
    /** @param {string} score */
    bar: (score) => `Evaluation: ${score}`,
    tables: 'from the tables',
    /** @param {number} depth */
    depth: (depth) => `depth ${depth}`,
    /** @param {string} known @param {number} depth */
    searching: (known, depth) => `${known}, searching ${depth}…`,
    proved: 'proved',
    over: 'The game is over.',
    /** @param {number} n */
    changes: (n) => `${n} change sides`,
  },

  guide: {
    safe: 'Nothing of yours is in danger.',
    /** @param {string} by @param {string} san */
    loses: (by, san) => `Danger: ${side(by)} wins the game with ${san}, if you let it.`,
    /** @param {string} by @param {string} san */
    takes: (by, san) => `Danger: ${side(by)} takes something with ${san}.`,
    /** @param {{kind: string, square: string}[]} list @param {number} more @param {string} san */
    danger: (list, more, san) => {
      const named = list.map(({ kind, square }) => `the ${kind} on ${square}`);
      return `In danger: ${and(more ? [...named, `${more} more`] : named)}, by ${san}.`;
    },
    nothing: 'Nothing can be won at once: guard what is yours, and look further.',
    /** @param {string} square */
    win: (square) => `The piece on ${square} can win the game now. Find its move.`,
    /** @param {string} square @param {number} n */
    pieces: (square, n) => `The piece on ${square} can win ${counted(n, 'piece')}.`,
    /** @param {string} square */
    take: (square) => `The piece on ${square} can take something.`,
  },

  keys: {
    title: 'Keys',
    /** Keys and what they do; without a key, a heading. @type {[string, string][]} */
    list: [
      ['← →', 'one move back, one on'],
      ['Home End', 'to the start, to the end'],
      ['↑ ↓', 'to the variation before, the one after'],
      ['f', 'flip the board'],
      ['m', 'to the move field'],
      ['b', 'to the board'],
      ['c', 'colour the squares by who controls them'],
      ['w', 'lines to a square from what bears on it'],
      ['r', 'the cascade again'],
      ['n p', 'next wave, wave back'],
      ['t', 'the board as a table'],
      ['?', 'this list'],
      ['', 'On the board'],
      ['← → ↑ ↓', 'from square to square'],
      ['Enter', 'pick up a piece, put it down'],
      ['Esc', 'let it go'],
      ['x', 'a circle on the square, or none'],
      ['a', 'an arrow from here; a again: to here'],
    ],
  },

  learn: {
    course: 'Course',
    steps: 'Step',
    progress: 'Progress',
    games: 'The games',
    examples: 'The rules by examples',
    /** The chapters of the specification, by their files. @type {Record<string, string>} */
    chapters: {
      '01-moves.yaml': 'Pacifist: moves',
      '02-weights.yaml': 'Pacifist: weights',
      '03-over-persuaded.yaml': 'Pacifist: when a piece is persuaded',
      '04-conversions.yaml': 'Pacifist: wave after wave',
      '05-moved-piece.yaml': 'Pacifist: the piece that moves',
      '06-reclaim.yaml': 'Pacifist: the reclaim',
      '07-kings.yaml': 'Pacifist: kings',
      '08-castling.yaml': 'Pacifist: castling',
      '09-two-kings.yaml': 'Pacifist: two kings at home',
      '10-positions.yaml': 'Pacifist: draws and positions',
      '11-cosquares.yaml': 'Conversion: pairs and co-squares',
      '12-conversion-check.yaml': 'Conversion: check and the end',
      '13-benedict.yaml': 'Benedict Chess',
      '14-chess.yaml': 'Chess and Chess960',
      '15-notation.yaml': 'How moves are written',
      '16-fen.yaml': 'How positions are written',
      '17-sources.yaml': 'Diagrams and games of the sources',
      '18-counts.yaml': 'Turns counted',
      '19-introduction.yaml': 'Examples of the introduction',
      '20-andernach.yaml': 'Andernach Chess and its kin',
    },
    /** @param {string} why */
    unread: (why) => `The course cannot be read: ${why}.`,
    back: 'Back a step',
    show: 'Show me',
    next: 'Next step',
    skip: 'Skip',
    showAgain: 'Show again',
    guided: 'Play a guided game',
    play: 'Play this game',
    puzzles: 'Solve puzzles',
    /** @param {number} have @param {number} best */
    stars: (have, best) => `${have} of ${best} stars`,
    /** @param {string} san @param {string} fault */
    wrong: (san, fault) => `${san}: ${fault} Try again.`,
    /** @param {string} san @param {string} stars */
    right: (san, stars) => `${san}: right. ${stars}`,
    /** @param {string} san */
    answer: (san) => `${san} does it. Try again yourself.`,
    /** Why a turn does not do what an exercise asks, after a colon. */
    noWin: 'that does not win yet.',
    /** @param {string} owner @param {string[]} squares */
    reclaims: (owner, squares) => `${side(owner)} reclaims ${and(squares)}.`,
    /** @param {string} by @param {string} san @param {string[]} squares */
    loses: (by, san, squares) => `${side(by)} plays ${san} then, and wins ${and(squares)}.`,
    /** @param {string[]} squares */
    stay: (squares) => `${and(squares)} ${squares.length === 1 ? 'stays' : 'stay'} as it is.`,
    notIt: 'that is not it.',
    /**
     * @param {string} kind
     * @param {string} square
     * @param {string} mover
     * @param {string} weight the mover's
     * @param {string} against the enemy's
     */
    holds: (kind, square, mover, weight, against) =>
      `the ${kind} on ${square} stays ${enemy(mover).toLowerCase()}: ` +
      `${side(mover)} weighs ${weight} on it, ${enemy(mover)} ${against}.`,
    fails: 'does not hold',
  },

  moves: {
    title: 'Moves',
    comment: 'Comment',
    mark: 'Mark the move',
    markFirst: 'Mark…',
    promote: 'Promote',
    promoteTitle: 'Make this variation come first',
    delete: 'Delete',
    deleteTitle: 'Delete this move and what follows',
    /** @param {string} san */
    deleted: (san) => `${san} is deleted.`,
    analyse: 'Analyse this',
    analyseTitle: 'Take the moves to the analysis',
    playHere: 'Play from here',
    playHereTitle: 'Begin a game with this position',
    /** @param {number} n @param {number} all */
    wave: (n, all) => `Wave ${n} of ${all}`,
    none: 'No moves yet. Move a piece on the board, or type a move.',
    /** @param {number} n @param {number} waves */
    changed: (n, waves) => `${n} changed sides in ${counted(waves, 'wave')}`,
  },

  play: {
    claim: 'Claim a draw',
    offer: 'Offer a draw',
    accept: 'Accept the draw',
    claimOnTime: 'Claim the win on time',
    back: 'Back to the game',
    resign: 'Resign',
    resignNow: 'Resign the game?',
    offerNow: 'Offer a draw?',
    learn: 'Learn from your mistakes',
    rematch: 'Rematch',
    analyseLabel: 'Analyse the game',
    save: 'Save the game',
    /** @param {string} loser */
    fallen: (loser) => `${side(loser)} has run out of time.`,
    /** @param {string} who @param {string} why */
    claimed: (who, why) => `${side(who)} claims a draw: ${why}.`,
    /** @param {string} loser */
    late: (loser) => `${side(loser)} has taken more than a day.`,
    agreed: 'The players agree.',
    declined: 'The draw is declined: play on.',
    /** @param {string} colour */
    agree: (colour) => `Does ${side(colour)} agree to a draw?`,
    yes: 'Yes',
    no: 'No',
    /** @param {string} loser */
    resigned: (loser) => `${side(loser)} resigns.`,
    /** @param {string} san */
    hinted: (san) => `What about ${san}?`,
    title: 'Set up a game',
    against: 'Against',
    opponent: 'Opponent',
    person: 'another person, here',
    byLink: 'another person, by link',
    /** @param {number} level @param {string} name */
    computer: (level, name) => `the computer, level ${level}: ${name}`,
    levels: [
      'beginner',
      'novice',
      'casual player',
      'club player',
      'strong player',
      'expert',
      'master',
      'as strong as it can',
    ],
    youPlay: 'You play',
    white: 'White',
    black: 'Black',
    byLot: 'either by lot',
    from: 'From',
    fromLabel: 'Begin with',
    fromStart: 'the start position',
    fromHere: 'the position on the board',
    fromAnalysed: 'the position in Analyse',
    clock: 'Clock',
    guide: 'words beside each turn',
    begin: 'New game',
    /** @param {string} time until when; empty if it does not matter */
    yours: (time) => `Your move${until(time)}.`,
    /** @param {string} why */
    claimable: (why) => `A draw can be claimed: ${why}.`,
    /** @param {string} why */
    noAnswer: (why) => `The computer cannot answer: ${why}`,
    thinking: 'The computer thinks…',
    /** @param {string} who */
    choosing: (who) => `${side(who)} chooses what to reclaim.`,
    answering: 'The computer chooses what it reclaims…',
    away: 'The server does not answer. The game goes on when it is back.',
    reviewing: 'An earlier position of the game.',
    draw: 'Draw',
    /** @param {string} winner */
    won: (winner) => `${side(winner)} won`,
    youWon: 'You won',
    youLost: 'You lost',
  },

  players: {
    /** @param {number} n */
    pieces: (n) => counted(n, 'piece'),
    /** @param {number} n */
    kings: (n) => counted(n, 'king'),
    you: 'You',
    opponent: 'Opponent',
    proof: 'The proof',
    /** @param {number} level */
    computer: (level) => `Computer, level ${level}`,
  },

  position: {
    title: 'Position and game',
    pasteLabel: 'Paste a FEN, a game or a scenario',
    paste: 'Paste a FEN, a game (PGN, vchess.club, plain text) or a scenario, or drop a file here',
    form: 'Form',
    scenario: 'Scenario YAML',
    start: 'Start position',
    link: 'Link',
    linkTitle: 'Copy the address that shows this',
    embed: 'For your page',
    embedTitle: 'Copy the HTML that shows this on a page of your own',
    onlyHere:
      'Copied, but this address works on your computer only. “turncoat-site write” makes a site ' +
      'that others can open.',
    edit: 'Edit',
    copy: 'Copy',
    save: 'Save',
    load: 'Load',
    pasted: 'what was pasted',
    dropped: 'what was dropped',
    file: 'or a file',
    fileLabel: 'Open a file',
    toMove: 'To move',
    whiteToMove: 'White to move',
    blackToMove: 'Black to move',
    rights: 'Rights',
    rightsLabel: 'Castling rights',
    valid: 'A valid position.',
    rubber: 'Clear a square',
    editTitle: 'Edit: choose a piece, press squares',
    clear: 'Clear',
    setStart: 'Start',
    colours: 'Other colours',
  },

  premove: {
    /** @param {string} from @param {string} to */
    next: (from, to) => `${from}–${to} comes next, if it can then.`,
    undo: 'An empty square takes it back.',
    undone: 'The move is taken back.',
    /** @param {string} from @param {string} to */
    impossible: (from, to) => `${from}–${to} is not possible now.`,
  },

  promotion: { title: 'Promote to' },

  proof: {
    unknown: 'This position is not in the proof.',
    unread: 'The proof cannot be read.',
    play: 'Play against the proof',
    longest: 'Longest line',
    /** @param {string} first */
    playAfter: (first) => `Play against the proof: 1.${first}`,
    /** @param {string} winner */
    longestTitle: (winner) => `${enemy(winner)}’s most stubborn replies, to the end`,
    again: 'Start again',
    also: 'Also reached by',
    /** @param {string} winner */
    replies: (winner) => `${enemy(winner)}’s replies, and the turns ${side(winner)} needs`,
    /** @param {string} winner */
    answer: (winner) => `${side(winner)}’s answer, and the turns it needs`,
    /** @param {string} winner */
    about: (winner) =>
      `${side(winner)} is proved to win, whatever ${enemy(winner)} replies; the proof plays ` +
      `${side(winner)}.`,
    /** @param {number} n */
    turns: (n) => counted(n, 'turn'),
    /** @param {string} winner @param {number} n */
    wins: (winner, n) => `${side(winner)} wins in at most ${counted(n, 'turn')}.`,
  },

  puzzles: {
    rules: 'Puzzle rules',
    length: 'Length',
    theme: 'Theme',
    grade: 'Grade',
    more: 'More puzzles',
    allGames: 'all games',
    anyLength: 'any length',
    /** @param {number} n */
    winIn: (n) => `win in ${n}`,
    anyTheme: 'any theme',
    anyGrade: 'any grade',
    noWin: 'There is no win among these puzzles, and only wins can be played here.',
    others: 'The others can be printed: “turncoat puzzle export”.',
    unread: 'The collection cannot be read.',
    none: 'No such puzzle.',
    /** @param {string} mover @param {number} n */
    task: (mover, n) => `${side(mover)} to move wins in ${n}.`,
    daily: 'Puzzle of the day',
    /** @param {string} text of the run */
    ended: (text) => `${text}.`,
    /** @param {string} kind @param {number} n */
    best: (kind, n) => `Your best ${kind}: ${n}.`,
    onceMore: 'Once more',
    back: 'Back to the puzzles',
    streak: 'Streak',
    streakTitle: 'Until the first mistake',
    rush: 'Rush',
    rushTitle: 'Three minutes, three mistakes',
    /** @param {number} solved */
    streakText: (solved) => `Streak: ${solved} solved`,
    /** @param {number} solved @param {number} mistakes */
    rushText: (solved, mistakes) => `Rush: ${solved} solved, ${counted(mistakes, 'mistake')}`,
    /** @param {string} time */
    left: (time) => `, ${time} left`,
    solution: 'Solution',
    next: 'Next',
    previous: 'Previous',
    random: 'Random',
    noneOfGame: 'There are no puzzles of this game.',
    /** @param {number} left */
    right: (left) =>
      `Right. Against the best defence: ${left === 1 ? 'one turn' : `${left} turns`} more.`,
    /** @param {string} san @param {string} reply */
    fails: (san, reply) => `${san} fails to ${reply}.`,
    /** @param {string} san */
    tooSlow: (san) => `${san} does not win in time.`,
    solved: 'Solved.',
    solvedAtOnce: 'Solved at first try.',
    lost: 'From here there is no win in time. Try again.',
    /** @param {number} n */
    waves: (n) => `The turn sets off ${n === 1 ? 'one wave' : n + ' waves'}.`,
    quiet: 'A quiet turn: nothing changes sides at once.',
    /** @param {string} square */
    piece: (square) => `It is the piece on ${square}.`,
    /** @param {string} line */
    line: (line) => `The main line: ${line}`,
  },

  reclaim: {
    /** @param {string} owner @param {string[]} squares */
    may: (owner, squares) => `${side(owner)} may reclaim ${and(squares)}.`,
    /** @param {string} owner */
    choose: (owner) => `${side(owner)} may reclaim pieces.`,
    /** @param {string[]} squares */
    among: (squares) =>
      squares.length === 1
        ? `Tap ${squares[0]} to reclaim it.`
        : `Tap ${and(squares)} to reclaim them, together or one after another.`,
    chosen: 'Reclaim chosen',
    all: 'Reclaim all',
    rest: 'Leave the rest',
    nothing: 'Reclaim nothing',
    undo: 'Undo the move',
  },

  records: {
    nothing: 'nothing',
    /** @param {string} name */
    tooLong: (name) => `${name} is longer than 12 MB.`,
    cut: 'Cut it, or check it with “turncoat validate”.',
    /** @param {string} set @param {string} other */
    readAs: (set, other) =>
      `Not possible under ${set}; read as ${other}, the only rules that allow it.`,
    open: 'Open a file of games',
    searchLabel: 'Search the list',
    search: 'Player, rules or fault',
    faulty: 'with errors',
    /** @param {number} n */
    found: (n) => `${large(n)} found`,
    title: 'Records',
    about:
      'Games in PGN, in vchess.club’s form, as plain text or JSON; scenarios in YAML. ' +
      'They are read here and go nowhere else.',
    given: 'The games on the command line',
    /** @param {string} name */
    empty: (name) => `${name} holds no record.`,
    noName: 'the file',
    /**
     * How many records there are, and with errors.
     * @param {number} n
     * @param {number} bad
     * @param {boolean} games that is what all are
     */
    sum: (n, bad, games) =>
      `${large(n)} ${games ? 'game' : 'record'}${n === 1 ? '' : 's'}, ` +
      (bad ? `${large(bad)} with errors` : 'all right'),
    further: 'Show more',
    /** @param {number} n */
    all: (n) => `All ${large(n)}`,
    tags: 'All tags',
    right: '✓ right',
    wrong: 'wrong',
    more: 'The file holds more than are listed.',
    /** @param {number} ply @param {string} move @param {string} message */
    fault: (ply, move, message) => `Ply ${ply}, ${move}: ${message}`,
    /**
     * Where a fault is.
     * @param {number | undefined} line
     * @param {number | undefined} ply
     * @param {string | undefined} rule
     */
    place: (line, ply, rule) =>
      ` line ${line || '?'}${ply ? `, ply ${ply}` : ''}${rule ? `, ${rule}` : ''}: `,
    /** @param {string} expected @param {string} got */
    expected: (expected, got) => ` Expected ${expected}, got ${got}.`,
    show: 'Show on the board',
    /** @param {number} plies @param {string} rules */
    fine: (plies, rules) => `Right: ${counted(plies, 'ply', 'plies')}, ${rules}.`,
    text: 'Text of the record',
  },

  report: {
    title: 'Mistakes',
    find: 'Find the mistakes',
    noMoves: 'There are no moves yet.',
    progress: 'Progress',
    stopped: 'Stopped.',
    /** @param {number} n */
    found: (n) =>
      n ? `${counted(n, 'mistake')}, each with the better turn:` : 'No mistake is found.',
    /** @param {string} from @param {string} to */
    loses: (from, to) => ` from ${from} to ${to}; better is `,
    /** @param {string} colour */
    learn: (colour) => `Learn from ${side(colour)}’s mistakes`,
    all: 'That was all of them.',
    /** @param {string} colour @param {string} san @param {string} why */
    task: (colour, san, why) =>
      `${side(colour)} played ${san} here: ${why} Find a better turn on the board.`,
    /** @param {number} i @param {number} n */
    place: (i, n) => `${i} of ${n}`,
    show: 'Show it',
    next: 'Next mistake',
    /** @param {string} san @param {string} worth */
    right: (san, worth) => `${san} is right: ${worth}.`,
    /** @param {string} san @param {string} worth */
    wrong: (san, worth) => `${san} is not it: ${worth}. Try again.`,
    /** What comes after a mistake, after a colon. */
    over: 'it ends the game.',
    /** @param {string} san */
    ends: (san) => `${san} ends the game.`,
    /** @param {string} san @param {number} n */
    wins: (san, n) => `${san} wins ${counted(n, 'piece')}.`,
    /** @param {string} san */
    follows: (san) => `${san} follows.`,
    /** @param {number} n */
    graph: (n) => `White's chances after each of ${n} moves`,
  },

  rules: {
    /** @param {string} name */
    own: (name) => `${name} (own)`,
    choose: 'Choose the game',
    title: 'Which game?',
    details: 'Details',
    edit: 'Rules of your own…',
    /** @param {string} rules */
    impossible: (rules) => `The position was not possible under ${rules}; this is the start.`,
    yaml: 'Rule set as YAML',
    editTitle: 'Rules of your own',
    about: 'A rule set in YAML: a base, and what differs from it, as in “lines: blocked”.',
    play: 'Play by them',
  },

  search: {
    goal: 'Goal',
    stipulation: 'Stipulation',
    win: 'a forced win',
    selfWin: 'the enemy forced to win',
    helpWin: 'both help the enemy win',
    claim: 'a king claimed',
    other: 'another stipulation…',
    turns: 'Turns',
    go: 'Search',
    title: 'Is there a win?',
    atMost: 'in at most',
    more: 'tries, set play',
    progress: 'Progress of the search',
    searching: 'Searching…',
    /**
     * @param {string} after the turn before the position; none for the first
     * @param {{depth: number, turns?: number, settled?: number, nodes: number,
     *   seconds: number}} progress
     */
    state: (after, { depth, turns, settled, nodes, seconds }) => {
      const where = after ? `position after ${after}` : 'first position';
      const first = turns ? `${settled || 0} of ${turns} first turns, ` : '';
      return (
        `Searching the ${where}, in ${depth}: ${first}` +
        `${nodes.toLocaleString('en')} turns looked at, ${seconds.toFixed(1)} s`
      );
    },
    stopped: 'Stopped.',
    stoppedForGame: 'Stopped, for another game is on the board.',
    /** @param {string} why */
    limit: (why) => `No answer within the limits: ${why}`,
    /** @param {string} n */
    nothing: (n) => `No: nothing in ${n}.`,
    /** @param {number} nodes */
    proved: (nodes) => `Proved; ${nodes.toLocaleString('en')} turns looked at.`,
    unknown: 'Not known.',
    /** @param {string} n @param {number} nodes */
    excluded: (n, nodes) =>
      `Nothing in ${n}; a limit came first, after ${nodes.toLocaleString('en')} turns.`,
    /** @param {string} turn */
    after: (turn) => `after ${turn}`,
    fromStart: 'from the beginning',
    backTitle: 'Show the position that was searched',
    /** @param {string} n @param {string} keys */
    yes: (n, keys) => `Yes, in ${n}: ${keys}`,
    /** @param {number} n */
    lines: (n) => counted(n, 'line'),
    searched: 'Searched',
    tries: 'Tries',
    setPlay: 'Set play',
    /** @param {number} keys @param {number} duals @param {number} nodes */
    summary: (keys, duals, nodes) =>
      `${counted(keys, 'key')}, ${counted(duals, 'dual')}; ` +
      `${nodes.toLocaleString('en')} turns looked at.`,
    saveSolution: 'Save the solution',
    saveProof: 'Save the proof',
    saveProofTitle: 'For turncoat puzzle verify',
    saveProblem: 'Save the problem',
    saveProblemTitle: 'For turncoat puzzle new, which makes a puzzle of it',
    gone: 'The position that was searched is no longer among the moves.',
    zugzwang: 'zugzwang',
    /** @param {string[]} turns */
    threat: (turns) => `threat ${turns.join(', ')}`,
    /** @param {string[]} squares */
    reclaim: (squares) => `after taking back ${squares.join(', ') || 'nothing'}`,
    but: 'but',
    /** @param {number} n */
    defences: (n) => counted(n, 'defence'),
    mainLine: 'main line',
  },

  settings: {
    title: 'Settings',
    language: 'Language / Langue',
    ofBrowser: 'as in the browser',
    board: 'Board',
    wood: 'Wood',
    slate: 'Slate',
    meadow: 'Meadow',
    pieces: 'Pieces',
    plain: 'Silhouettes',
    discs: 'Discs',
    classic: 'Classic',
    pace: 'Cascades',
    normal: 'normal',
    atOnce: 'at once',
    fast: 'fast',
    slow: 'slow',
    stepwise: 'step by step',
    sound: 'Sound',
    off: 'off',
    on: 'on',
    kept: 'Games, puzzles and lessons are kept in this browser and sent nowhere.',
    clear: 'Clear',
    clearTitle: 'Forget everything that is kept',
    sure: 'Forget everything?',
    sureText: 'All games, the puzzles solved, the lessons and the settings go, in all windows.',
    keep: 'Keep',
    forget: 'Forget everything',
  },

  shelf: {
    title: 'Earlier games',
    /** @param {string} name @param {string} moves */
    analysed: (name, moves) => `Analysed, ${name}: ${moves}`,
    /** @param {string} name @param {string} moves */
    played: (name, moves) => `Played, ${name}: ${moves}`,
    /** @param {string} name @param {string} moves */
    playedByLink: (name, moves) => `Played by link, ${name}: ${moves}`,
    remove: 'Remove',
    removed: 'The game is removed.',
  },

  undo: 'Undo',

  /** The store of puzzles on a server. */
  values: {
    title: 'Tablebase',
    drawn: 'A draw with best play.',
    /** @param {string} winner @param {number} n */
    wins: (winner, n) => `${side(winner)} wins in ${counted(n, 'turn')}.`,
    /** @param {string} winner */
    won: (winner) => `${side(winner)} has won.`,
    /** What a turn leads to, for who plays it. */
    draw: 'draw',
    win: 'wins',
    /** @param {number} n */
    winIn: (n) => `wins in ${counted(n, 'turn')}`,
    /** @param {number} n */
    lossIn: (n) => `loses in ${counted(n, 'turn')}`,
  },

  welcome: {
    title: 'Chess in which nothing is captured: pieces change sides.',
    how: 'A piece that more enemies than friends bear on goes over, and may set off the next.',
    learn: 'Learn in ten minutes',
    play: 'Play',
    playLabel: 'Play a game',
  },

  why: {
    table: 'Board as a table',
    title: 'Why?',
    control: 'Control',
    lines: 'Lines',
    about:
      'Point at a square to see what attacks and guards it, and why its piece has changed sides. ' +
      'Hold a piece over a square to see what the move would change.',
    tableTitle: 'The board as a table',
    /** @param {string} square @param {string} kind @param {string} mover @param {number} [wave] */
    head: (square, kind, mover, wave) =>
      `${square}, ${mover} ${kind}: was ${enemy(mover).toLowerCase()} until ` +
      (wave ? `wave ${wave}` : 'this turn'),
    /**
     * @param {string} moved the kind of the piece that moved
     * @param {string} from its square
     * @param {string} partner
     * @param {string} at
     * @param {string[]} corners
     */
    pair: (moved, from, partner, at, corners) =>
      `Co-pair: ${moved} ${from}, which moved, and ${partner} ${at}. ` +
      `Their co-squares are ${and(corners)}.`,
    /** @param {{kind: string | undefined, square: string}[]} list */
    attacked: (list) => {
      const named = list.map(({ kind, square }) => `the ${kind || 'piece'} ${square}`);
      return `Attacked by ${named.join(' and ')}, which moved.`;
    },
    persuaded: 'persuaded it',
    supported: 'supported it',
    /** @param {string} kind @param {string} square */
    bears: (kind, square) => `${kind} ${square}`,
    /** @param {string[]} squares */
    through: (squares) => `through ${squares.join(', ')}`,
    nobody: 'nobody',
    /** @param {number} attackers @param {number} guards */
    attackers: (attackers, guards) => `${attackers} attack it, ${guards} guard it.`,
    /** @param {string} heavier */
    outweighs: (heavier) => `${side(heavier)} outweighs ${enemy(heavier)} here.`,
    balanced: 'Neither side outweighs the other here.',
    /** @param {string} own the owner @param {string} weight @param {string} against the enemy's */
    persuadable: (own, weight, against) =>
      `Over-persuaded: ${enemy(own)} weighs ${against} against ${weight}. ` +
      `It turns over in ${enemy(own)}'s next cascade unless ${side(own)} supports it.`,
    /**
     * @param {string} own
     * @param {string} weight
     * @param {string} against
     * @param {number} more
     */
    holdsByNumber: (own, weight, against, more) =>
      `It holds, ${weight} against ${against}: ` +
      `${more === 1 ? 'one more piece' : `${more} more pieces`} of ${enemy(own)} would tip it.`,
    /** @param {string} own @param {number} more */
    holdsByValue: (own, more) =>
      `It holds: ${enemy(own)} needs more than ${more} more in value to tip it.`,
    /** @param {string} own @param {string} weight */
    holdsByAverage: (own, weight) =>
      `It holds: the average of ${enemy(own)} must be above ${weight} to tip it.`,
  },
};
