// Lines over the board: arrows, lines and rings, in layers that are drawn each by itself.
// @ts-check

/**
 * A line, an arrow (its kind has the word), or without an end a ring.
 * @typedef {{from: string, to?: string, kind: string}} Line
 */

/**
 * Where the middle of a square is, in eighths of a hundred.
 * @typedef {(square: string) => number[]} Middle
 */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name @param {Record<string, any>} attributes */
function svg(name, attributes) {
  const shape = document.createElementNS(SVG, name);

  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value));
  return shape;
}

/**
 * The outline of an arrow.
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function arrowPath(x1, y1, x2, y2) {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];

  const at = (/** @type {number} */ along, /** @type {number} */ beside) =>
    `${(x1 + ux * along - uy * beside).toFixed(1)},${(y1 + uy * along + ux * beside).toFixed(1)}`;

  const shaft = long - 38; // where the head begins

  const corners = [
    at(26, 7),
    at(shaft, 7),
    at(shaft, 22),
    at(long - 4, 0),
    at(shaft, -22),
    at(shaft, -7),
    at(26, -7),
  ];

  return `M${corners.join(' L')} Z`;
}

/** @param {Line} line @param {Middle} middle */
function shapeOf({ from, to, kind }, middle) {
  const [x1, y1] = middle(from);
  if (!to) return svg('circle', { class: kind, cx: x1, cy: y1, r: 42 });

  const [x2, y2] = middle(to);
  return kind.includes('arrow')
    ? svg('path', { class: kind, d: arrowPath(x1, y1, x2, y2) })
    : svg('line', { class: kind, x1, y1, x2, y2 });
}

export class Lines {
  constructor() {
    this.root = svg('svg', { class: 'lines', viewBox: '0 0 800 800', 'aria-hidden': 'true' });
    /** @type {Map<string, {group: SVGElement, list: Line[]}>} */
    this.layers = new Map();

    for (const name of ['best', 'drawn', 'why']) {
      const group = svg('g', {});
      this.root.append(group);
      this.layers.set(name, { group, list: [] });
    }
  }

  /**
   * Draws lines in place of what is in their layer.
   * @param {string} name
   * @param {Line[]} list
   * @param {Middle} middle
   */
  draw(name, list, middle) {
    const layer = this.layers.get(name);
    if (!layer) return;

    layer.list = list;
    layer.group.replaceChildren(...list.map((line) => shapeOf(line, middle)));
  }

  /** Draws all layers anew, for a board that has been flipped. @param {Middle} middle */
  redraw(middle) {
    for (const [name, { list }] of this.layers) this.draw(name, list, middle);
  }
}
