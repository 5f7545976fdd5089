// The texts of the page in French. See en.js, which says what each is for. The spaces before the
// signs of two parts are narrow and do not break (U+202F).
// @ts-check

/** @param {string} colour */
const others = (colour) => (colour === 'white' ? 'black' : 'white');

/** @param {string} colour */
const side = (colour) => (colour === 'white' ? 'Blancs' : 'Noirs');

/** @param {string} colour */
const the = (colour) => `les ${side(colour)}`;

/** @param {string} colour */
const The = (colour) => `Les ${side(colour)}`;

/** @param {string} colour */
const to = (colour) => `aux ${side(colour)}`;

/** @param {string} colour */
const of = (colour) => `des ${side(colour)}`;

/** The kinds of pieces: the name, and whether it is feminine. @type {Record<string, any>} */
const kinds = {
  pawn: { name: 'pion' },
  knight: { name: 'cavalier' },
  bishop: { name: 'fou' },
  rook: { name: 'tour', feminine: true },
  queen: { name: 'dame', feminine: true },
  king: { name: 'roi' },
};

/** The adjective of a colour, for a kind of pieces. @param {string} colour @param {string} kind */
function adjective(colour, kind) {
  const { feminine } = kinds[kind];
  if (colour === 'white') return feminine ? 'blanche' : 'blanc';
  return feminine ? 'noire' : 'noir';
}

/** A piece with its article: "la dame". @param {string} kind */
const piece = (kind) => `${kinds[kind].feminine ? 'la' : 'le'} ${kinds[kind].name}`;

/** By a piece: "par la dame d4". @param {string} kind @param {string} square */
const byPiece = (kind, square) => (kind ? `${piece(kind)} ${square}` : `la pièce ${square}`);

/** @param {string[]} list */
const and = (list) =>
  list.length < 2 ? list.join('') : list.slice(0, -1).join(', ') + ' et ' + list[list.length - 1];

/**
 * A number with its noun: "0 coup", "1 coup", "2 coups".
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
const counted = (n, one, many = one + 's') => `${n} ${n < 2 ? one : many}`;

/** @param {number} n */
const turns = (n) => counted(n, 'coup');

/** @param {string[]} squares */
const pass = (squares) => (squares.length === 1 ? 'passe' : 'passent');

/** @param {string} time */
const until = (time) => (time ? `, jusqu’à ${time}` : '');

/** @param {number} right @param {number} all */
const percent = (right, all) => `${Math.round((100 * right) / all)} %`;

/** @param {number} n */
const large = (n) => n.toLocaleString('fr');

/** @type {Record<string, string>} */
const themes = {
  'quiet-key': 'clé tranquille',
  zugzwang: 'blocus (zugzwang)',
  'counter-claim': 'roi repris en retour',
  'king-exchange': 'échange de rois',
  'king-sacrifice': 'sacrifice d’un roi',
  promotion: 'promotion',
  underpromotion: 'sous-promotion',
  excelsior: 'excelsior',
  castling: 'roque',
  reclaim: 'reprise',
  switchback: 'aller-retour',
  battery: 'batterie',
  'pin-mate': 'mat avec clouage',
  unpin: 'déclouage',
  'model-mate': 'mat modèle',
  'ideal-mate': 'mat idéal',
  echo: 'écho',
  'changed-play': 'jeu changé',
  'transferred-play': 'jeu transféré',
  'reciprocal-play': 'jeu réciproque',
  zagoruiko: 'Zagorouïko',
  'needs-batteries': 'exige les batteries',
  'needs-second-wave': 'exige la deuxième vague',
  'needs-far-conversions': 'exige les conversions lointaines',
  'needs-king-to-persuade': 'exige que le roi persuade',
  'needs-pawn-diagonals': 'exige les diagonales des pions',
  'needs-ties': 'exige que l’égalité tienne',
  'needs-moved-piece': 'exige la règle de la pièce jouée',
  'needs-weighing': 'exige cette pesée',
  'needs-claim-duty': 'exige le devoir de prendre un roi',
  'needs-king-safety': 'exige la sécurité des rois',
  'needs-two-step-bar': 'exige la barrière du double pas',
  'needs-castling-test': 'exige le contrôle du roque',
  'needs-reclaim': 'exige la reprise',
  'needs-king-queen-pair': 'exige la paire roi et dame',
  'needs-far-partner': 'exige le partenaire lointain',
  'needs-single-mover': 'exige des partenaires au repos',
  'needs-no-chain': 'exige que les conversions s’arrêtent',
  'needs-faithful-friends': 'exige des amies fidèles',
  'needs-castling-cosquares': 'exige les cases conjuguées du roque',
  'needs-conversion-check': 'exige l’échec par conversion',
  'needs-converting-pawns': 'exige des pions convertis',
  'needs-converting-knights': 'exige des cavaliers convertis',
  'needs-converting-bishops': 'exige des fous convertis',
  'needs-converting-rooks': 'exige des tours converties',
  'needs-converting-queens': 'exige des dames converties',
  'needs-gained-castling': 'exige le roque d’une tour convertie',
};

