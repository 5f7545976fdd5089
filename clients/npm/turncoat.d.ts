/**
 * A built-in name such as "pacifist1", the text of a rule-set file, the URL of one, or an object
 * with a base and settings.
 */
export type RuleSet = string | URL | { base: string; [setting: string]: unknown };
export type Outcome = '*' | '1-0' | '0-1' | '1/2-1/2';

export interface Turn {
  uci: string;
  san: string;
  /** The mover's conversions, wave by wave. */
  waves: string[][];
  /** All squares taken back. */
  reclaimed: string[];
  fen: string;
  outcome: Outcome;
  reason?: 'claimless' | 'checkmate' | 'king-converted' | 'stalemate';
}

/** A first turn of a solution, whatever is taken back after it. */
export interface TurnSummary {
  uci: string;
  san?: string;
  waves?: string[][];
}

/** A piece that bears on a square, through others perhaps. */
export interface Bearer {
  square: string;
  piece: string;
  through: string[];
}

/** Pieces that bear on a square; weights are strings such as "2" and "7/3". */
export interface Weight {
  weight: string;
  by: Bearer[];
}

/** Two pieces that make a co-square (Conversion Chess). */
export interface CoPair {
  moved: string;
  partner: string;
}

/** A piece that changes sides: by weights, by pairs, or by attackers, as the rules have it. */
export interface ConvertedPiece {
  square: string;
  piece: string;
  persuade?: Weight;
  support?: Weight;
  pairs?: CoPair[];
  attackers?: string[];
  rule: string;
}

export interface Wave {
  /** The board after the wave. */
  board: string;
  squares: ConvertedPiece[];
}

export interface LegalExplanation {
  legal: true;
  turn: Turn;
  waves: Wave[];
  /** The rounds of the reclaim. */
  reclaim?: Wave[];
  /** Moved pieces that did not count (PAC-7). */
  discounted?: string[];
}

export interface Refusal {
  legal: false;
  move: string;
  rules: string[];
  message: string;
}

export type Explanation = LegalExplanation | Refusal;

export interface Solution {
  goal: string;
  status: 'won' | 'none' | 'unknown';
  in?: number;
  /** In and excluded mean half a turn more. */
  half?: boolean;
  keys: TurnSummary[];
  /** There is no win in so many turns. */
  excluded: number;
  nodes: number;
  /** Of a help-win or a series, in SAN. */
  lines?: string[][];
  /** With set, of a help-win or a series: its set play. */
  set?: string[][];
  /** With tree, as `puzzle solve --json` prints it. */
  solution?: unknown;
  text?: string;
  /** With proof, as JSON Lines. */
  proof?: string;
}

/** What is wrong with a record: docs/INTERFACE.md, "JSON of validate". */
export interface Finding {
  code: string;
  severity?: 'error' | 'warning' | 'note';
  ply?: number;
  move?: string;
  line?: number;
  column?: number;
  fen?: string;
  rule?: string;
  message?: string;
  expected?: string[];
  got?: string[];
}

/** A checked record. The first has its turns, too. */
export interface GameRecord {
  index: number;
  kind: 'game' | 'scenario' | 'file';
  name?: string;
  rules: string;
  ok: boolean;
  plies: number;
  result?: string;
  /** Names and values, in the order of the record. */
  tags?: string[][];
  start?: string;
  comments?: string[];
  turns?: unknown[];
  findings: Finding[];
  why?: string;
  cite?: string[];
  play?: string[];
}

/** How far a search has come. */
export interface Progress {
  depth: number;
  turns: number;
  settled: number;
  nodes: number;
  seconds: number;
}

/** A question that cannot be answered; code is one of docs/INTERFACE.md, such as "illegal-move". */
export class TurncoatError extends Error {
  code: string;
  rule?: string;
}

/** Compiles the rules; several engines and workers can share the module. */
export function compile(from?: URL): Promise<WebAssembly.Module>;

/** Answers the requests of Turncoat's protocol. It loads the rules with the first. */
export class Engine {
  constructor(options?: { module?: WebAssembly.Module | Promise<WebAssembly.Module> });
  /** Sends one request, without an id, and returns its answer. */
  ask(request: Record<string, unknown>, progress?: (progress: Progress) => void): Promise<any>;
}

/**
 * A position with its rules, and how it came about: it keeps rights and claims that no FEN shows.
 */
export class Position {
  readonly fen: string;
  readonly rules: RuleSet;
  /** What has been played from the first position. */
  readonly moves: readonly string[];

  /**
   * Reads a position ("start" by default) under a rule set ("pacifist1" by default). It rejects an
   * invalid FEN.
   */
  static from(fen?: string, rules?: RuleSet, engine?: Engine): Promise<Position>;
  /** Every legal turn; with reclaim "full" only the full one of each move. */
  legalTurns(keys?: { reclaim?: 'full' }): Promise<Turn[]>;
  /** The position after a move as people write it: "Nf5", "e3f5", "Nf5~d4,e5". */
  play(move: string): Promise<Position>;
  /** Why a move does what it does, or which rule forbids it. */
  explain(move: string): Promise<Explanation>;
  outcome(): Promise<Outcome>;
  /** How many sequences of so many turns there are. */
  perft(depth: number): Promise<number>;
  /**
   * The shortest forced win, or another goal, in up to so many turns; or a stipulation as people
   * write it, such as "h#2.5". Other options are the keys of the ask "solve".
   */
  solve(
    turns: number | string,
    options?: {
      goal?: string;
      nodes?: number;
      progress?: (progress: Progress) => void;
      [key: string]: unknown;
    },
  ): Promise<Solution>;
}

/**
 * Checks records in any form that `turncoat validate` reads. It rejects a text without a record, with
 * the code "no-record".
 */
export function validate(
  text: string,
  options?: { rules?: RuleSet; engine?: Engine },
): Promise<GameRecord[]>;
