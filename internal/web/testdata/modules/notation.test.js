import { equal } from './assert.js';
import { shownMove, typedMove } from '../js/notation.js';
import french from '../js/texts/fr.js';

const { pieceLetters } = french;

export function movesAreShownInFrench() {
  for (const [san, want] of Object.entries({
    'Nf3': 'Cf3',
    'Kd1 Qxd8+': 'Rd1 Dxd8+',
    'bxa8=R#': 'bxa8=T#',
    'Ba6/Qa5': 'Fa6/Da5',
    'O-O-O': 'O-O-O',
    'e2e4': 'e2e4',
  })) {
    equal(shownMove(san, pieceLetters), want, san);
  }
}

// A letter of both languages is the French one: R is a king, where one can be meant.
export function movesAreReadInFrench() {
  for (const [typed, want] of Object.entries({
    'Cf3': 'Nf3',
    'Rd1': 'Kd1',
    'Tad1': 'Rad1',
    'Fa6/Da5': 'Ba6/Qa5',
    'a8=D': 'a8=Q',
    'a8=R': 'a8=R',
    'a8T': 'a8R',
    'Nf3': 'Nf3',
    'bxc3': 'bxc3',
    'O-O': 'O-O',
    'Ce3f5~d4,e5': 'Ne3f5~d4,e5',
  })) {
    equal(typedMove(typed, pieceLetters), want, typed);
  }
}