/** The rules, each in a sentence. @type {Record<string, string>} */
const rules = {
  'PAC-1':
    'Il n’y a pas de prises : une pièce se déplace comme aux échecs orthodoxes, mais seulement ' +
    'vers une case vide, et un pion seulement tout droit.',
  'PAC-2':
    'Un pion qui atteint sa dernière rangée est promu en dame, en tour, en fou ou en cavalier.',
  'PAC-3':
    'Un pion sur la deuxième rangée de la couleur qu’il a maintenant peut avancer de deux cases ' +
    'si les deux sont vides et si l’ennemi ne pèse pas plus que le joueur sur la case traversée.',
  'PAC-4':
    'Une pièce agit sur une case comme elle attaque aux échecs orthodoxes, une pièce à longue ' +
    'portée aussi à travers celles de sa couleur qui se déplacent sur la même ligne ; les pièces ' +
    'd’un camp qui agissent sur une case font le poids de ce camp sur elle.',
  'PAC-5':
    'Une pièce est surpersuadée quand le poids de l’autre camp sur sa case est strictement plus ' +
    'grand que celui de son propre camp.',
  'PAC-6':
    'Après le coup, toutes les pièces ennemies surpersuadées de l’échiquier changent de couleur ' +
    'en même temps, vague après vague, jusqu’à une vague qui ne change rien.',
  'PAC-7':
    'Une pièce jouée qui est elle-même surpersuadée là où elle est arrivée ne compte pas pour ' +
    'son camp pendant les conversions de ce coup.',
  'PAC-8':
    'Après les conversions du joueur, l’ennemi peut reprendre des pièces du joueur qui sont ' +
    'surpersuadées, tour après tour, autant qu’il veut.',
  'PAC-9': 'Il y a exactement deux rois sur l’échiquier ; ils peuvent être de la même couleur.',
  'PAC-10':
    'Après le coup et toutes les conversions, le joueur doit posséder au moins un roi qui n’est ' +
    'pas surpersuadé ; sans roi, il doit en prendre un.',
  'PAC-11':
    'Un roi ne peut aller que sur une case où il n’est pas surpersuadé, ce qui se juge avant ' +
    'toute conversion, et un joueur sans roi doit en prendre un.',
  'PAC-12':
    'Le camp au trait qui n’a ni roi ni coup légal a perdu ; celui qui a un roi et pas de coup ' +
    'légal a fait nulle.',
  'PAC-13':
    'Le roque amène roi et tour sur les colonnes c et d ou g et f, et toutes les cases entre eux ' +
    'et sur leurs trajets sont vides, eux deux exceptés.',
  'PAC-14':
    'Un roi ne peut roquer ni depuis une case que l’ennemi tient contre lui, ni en la traversant.',
  'PAC-15':
    'Un camp perd ses droits de roque quand il joue un roi, et un seul droit quand le roi ou la ' +
    'tour concernés quittent leur case, quel que soit le camp qui les joue ; un droit finit ' +
    'aussi quand la FEN de la position le donnerait à un autre roi.',
  'PAC-16':
    'Le compteur des demi-coups revient à zéro après un coup de pion et après tout coup qui ' +
    'convertit ou qui est suivi d’une reprise.',
  'PAC-17':
    'Une position a deux rois en tout, aucun pion sur la première ou la dernière rangée, et des ' +
    'droits de roque seulement là où roi et tour sont en place.',
  'CON-1':
    'Les pièces se déplacent et prennent comme aux échecs orthodoxes ; un pion converti sur la ' +
    'deuxième rangée de sa nouvelle couleur peut avancer de deux cases.',
  'CON-2':
    'Deux pièces de même nature et de même couleur, pions exceptés, forment une paire, de même ' +
    'qu’un roi et une dame de même couleur.',
  'CON-3':
    'Une pièce qui va sur une case qui n’est ni sur la rangée ni sur la colonne d’une partenaire ' +
    'fait avec elle deux cases conjuguées : celles où la colonne de l’une croise la rangée de ' +
    'l’autre.',
  'CON-4':
    'Toute pièce ennemie sur une case conjuguée change de couleur, toutes en même temps ; les ' +
    'pièces amies restent ce qu’elles sont, et une conversion n’en entraîne pas d’autre.',
  'CON-5':
    'Au roque, les deux pièces ont bougé : le roi fait des cases conjuguées avec les dames, la ' +
    'tour avec les autres tours, depuis leurs cases après le roque.',
  'CON-6': 'Un pion ne fait pas de cases conjuguées, même quand il est promu.',
  'CON-7':
    'Un roi est en échec quand l’ennemi, s’il avait le trait, pourrait le prendre ou le convertir.',
  'CON-8': 'Après le coup et ses conversions, le roi du joueur ne doit pas être en échec.',
  'CON-9': 'Un roi ne peut roquer s’il est en échec, ni traverser une case où il le serait.',
  'CON-10':
    'Un camp perd ses droits de roque quand son roi bouge, et un seul droit quand sa tour a ' +
    'bougé, a été prise ou a été convertie.',
  'CON-11':
    'Le camp au trait qui n’a pas de coup légal est mat s’il est en échec, et pat, donc nulle, ' +
    's’il ne l’est pas.',
  'CON-12':
    'Chaque camp a un roi, aucun pion n’est sur la première ou la dernière rangée, les droits de ' +
    'roque exigent roi et tour en place, et le camp qui n’a pas le trait n’est pas en échec.',
  'BEN-1':
    'Il n’y a pas de prises : une pièce se déplace comme aux échecs orthodoxes, mais seulement ' +
    'vers une case vide, et un pion seulement tout droit, de deux cases depuis la deuxième ' +
    'rangée de la couleur qu’il a maintenant ; un pion qui atteint sa dernière rangée est promu ' +
    'en dame, en tour, en fou ou en cavalier.',
  'BEN-2':
    'Après le coup, toute pièce ennemie que la pièce jouée attaque depuis sa nouvelle case ' +
    'change de couleur, toutes en même temps ; aucune autre pièce ne convertit, et une ' +
    'conversion n’en entraîne pas d’autre.',
  'BEN-3':
    'Au roque, le roi et la tour convertissent ce qu’ils attaquent après le roque, s’ils ont ' +
    'quitté leur case.',
  'BEN-4':
    'Il n’y a jamais d’échec, et un roi peut se tenir et aller partout ; le camp dont le roi est ' +
    'converti a perdu aussitôt.',
  'BEN-5':
    'Le roque exige son droit et des cases vides comme toujours, et rien d’autre ne l’empêche ; ' +
    'un droit finit quand son roi ou sa tour quitte sa case ou quand son camp joue son roi, et ' +
    'une conversion sur place n’y met pas fin.',
  'BEN-6':
    'Le camp au trait qui a son roi et pas de coup légal a fait nulle ; le compteur des ' +
    'demi-coups et les répétitions sont comme aux échecs pacifistes.',
  'BEN-7':
    'Une position a deux rois en tout, dont au moins un du camp qui n’a pas le trait, aucun pion ' +
    'sur la première ou la dernière rangée, et des droits de roque seulement là où roi et tour ' +
    'sont en place.',
};

/** How a rule differs in the forms of the games that there are. @type {Record<string, string>} */
const here = {
  'a moved piece counts even where it is over-persuaded.':
    'une pièce jouée compte même là où elle est surpersuadée.',
  'there is no reclaim.': 'il n’y a pas de reprise.',
  'after the turn the mover must own a king that is not over-persuaded.':
    'après le coup, le joueur doit posséder un roi qui n’est pas surpersuadé.',
  'the weight of a side is the total value of its pieces that bear.':
    'le poids d’un camp est la valeur totale de ses pièces qui agissent.',
  'the weight of a side is the average value of its pieces that bear.':
    'le poids d’un camp est la valeur moyenne de ses pièces qui agissent.',
  'a king may move only to a square where it is not over-persuaded; nothing else protects it.':
    'un roi ne peut aller que sur une case où il n’est pas surpersuadé ; rien d’autre ne le protège.',
  'a king may not castle from, over or to a square where it is over-persuaded.':
    'un roi ne peut roquer depuis une case où il est surpersuadé, ni en traverser une, ni y arriver.',
  'a castling right is lost when its rook, or in Pacifist its king, is converted.':
    'un droit de roque est perdu quand sa tour, ou son roi, est converti.',
  'in castling only the king converts what it attacks.':
    'au roque, seul le roi convertit ce qu’il attaque.',
};

