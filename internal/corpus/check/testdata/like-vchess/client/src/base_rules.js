// Stands in for the base class of a server's rule classes: it has their outer form and no rules.
export class ChessRules {
  static get size() {
    return { x: 8, y: 8 };
  }
}
