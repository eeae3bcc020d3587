/** The three boxes: two of them are on, always. */
import { FIGURES, type Figure } from "./snapshot.ts";

/** The figures that are on, the one that was checked first in front. */
export type Checked = readonly [Figure, Figure];

/** A box goes on, and the one that was checked first goes off; or it goes off, and the other two are on. */
export function pressed([first, second]: Checked, figure: Figure): Checked {
  if (figure !== first && figure !== second) return [second, figure];
  const stays = figure === first ? second : first;
  const third = FIGURES.find((one) => one !== first && one !== second) ?? figure;
  return [stays, third];
}

/** Left and right axis: in the order of the figures, whichever was checked first. */
export const axesOf = (checked: Checked): Checked => (isInOrder(checked) ? checked : [checked[1], checked[0]]);

const isInOrder = ([first, second]: Checked): boolean => FIGURES.indexOf(first) < FIGURES.indexOf(second);