/** What a refusal is about, by its code. @type {Record<string, string>} */
const refusals = {
  malformed: 'Demande illisible.',
  'too-long': 'C’est trop long.',
  'invalid-request': 'Cela ne se lit pas.',
  'unknown-rules': 'Ces règles sont inconnues.',
  'invalid-fen': 'Cette position n’est pas valable.',
  'illegal-move': 'Ce coup n’est pas légal.',
  unsupported: 'Il n’y a pas de réponse à cela.',
  limit: 'Une limite est atteinte.',
  busy: 'Le serveur est occupé par d’autres demandes.',
};

/** @type {typeof import('./en.js').default} */
const texts = {
  ownName: 'Français',
  /** The letters of king, queen, rook, bishop and knight in moves. */
  pieceLetters: ['R', 'D', 'T', 'F', 'C'],
  side,
  and,
  kind: (kind) => kinds[kind].name,
  piece: (kind, colour) => `${kinds[kind].name} ${adjective(colour, kind)}`,
  refusal: ({ code, message }) => {
    const text = refusals[code];
    return text ? `${text} En anglais : « ${message} »` : message;
  },
  illegal: (move, { rules: broken }) => `${move} n’est pas un coup légal (${and(broken)}).`,
  rule: (rule, text) => {
    const [, more] = text.split(' Here ');
    const said = rules[rule] ? [rules[rule]] : [text];
    if (rules[rule] && more) said.push(`Ici, ${here[more] || `en anglais : « ${more} »`}`);
    return `${rule} : ${said.join(' ')}`;
  },
  theme: (name) => {
    const waves = /^waves-(\d+)$/.exec(name);
    return waves ? `${waves[1]} vagues` : themes[name] || name.replace(/-/g, ' ');
  },
  close: 'Fermer',
  cancel: 'Annuler',
  stop: 'Arrêter',
  takeBack: 'Reprendre le coup',
  tryAgain: 'Réessayer',
  askAgain: 'Redemander',
  hint: 'Indice',
  done: 'Terminé',
  analyse: 'Analyser',

  page: {
    skip: { text: 'Aller à la saisie du coup' },
    rules: { title: 'Choisir le jeu' },
    settings: { 'aria-label': 'Réglages', title: 'Échiquier, pièces, son, langue' },
    theme: { 'aria-label': 'Sombre ou clair', title: 'Sombre ou clair' },
    help: { 'aria-label': 'Touches', title: 'Touches (?)' },
    board: { 'aria-label': 'Échiquier' },
    bar: { 'aria-label': 'Évaluation' },
    loading: { text: 'Chargement des règles…' },
    choice: { 'aria-label': 'Reprise' },
    steps: { 'aria-label': 'D’un coup à l’autre' },
    first: { 'aria-label': 'Au début', title: 'Au début (Début)' },
    back: { 'aria-label': 'Reculer', title: 'Reculer (←)' },
    forward: { 'aria-label': 'Avancer', title: 'Avancer (→)' },
    last: { 'aria-label': 'À la fin', title: 'À la fin (Fin)' },
    flip: { 'aria-label': 'Retourner l’échiquier', title: 'Retourner l’échiquier (f)' },
    waves: { 'aria-label': 'La cascade' },
    waveBack: { 'aria-label': 'Vague précédente', title: 'La vague précédente (p)' },
    again: { text: 'Revoir', title: 'Revoir la cascade (r)' },
    waveOn: { 'aria-label': 'Vague suivante', title: 'La vague suivante (n)' },
    move: { text: 'Coup' },
    moveField: { placeholder: 'Cf5' },
    go: { text: 'Valider' },
    tabs: { 'aria-label': 'Que faire' },
    learn: { text: 'Apprendre' },
    play: { text: 'Jouer' },
    puzzles: { text: 'Problèmes' },
    analyse: { text: 'Analyser' },
    records: { text: 'Fichiers' },
    whole: { text: 'Ouvrir dans Turncoat' },
  },

  games: {
    pacifist1: [
      'Échecs pacifistes, au nombre, comme sur vchess.club',
      'Rien n’est pris : une pièce visée par plus d’ennemies que d’amies change de camp.',
    ],
    pacifist2: [
      'Échecs pacifistes, à la valeur, comme sur vchess.club',
      'Comme au nombre, mais c’est la valeur totale des pièces qui compte.',
    ],
    'pacifist-number': [
      'Échecs pacifistes, au nombre, règles de l’inventeur',
      'Après chaque coup, l’ennemi peut reprendre les pièces qui sont à leur tour en infériorité.',
    ],
    'pacifist-value': [
      'Échecs pacifistes, à la valeur, règles de l’inventeur',
      'L’ennemi peut reprendre des pièces, et c’est leur valeur totale qui compte.',
    ],
    'pacifist-average': [
      'Échecs pacifistes, à la moyenne, règles de l’inventeur',
      'L’ennemi peut reprendre des pièces, et c’est leur valeur moyenne qui compte.',
    ],
    conversion: [
      'Échecs de conversion',
      'Deux pièces de même nature aux coins d’un rectangle gagnent ce qui est aux deux autres.',
    ],
    benedict: [
      'Échecs Benedict',
      'Rien n’est pris : ce que la pièce jouée attaque change de camp. Retournez le roi pour gagner.',
    ],
    'benedict-king': [
      'Échecs Benedict, le roi seul au roque',
      'Comme sur SchemingMind : une tour qui roque ne convertit rien.',
    ],
    andernach: [
      'Échecs d’Andernach',
      'Comme aux échecs, mais une pièce qui prend passe à l’autre camp.',
    ],
    'anti-andernach': [
      'Échecs anti-Andernach',
      'Comme aux échecs, mais une pièce qui joue sans prendre passe à l’autre camp.',
    ],
    'super-andernach': [
      'Échecs super-Andernach',
      'Comme aux échecs, mais toute pièce qui joue passe à l’autre camp.',
    ],
    tibet: [
      'Échecs du Tibet',
      'Une pièce noire qui prend une pièce d’une autre nature passe aux Blancs.',
    ],
    'double-tibet': [
      'Échecs du double Tibet',
      'Une pièce qui prend une pièce d’une autre nature passe à l’autre camp.',
    ],
    traitor: [
      'Échecs du traître',
      'Une pièce noire qui va dans la moitié blanche de l’échiquier passe aux Blancs.',
    ],
    'magic-squares': [
      'Cases magiques',
      'Une pièce qui va en d4, e4, d5 ou e5 passe à l’autre camp.',
    ],
    masand: [
      'Échecs de Masand',
      'Une pièce qui donne échec retourne tout ce qu’elle attaque, des deux camps.',
    ],
    'masand-generalised': [
      'Masand généralisé',
      'Toute pièce qui donne échec retourne ce qu’elle attaque, même découverte.',
    ],
    chess: ['Échecs', 'Les échecs orthodoxes, et Chess960.'],
  },
  ownRules: 'vos propres règles',

  words: {
    plays: (mover, san) => `${The(mover)} jouent ${san}.`,
    comeOver: (squares, mover) => `${and(squares)} ${pass(squares)} ${to(mover)}.`,
    wave: (n, squares) => `Vague ${n} : ${and(squares)}`,
    waves: (mover) => ['', ' ; ', ` passent ${to(mover)}.`],
    shortWave: (n, squares) => `${n} ${squares.join(' ')}`,
    manyWaves: (mover, waves) => [
      `${waves.flat().length} pièces passent ${to(mover)} en ${waves.length} vagues : `,
      ', ',
      '.',
    ],
    reclaims: (owner, squares) => `${The(owner)} reprennent ${and(squares)}.`,
    drawn: 'Nulle.',
    wins: (winner) => `${The(winner)} gagnent.`,
    stalemate: (mover) => `${The(mover)} n’ont pas de coup légal.`,
    checkmate: 'Échec et mat.',
    kingConverted: (loser) => `Le roi ${of(loser)} a changé de camp.`,
    noKing: (loser) => `${The(loser)} n’ont plus de roi et ne peuvent en prendre aucun.`,
    toMove: (mover) => `Trait ${to(mover)}.`,
    mustClaim: (mover) => `Trait ${to(mover)}, qui n’ont plus de roi et doivent en prendre un.`,
  },

  address: {
    refused: (why) => `Le lien ne peut pas être montré tel quel : ${why}`,
    tooLong: (most) => `il a plus de ${large(most)} caractères`,
  },

  app: {
    away: (why) => `Pas de réponse : ${why}. L’échiquier continue quand elle revient.`,
    gameBefore: 'La partie précédente est dans « Parties précédentes ».',
  },

  board: {
    name: 'Échiquier',
    changed: (wave) => `, a changé de camp à la vague ${wave}`,
    reclaimed: ', pièce reprise',
    chosen: ', choisie pour être reprise',
    reclaimable: ', peut être reprise',
    target: ', case possible',
  },

  bylink: {
    offers: 'Votre adversaire propose la nulle.',
    offered: 'Vous proposez la nulle.',
    waiting: 'C’est à votre adversaire de jouer.',
    sendMove: (time) => `Envoyez le lien : c’est à votre adversaire de jouer${until(time)}.`,
    sendReclaim: (time) =>
      `Envoyez le lien : votre adversaire choisit ce qu’il reprend, et joue${until(time)}.`,
    claimed: (by) => `${The(by)} réclament la nulle.`,
    field: 'Lien de la partie',
    copy: 'Copier le lien',
    share: 'Partager…',
    local:
      'Vous seul pouvez ouvrir cette adresse. Un ami qui a Turncoat colle ce qui suit le # ' +
      'derrière la sienne.',
    damaged: 'il est abîmé ou incomplet.',
    noGame: 'il ne contient pas de partie.',
    turn: (n, move, why) => `coup ${n}, ${move} : ${why}`,
    otherGame: 'ses règles ou sa position de départ ne sont pas celles de la partie gardée ici.',
    otherTurn: (n, kept, sent) => `le coup ${n} était ${kept}, et le lien a ${sent}.`,
    notYours: (n, move) =>
      `le coup ${n}, ${move}, est nouveau et de votre camp, mais vous ne l’avez pas joué ici.`,
    notYourReclaim: (n, move) =>
      `après le coup ${n}, ${move}, c’est à vous de choisir ce que vous reprenez.`,
    otherTime: 'il donne une autre heure au dernier coup.',
    noOffer: 'la nulle n’a pas été proposée.',
    noReclaim: (n, move) => `le coup ${n}, ${move}, n’est pas un coup suivi d’une reprise.`,
    overBefore: 'la partie est finie avant ce qu’il dit en dernier.',
    noClaim: 'la nulle ne peut pas être réclamée (PAC-16).',
    noTurn: (by) => `${the(by)} l’ont envoyé sans jouer.`,
    notLate: 'le jour accordé au coup n’est pas passé.',
  },

  clock: {
    none: 'sans',
    control: (minutes, seconds) => `${minutes} minutes, et ${seconds} secondes par coup`,
    daily: 'un jour par coup',
  },

  collection: {
    count: (n, solved) => `${counted(n, 'problème')}, dont ${counted(solved, 'résolu')}.`,
    solved: ', résolu',
    tried: ', essayé',
    nothing: 'Rien d’essayé pour l’instant.',
    mark: (right, all) => `${right} sur ${all} résolus du premier coup (${percent(right, all)}).`,
    save: 'Enregistrer mes résultats',
    load: 'Les charger',
    loadLabel: 'Charger mes résultats',
    noFile: 'Ce n’est pas un tel fichier.',
  },

  copied: 'Copié',

  drawing: {
    begins: (square) => `Une flèche part de ${square} ; appuyez sur a sur la case où elle finit.`,
    drawn: 'La flèche est tracée.',
  },

  draws: {
    third: 'la position se présente pour la troisième fois',
    fifty: 'cinquante coups de chaque camp n’ont rien changé',
    thirdWith: (san) => `avec ${san}, la position se présente pour la troisième fois`,
    fiftyWith: (san) => `${san} est le cinquantième coup sans changement`,
  },

  engine: {
    silent: 'le programme qui connaît les règles ne répond pas',
    server: (status, text) => `le serveur dit ${status} : ${text}`,
    gone: 'le programme qui connaît les règles est parti au milieu d’une réponse',
    incomplete: 'la réponse est incomplète',
    notLoaded: 'les règles n’ont pas pu être chargées',
  },

  dress: {
    noTheme: (theme) => `Le thème est « light » ou « dark », et non « ${theme} ».`,
    noColour: (name, value) => `${name} : « ${value} » n’est pas une couleur.`,
  },

  evaluation: {
    title: 'Ce que vaut la position, et les meilleures suites',
    name: 'Évaluer',
    bar: (score) => `Évaluation : ${score}`,
    tables: 'd’après les tables',
    depth: (depth) => `profondeur ${depth}`,
    searching: (known, depth) => `${known}, recherche à ${depth}…`,
    proved: 'prouvé',
    over: 'La partie est finie.',
    changes: (n) => `${counted(n, 'change', 'changent')} de camp`,
  },

  guide: {
    safe: 'Rien de ce qui est à vous n’est en danger.',
    loses: (by, san) =>
      `Danger : ${the(by)} gagnent la partie par ${san}, si vous les laissez faire.`,
    takes: (by, san) => `Danger : ${the(by)} prennent quelque chose par ${san}.`,
    danger: (list, more, san) => {
      const named = list.map(({ kind, square }) => `${piece(kind)} ${square}`);
      if (more) named.push(counted(more, 'autre'));
      return `En danger : ${and(named)}, par ${san}.`;
    },
    nothing: 'Rien ne se gagne tout de suite : gardez ce qui est à vous, et cherchez plus loin.',
    win: (square) => `La pièce en ${square} peut gagner la partie maintenant. Trouvez son coup.`,
    pieces: (square, n) => `La pièce en ${square} peut gagner ${counted(n, 'pièce')}.`,
    take: (square) => `La pièce en ${square} peut prendre quelque chose.`,
  },

  keys: {
    title: 'Touches',
    list: [
      ['← →', 'un coup en arrière, un en avant'],
      ['Début Fin', 'au début, à la fin'],
      ['↑ ↓', 'à la variante précédente, à la suivante'],
      ['f', 'retourner l’échiquier'],
      ['m', 'aller à la saisie du coup'],
      ['b', 'aller à l’échiquier'],
      ['c', 'colorer les cases selon qui les contrôle'],
      ['w', 'des lignes vers une case depuis ce qui agit sur elle'],
      ['r', 'revoir la cascade'],
      ['n p', 'vague suivante, vague précédente'],
      ['t', 'l’échiquier en tableau'],
      ['?', 'cette liste'],
      ['', 'Sur l’échiquier'],
      ['← → ↑ ↓', 'de case en case'],
      ['Entrée', 'prendre une pièce, la poser'],
      ['Échap', 'la lâcher'],
      ['x', 'un cercle sur la case, ou aucun'],
      ['a', 'une flèche d’ici ; a encore : jusqu’ici'],
    ],
  },

  learn: {
    course: 'Cours',
    steps: 'Étape',
    progress: 'Avancement',
    games: 'Les jeux',
    examples: 'Les règles par l’exemple',
    chapters: {
      '01-moves.yaml': 'Pacifistes : les coups',
      '02-weights.yaml': 'Pacifistes : les poids',
      '03-over-persuaded.yaml': 'Pacifistes : quand une pièce est persuadée',
      '04-conversions.yaml': 'Pacifistes : vague après vague',
      '05-moved-piece.yaml': 'Pacifistes : la pièce jouée',
      '06-reclaim.yaml': 'Pacifistes : la reprise',
      '07-kings.yaml': 'Pacifistes : les rois',
      '08-castling.yaml': 'Pacifistes : le roque',
      '09-two-kings.yaml': 'Pacifistes : deux rois chez eux',
      '10-positions.yaml': 'Pacifistes : nulles et positions',
      '11-cosquares.yaml': 'Conversion : paires et cases conjuguées',
      '12-conversion-check.yaml': 'Conversion : l’échec et la fin',
      '13-benedict.yaml': 'Échecs Benedict',
      '14-chess.yaml': 'Échecs et Chess960',
      '15-notation.yaml': 'Comment on écrit les coups',
      '16-fen.yaml': 'Comment on écrit les positions',
      '17-sources.yaml': 'Diagrammes et parties des sources',
      '18-counts.yaml': 'Coups comptés',
      '19-introduction.yaml': 'Exemples de l’introduction',
      '20-andernach.yaml': 'Échecs d’Andernach et parents',
    },
    unread: (why) => `Le cours ne peut pas être lu : ${why}.`,
    back: 'Étape précédente',
    show: 'Montrer',
    next: 'Étape suivante',
    skip: 'Passer',
    showAgain: 'Revoir',
    guided: 'Jouer une partie guidée',
    play: 'Jouer à ce jeu',
    puzzles: 'Résoudre des problèmes',
    stars: (have, best) => `${counted(have, 'étoile')} sur ${best}`,
    wrong: (san, fault) => `${san} : ${fault} Réessayez.`,
    right: (san, stars) => `${san} : juste. ${stars}`,
    answer: (san) => `${san} le fait. À vous de réessayer.`,
    noWin: 'cela ne gagne pas encore.',
    reclaims: (owner, squares) => `${the(owner)} reprennent ${and(squares)}.`,
    loses: (by, san, squares) => `${the(by)} jouent alors ${san}, et gagnent ${and(squares)}.`,
    stay: (squares) => `${and(squares)} ${squares.length === 1 ? 'reste' : 'restent'} comme avant.`,
    notIt: 'ce n’est pas cela.',
    holds: (kind, square, mover, weight, against) =>
      `${piece(kind)} en ${square} reste ${adjective(others(mover), kind)} : ` +
      `${the(mover)} y pèsent ${weight}, ${the(others(mover))} ${against}.`,
    fails: 'n’est pas vérifié',
  },

  moves: {
    title: 'Coups',
    comment: 'Commentaire',
    mark: 'Annoter le coup',
    markFirst: 'Annoter…',
    promote: 'Promouvoir',
    promoteTitle: 'Mettre cette variante en premier',
    delete: 'Supprimer',
    deleteTitle: 'Supprimer ce coup et ce qui suit',
    deleted: (san) => `${san} est supprimé.`,
    analyse: 'Analyser cela',
    analyseTitle: 'Porter les coups à l’analyse',
    playHere: 'Jouer d’ici',
    playHereTitle: 'Commencer une partie par cette position',
    wave: (n, all) => `Vague ${n} sur ${all}`,
    none: 'Pas encore de coup. Déplacez une pièce sur l’échiquier, ou tapez un coup.',
    changed: (n, waves) =>
      `${counted(n, 'pièce')} ${n < 2 ? 'a' : 'ont'} changé de camp en ${counted(waves, 'vague')}`,
  },

  play: {
    claim: 'Réclamer la nulle',
    offer: 'Proposer la nulle',
    accept: 'Accepter la nulle',
    claimOnTime: 'Réclamer le gain au temps',
    back: 'Retour à la partie',
    resign: 'Abandonner',
    resignNow: 'Abandonner la partie ?',
    offerNow: 'Proposer la nulle ?',
    learn: 'Apprendre de vos fautes',
    rematch: 'Revanche',
    analyseLabel: 'Analyser la partie',
    save: 'Enregistrer la partie',
    fallen: (loser) => `${The(loser)} ont épuisé leur temps.`,
    claimed: (who, why) => `${The(who)} réclament la nulle : ${why}.`,
    late: (loser) => `${The(loser)} ont pris plus d’un jour.`,
    agreed: 'Les joueurs sont d’accord.',
    declined: 'La nulle est refusée : la partie continue.',
    agree: (colour) => `${The(colour)} acceptent-ils la nulle ?`,
    yes: 'Oui',
    no: 'Non',
    resigned: (loser) => `${The(loser)} abandonnent.`,
    hinted: (san) => `Et ${san} ?`,
    title: 'Préparer une partie',
    against: 'Contre',
    opponent: 'Adversaire',
    person: 'une autre personne, ici',
    byLink: 'une autre personne, par lien',
    computer: (level, name) => `l’ordinateur, niveau ${level} : ${name}`,
    levels: [
      'débutant',
      'novice',
      'joueur occasionnel',
      'joueur de club',
      'bon joueur',
      'expert',
      'maître',
      'aussi fort que possible',
    ],
    youPlay: 'Vous jouez',
    white: 'les Blancs',
    black: 'les Noirs',
    byLot: 'au hasard',
    from: 'Depuis',
    fromLabel: 'Commencer par',
    fromStart: 'la position initiale',
    fromHere: 'la position sur l’échiquier',
    fromAnalysed: 'la position dans Analyser',
    clock: 'Pendule',
    guide: 'des mots à côté de chaque coup',
    begin: 'Nouvelle partie',
    yours: (time) => `À vous de jouer${until(time)}.`,
    claimable: (why) => `La nulle peut être réclamée : ${why}.`,
    noAnswer: (why) => `L’ordinateur ne peut pas répondre : ${why}`,
    thinking: 'L’ordinateur réfléchit…',
    choosing: (who) => `${The(who)} choisissent ce qu’ils reprennent.`,
    answering: 'L’ordinateur choisit ce qu’il reprend…',
    away: 'Le serveur ne répond pas. La partie continue quand il revient.',
    reviewing: 'Une position antérieure de la partie.',
    draw: 'Nulle',
    won: (winner) => `${The(winner)} ont gagné`,
    youWon: 'Vous avez gagné',
    youLost: 'Vous avez perdu',
  },

  players: {
    pieces: (n) => counted(n, 'pièce'),
    kings: (n) => counted(n, 'roi'),
    you: 'Vous',
    opponent: 'Adversaire',
    proof: 'La preuve',
    computer: (level) => `Ordinateur, niveau ${level}`,
  },

  position: {
    title: 'Position et partie',
    pasteLabel: 'Coller une FEN, une partie ou un scénario',
    paste:
      'Collez une FEN, une partie (PGN, vchess.club, texte) ou un scénario, ou déposez un ' +
      'fichier ici',
    form: 'Format',
    scenario: 'Scénario YAML',
    start: 'Position initiale',
    link: 'Lien',
    linkTitle: 'Copier l’adresse qui montre ceci',
    embed: 'Pour votre page',
    embedTitle: 'Copier le HTML qui montre ceci sur une page à vous',
    onlyHere:
      'Copié, mais cette adresse n’existe que sur votre ordinateur. « turncoat-site write » fait ' +
      'un site que d’autres peuvent ouvrir.',
    edit: 'Modifier',
    copy: 'Copier',
    save: 'Enregistrer',
    load: 'Charger',
    pasted: 'ce qui a été collé',
    dropped: 'ce qui a été déposé',
    file: 'ou un fichier',
    fileLabel: 'Ouvrir un fichier',
    toMove: 'Trait',
    whiteToMove: 'Trait aux Blancs',
    blackToMove: 'Trait aux Noirs',
    rights: 'Roques',
    rightsLabel: 'Droits de roque',
    valid: 'La position est valable.',
    rubber: 'Vider une case',
    editTitle: 'Modifier : choisissez une pièce, pressez des cases',
    clear: 'Vider',
    setStart: 'Départ',
    colours: 'Inverser les couleurs',
  },

  premove: {
    next: (from, end) => `${from}–${end} suivra, si c’est possible alors.`,
    undo: 'Une case vide l’annule.',
    undone: 'Le coup est annulé.',
    impossible: (from, end) => `${from}–${end} n’est pas possible maintenant.`,
  },

  promotion: { title: 'Promouvoir en' },

  proof: {
    unknown: 'Cette position n’est pas dans la preuve.',
    unread: 'La preuve ne peut pas être lue.',
    play: 'Jouer contre la preuve',
    longest: 'Suite la plus longue',
    playAfter: (first) => `Jouer contre la preuve : 1.${first}`,
    longestTitle: (winner) => `Les réponses les plus tenaces ${of(others(winner))}, jusqu’à la fin`,
    again: 'Recommencer',
    also: 'Aussi atteinte par',
    replies: (winner) =>
      `Les réponses ${of(others(winner))}, et les coups qu’il faut ${to(winner)}`,
    answer: (winner) => `La réponse ${of(winner)}, et les coups qu’il leur faut`,
    about: (winner) =>
      `Il est prouvé que ${the(winner)} gagnent, quoi que répondent ${the(others(winner))} ; la ` +
      `preuve joue ${the(winner)}.`,
    turns,
    wins: (winner, n) => `${The(winner)} gagnent en ${turns(n)} au plus.`,
  },

  puzzles: {
    rules: 'Jeu des problèmes',
    length: 'Longueur',
    theme: 'Thème',
    grade: 'Difficulté',
    more: 'Autres problèmes',
    allGames: 'tous les jeux',
    anyLength: 'toute longueur',
    winIn: (n) => `gain en ${n}`,
    anyTheme: 'tout thème',
    anyGrade: 'toute difficulté',
    noWin: 'Aucun de ces problèmes n’est un gain, et seuls les gains se jouent ici.',
    others: 'Les autres peuvent être imprimés : « turncoat puzzle export ».',
    unread: 'La collection ne peut pas être lue.',
    none: 'Aucun problème de ce genre.',
    task: (mover, n) => `${The(mover)} jouent et gagnent en ${turns(n)}.`,
    daily: 'Problème du jour',
    ended: (text) => `${text}.`,
    best: (kind, n) =>
      `${kind === 'rush' ? 'Votre meilleure course' : 'Votre meilleure série'} : ${n}.`,
    onceMore: 'Encore une fois',
    back: 'Retour aux problèmes',
    streak: 'Série',
    streakTitle: 'Jusqu’à la première faute',
    rush: 'Course',
    rushTitle: 'Trois minutes, trois fautes',
    streakText: (solved) => `Série : ${counted(solved, 'résolu')}`,
    rushText: (solved, mistakes) =>
      `Course : ${counted(solved, 'résolu')}, ${counted(mistakes, 'faute')}`,
    left: (time) => `, reste ${time}`,
    solution: 'Solution',
    next: 'Suivant',
    previous: 'Précédent',
    random: 'Au hasard',
    noneOfGame: 'Il n’y a pas de problèmes de ce jeu.',
    right: (left) => `Juste. Contre la meilleure défense, encore ${turns(left)}.`,
    fails: (san, reply) => `${san} échoue sur ${reply}.`,
    tooSlow: (san) => `${san} ne gagne pas à temps.`,
    solved: 'Résolu.',
    solvedAtOnce: 'Résolu du premier coup.',
    lost: 'D’ici, il n’y a pas de gain à temps. Réessayez.',
    waves: (n) => `Le coup déclenche ${n === 1 ? 'une vague' : `${n} vagues`}.`,
    quiet: 'Un coup tranquille : rien ne change de camp tout de suite.',
    piece: (square) => `C’est la pièce en ${square}.`,
    line: (line) => `La suite principale : ${line}`,
  },

  reclaim: {
    may: (owner, squares) => `${The(owner)} peuvent reprendre ${and(squares)}.`,
    choose: (owner) => `${The(owner)} peuvent reprendre des pièces.`,
    among: (squares) =>
      squares.length === 1
        ? `Touchez ${squares[0]} pour la reprendre.`
        : `Touchez ${and(squares)} pour les reprendre, ensemble ou l’une après l’autre.`,
    chosen: 'Reprendre ce choix',
    all: 'Tout reprendre',
    rest: 'Laisser le reste',
    nothing: 'Ne rien reprendre',
    undo: 'Annuler le coup',
  },

  records: {
    nothing: 'rien',
    tooLong: (name) => `${name} dépasse 12 Mo.`,
    cut: 'Coupez-le, ou vérifiez-le avec « turncoat validate ».',
    readAs: (set, other) =>
      `Impossible selon ${set} ; lu selon ${other}, les seules règles qui le permettent.`,
    open: 'Ouvrir un fichier de parties',
    searchLabel: 'Chercher dans la liste',
    search: 'Joueur, règles ou faute',
    faulty: 'avec des fautes',
    found: (n) => `${large(n)} ${n < 2 ? 'trouvée' : 'trouvées'}`,
    title: 'Parties et scénarios',
    about:
      'Des parties en PGN, au format de vchess.club, en texte ou en JSON ; des scénarios en ' +
      'YAML. Ils sont lus ici et ne vont nulle part ailleurs.',
    given: 'Les parties de la ligne de commande',
    empty: (name) => `${name} ne contient pas de partie.`,
    noName: 'le fichier',
    sum: (n, bad, games) =>
      `${large(n)} ${games ? 'partie' : 'texte'}${n < 2 ? '' : 's'}, ` +
      (bad ? `${large(bad)} avec des fautes` : 'tout est juste'),
    further: 'En montrer plus',
    all: (n) => `Toutes (${large(n)})`,
    tags: 'Toutes les balises',
    right: '✓ juste',
    wrong: 'faux',
    more: 'Le fichier contient plus que cette liste.',
    fault: (ply, move, message) => `Demi-coup ${ply}, ${move} : ${message}`,
    place: (line, ply, rule) =>
      ` ligne ${line || '?'}${ply ? `, demi-coup ${ply}` : ''}${rule ? `, ${rule}` : ''} : `,
    expected: (expected, got) => ` Attendu : ${expected} ; trouvé : ${got}.`,
    show: 'Montrer sur l’échiquier',
    fine: (plies, set) => `Juste : ${counted(plies, 'demi-coup')}, ${set}.`,
    text: 'Texte de la partie',
  },

  report: {
    title: 'Fautes',
    find: 'Trouver les fautes',
    noMoves: 'Il n’y a pas encore de coups.',
    progress: 'Avancement',
    stopped: 'Arrêté.',
    found: (n) =>
      n
        ? `${counted(n, 'faute')}, ${n < 2 ? 'avec' : 'chacune avec'} le meilleur coup :`
        : 'Aucune faute trouvée.',
    loses: (from, end) => ` de ${from} à ${end} ; mieux vaut `,
    learn: (colour) => `Apprendre des fautes ${of(colour)}`,
    all: 'C’étaient toutes.',
    task: (colour, san, why) =>
      `${The(colour)} ont joué ${san} ici : ${why} Trouvez un meilleur coup sur l’échiquier.`,
    place: (i, n) => `${i} sur ${n}`,
    show: 'Le montrer',
    next: 'Faute suivante',
    right: (san, worth) => `${san} est juste : ${worth}.`,
    wrong: (san, worth) => `${san} n’est pas cela : ${worth}. Réessayez.`,
    over: 'cela finit la partie.',
    ends: (san) => `${san} finit la partie.`,
    wins: (san, n) => `${san} gagne ${counted(n, 'pièce')}.`,
    follows: (san) => `${san} suit.`,
    graph: (n) => `Les chances des Blancs après chacun des ${turns(n)}`,
  },

  rules: {
    own: (name) => `${name} (à vous)`,
    choose: 'Choisir le jeu',
    title: 'Quel jeu ?',
    details: 'Détails',
    edit: 'Vos propres règles…',
    impossible: (set) => `La position n’était pas possible selon ${set} ; voici le départ.`,
    yaml: 'Règles en YAML',
    editTitle: 'Vos propres règles',
    about: 'Des règles en YAML : une base, et ce qui en diffère, comme dans « lines: blocked ».',
    play: 'Jouer ainsi',
  },

  search: {
    goal: 'But',
    stipulation: 'Énoncé',
    win: 'gain forcé',
    selfWin: 'ennemi forcé de gagner',
    helpWin: 'gain aidé de l’ennemi',
    claim: 'prise d’un roi',
    other: 'autre énoncé…',
    turns: 'Coups',
    go: 'Chercher',
    title: 'Y a-t-il un gain ?',
    atMost: 'en au plus',
    more: 'essais, jeu apparent',
    progress: 'Avancement de la recherche',
    searching: 'Recherche…',
    state: (after, { depth, turns: all, settled, nodes, seconds }) => {
      const where = after ? `Position après ${after}` : 'Première position';
      const first = all ? `${settled || 0} premiers coups sur ${all}, ` : '';
      return (
        `${where}, en ${depth} : ${first}${large(nodes)} coups examinés, ` +
        `${seconds.toFixed(1).replace('.', ',')} s`
      );
    },
    stopped: 'Arrêté.',
    stoppedForGame: 'Arrêté, car une autre partie est sur l’échiquier.',
    limit: (why) => `Pas de réponse dans les limites : ${why}`,
    nothing: (n) => `Non : rien en ${n}.`,
    proved: (nodes) => `Prouvé ; ${large(nodes)} coups examinés.`,
    unknown: 'On ne sait pas.',
    excluded: (n, nodes) =>
      `Rien en ${n} ; une limite est venue avant, après ${large(nodes)} coups.`,
    after: (turn) => `après ${turn}`,
    fromStart: 'depuis le début',
    backTitle: 'Montrer la position de la recherche',
    yes: (n, keys) => `Oui, en ${n} : ${keys}`,
    lines: (n) => counted(n, 'suite'),
    searched: 'Recherche',
    tries: 'Essais',
    setPlay: 'Jeu apparent',
    summary: (keys, duals, nodes) =>
      `${counted(keys, 'clé')}, ${counted(duals, 'dual', 'duals')} ; ` +
      `${large(nodes)} coups examinés.`,
    saveSolution: 'Enregistrer la solution',
    saveProof: 'Enregistrer la preuve',
    saveProofTitle: 'Pour turncoat puzzle verify',
    saveProblem: 'Enregistrer le problème',
    saveProblemTitle: 'Pour turncoat puzzle new, qui en fait un puzzle',
    gone: 'La position de la recherche n’est plus parmi les coups.',
    zugzwang: 'blocus',
    threat: (list) => `menace ${list.join(', ')}`,
    reclaim: (squares) =>
      squares.length ? `après la reprise de ${squares.join(', ')}` : 'sans reprise',
    but: 'mais',
    defences: (n) => counted(n, 'défense'),
    mainLine: 'suite principale',
  },

  settings: {
    title: 'Réglages',
    language: 'Language / Langue',
    ofBrowser: 'celle du navigateur',
    board: 'Échiquier',
    wood: 'Bois',
    slate: 'Ardoise',
    meadow: 'Prairie',
    pieces: 'Pièces',
    plain: 'Silhouettes',
    discs: 'Disques',
    classic: 'Classiques',
    pace: 'Cascades',
    normal: 'normales',
    atOnce: 'd’un coup',
    fast: 'rapides',
    slow: 'lentes',
    stepwise: 'pas à pas',
    sound: 'Son',
    off: 'non',
    on: 'oui',
    kept: 'Parties, problèmes et leçons sont gardés dans ce navigateur et ne sont envoyés nulle part.',
    clear: 'Effacer',
    clearTitle: 'Oublier tout ce qui est gardé',
    sure: 'Tout oublier ?',
    sureText:
      'Toutes les parties, les problèmes résolus, les leçons et les réglages disparaissent, dans ' +
      'toutes les fenêtres.',
    keep: 'Garder',
    forget: 'Tout oublier',
  },

  shelf: {
    title: 'Parties précédentes',
    analysed: (name, moves) => `Analyse, ${name} : ${moves}`,
    played: (name, moves) => `Partie, ${name} : ${moves}`,
    playedByLink: (name, moves) => `Partie par lien, ${name} : ${moves}`,
    remove: 'Retirer',
    removed: 'La partie est retirée.',
  },

  undo: 'Annuler',

  values: {
    title: 'Table de finales',
    drawn: 'Nulle avec le meilleur jeu.',
    wins: (winner, n) => `${The(winner)} gagnent en ${turns(n)}.`,
    won: (winner) => `${The(winner)} ont gagné.`,
    draw: 'nulle',
    win: 'gagne',
    winIn: (n) => `gagne en ${turns(n)}`,
    lossIn: (n) => `perd en ${turns(n)}`,
  },

  welcome: {
    title: 'Des échecs où rien n’est pris : les pièces changent de camp.',
    how:
      'Une pièce visée par plus d’ennemies que d’amies change de camp, et peut en entraîner ' +
      'd’autres.',
    learn: 'Apprendre en dix minutes',
    play: 'Jouer',
    playLabel: 'Jouer une partie',
  },

  why: {
    table: 'Échiquier en tableau',
    title: 'Pourquoi ?',
    control: 'Contrôle',
    lines: 'Lignes',
    about:
      'Pointez une case pour voir ce qui l’attaque et la garde, et pourquoi sa pièce a changé de ' +
      'camp. Tenez une pièce au-dessus d’une case pour voir ce que le coup changerait.',
    tableTitle: 'L’échiquier en tableau',
    head: (square, kind, mover, wave) =>
      `${square}, ${kinds[kind].name} ${adjective(mover, kind)} : ` +
      `${adjective(others(mover), kind)} jusqu’à ` +
      (wave ? `la vague ${wave}` : 'ce coup'),
    pair: (moved, from, partner, at, corners) =>
      `Paire : ${byPiece(moved, from)}, qui a joué, et ${byPiece(partner, at)}. ` +
      `Leurs cases conjuguées sont ${and(corners)}.`,
    attacked: (list) => {
      const named = list.map(({ kind, square }) => byPiece(kind || '', square));
      const moved = list.length === 1 ? 'qui a joué' : 'qui ont joué';
      return `Attaque par ${and(named)}, ${moved}.`;
    },
    persuaded: 'ont persuadé',
    supported: 'ont soutenu',
    bears: (kind, square) => `${kinds[kind].name} ${square}`,
    through: (squares) => `à travers ${squares.join(', ')}`,
    nobody: 'personne',
    attackers: (attackers, guards) =>
      `${counted(attackers, 'attaquant')}, ${counted(guards, 'défenseur')}.`,
    outweighs: (heavier) => `${The(heavier)} pèsent plus que ${the(others(heavier))} ici.`,
    balanced: 'Aucun camp ne pèse plus que l’autre ici.',
    persuadable: (own, weight, against) =>
      `Surpersuadée : ${the(others(own))} pèsent ${against} contre ${weight}. Elle changera de ` +
      `camp à la prochaine cascade ${of(others(own))}, si ${the(own)} ne la soutiennent pas.`,
    holdsByNumber: (own, weight, against, more) =>
      `Elle tient, ${weight} contre ${against} : ` +
      `${more === 1 ? 'une pièce de plus' : `${more} pièces de plus`} ${of(others(own))} ` +
      `la ${more === 1 ? 'ferait' : 'feraient'} basculer.`,
    holdsByValue: (own, more) =>
      `Elle tient : il faut ${to(others(own))} plus de ${more} de valeur en plus pour la faire ` +
      'basculer.',
    holdsByAverage: (own, weight) =>
      `Elle tient : la moyenne ${of(others(own))} doit dépasser ${weight} pour la faire basculer.`,
  },
};

export default texts;
