/**
 * Rectangles whose areas are as given and whose sides are as even as they can be: Bruls, Huizing and van Wijk, 'Squarified
 * Treemaps' (2000). Pure.
 */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** @param areas above 0, the greatest first; their sum fills the room. @returns a rectangle for each */
export function squarify(areas: readonly number[], room: Box): Box[] {
  const scale = (room.width * room.height) / areas.reduce((sum, area) => sum + area, 0);
  const boxes: Box[] = [];
  let { x, y, width, height } = room;
  let from = 0;
  while (from < areas.length) {
    const side = Math.min(width, height);
    let to = from + 1;
    let sum = areas[from]! * scale;
    // A row takes rectangles as long as its worst one becomes more even.
    while (to < areas.length) {
      const next = areas[to]! * scale;
      const before = worst(areas[from]! * scale, areas[to - 1]! * scale, sum, side);
      if (worst(areas[from]! * scale, next, sum + next, side) > before) break;
      sum += next;
      to++;
    }
    const thick = side > 0 ? sum / side : 0;
    let at = 0;
    for (; from < to; from++) {
      const long = thick > 0 ? (areas[from]! * scale) / thick : 0;
      boxes.push(
        width < height ? { x: x + at, y, width: long, height: thick } : { x, y: y + at, width: thick, height: long },
      );
      at += long;
    }
    if (width < height) {
      y += thick;
      height -= thick;
    } else {
      x += thick;
      width -= thick;
    }
  }
  return boxes;
}

/** The ratio of the sides of the least even rectangle of a row. */
function worst(greatest: number, least: number, sum: number, side: number): number {
  const square = side * side;
  return Math.max((square * greatest) / (sum * sum), (sum * sum) / (square * least));
}
