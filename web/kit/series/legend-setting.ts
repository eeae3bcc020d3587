/** The legend and the boxes of a screen as one setting: either switches the same lines. */
import { atom } from "jotai";
import type { Setting } from "../pane/mount.ts";
import type { VisibleLines } from "./visible-lines.ts";

/**
 * The `visibleAtom` of a pane, which `SeriesPane` reads. A press in the legend writes the line's box, and a box is a line of the legend.
 * Several lines may have one box.
 * @param boxes by line
 * @param others lines without a box; kept as long as the pane unless a stored setting is given
 */
export function legendOf(
  boxes: Readonly<Record<string, Setting<boolean>>>,
  others: Setting<VisibleLines> = atom<VisibleLines>({}),
): Setting<VisibleLines> {
  const boxed = Object.entries(boxes);
  const legendAtom: Setting<VisibleLines> = atom(
    (get): VisibleLines => ({
      ...get(others),
      ...Object.fromEntries(boxed.map(([line, boxAtom]) => [line, get(boxAtom)])),
    }),
    (get, set, change) => {
      const before = get(legendAtom);
      const next = change instanceof Function ? change(before) : change;
      set(others, Object.fromEntries(Object.entries(next).filter(([line]) => !(line in boxes))));
      for (const [line, boxAtom] of boxed) {
        const isOn = next[line] ?? true;
        if (isOn !== before[line]) set(boxAtom, isOn);
      }
    },
  );
  return legendAtom;
}
