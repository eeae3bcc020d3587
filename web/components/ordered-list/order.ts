/** The order of a list that the user sets. Pure. */

/** The list with one item taken out of its place and put at another. Places beyond the ends are the ends. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const [item] = list.slice(from, from + 1);
  if (item === undefined) return list;
  const place = Math.min(Math.max(to, 0), list.length - 1);
  if (place === from) return list;
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, place), item, ...rest.slice(place)];
}

/** Where a dragged row lands. @param middles of all rows, top down. @param y of the pointer, in the same units. */
export const landingPlace = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, i) => i !== from && middle < y).length;

/** The place that Alt and an arrow key ask for; undefined for other keys, and at the ends. */
export function keyPlace(key: string, place: number, count: number): number | undefined {
  const wanted = key === "ArrowUp" ? place - 1 : key === "ArrowDown" ? place + 1 : -1;
  return wanted >= 0 && wanted < count ? wanted : undefined;
}
