/**
 * A built-in name such as "pacifist1", the text of a rule-set file, or an object with a base and
 * settings.
 */
export type RuleSet = string | { base: string; [setting: string]: unknown };
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

/** Pieces that bear on a square; weights are strings such as "2" and "7/3". */
export interface Weight {
  weight: string;
  by: { square: string; piece: string; through: string[] }[];
}

export type Explanation =
  | {
      legal: true;
      turn: Turn;
      waves: {
        board: string;
        squares: {
          square: string;
          piece: string;
          persuade: Weight;
          support: Weight;
          rule: string;
        }[];
      }[];
    }
  | { legal: false; move: string; rules: string[]; message: string };

export interface Solution {
  goal: string;
  status: 'won' | 'none' | 'unknown';
  in?: number;
  keys?: Turn[];
  nodes: number;
  [more: string]: unknown;
}

/** A checked record; findings as docs/INTERFACE.md describes them under "JSON of validate". */
export interface GameRecord {
  index: number;
  kind?: string;
  rules?: string;
  ok: boolean;
  plies?: number;
  result?: string;
  tags?: Record<string, string>;
  findings?: { severity: string; message: string; [more: string]: unknown }[];
  [more: string]: unknown;
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
  /** The shortest forced win, or another goal, in up to so many turns. */
  solve(
    turns: number,
    options?: {
      goal?: 'win' | 'self-win' | 'help-win' | 'claim';
      nodes?: number;
      progress?: (progress: Progress) => void;
    },
  ): Promise<Solution>;
}

/** Checks records in any form that `turncoat validate` reads. */
export function validate(
  text: string,
  options?: { rules?: RuleSet; engine?: Engine },
): Promise<GameRecord[]>;
