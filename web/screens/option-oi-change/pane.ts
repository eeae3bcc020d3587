/** The atoms of one mounted OI Change. */

import { atom } from "jotai";
import type { Frame } from "#contract/domain/choices/frames.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isOneOf } from "../../kit/pane/stored-shape.ts";
import { strikeSorting } from "../../kit/strikes/strike-order.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import { METRICS, type Metric, type Params } from "./snapshot.ts";

export const oiChange = createPane(screen, (own) => {
  const metricAtom = own.stored<Metric>("oichaingeselected", "oi", isOneOf(METRICS));
  const hasSinceCloseAtom = own.stored("oiChangeCheckbox", false, isBoolean);
  const inLotsAtom = own.stored("oiChangelotToogle", false, isBoolean);
  const frameAtom = atom<Frame>(15);
  /** Minute of the oldest column; undefined: the latest five, also as time goes on. */
  const startAtom = atom<number | undefined>(undefined);
  const sorting = strikeSorting(own);
  const paramsAtom = atom(
    (get): Params => ({
      metric: get(metricAtom),
      frame: get(frameAtom),
      start: get(startAtom),
      inLots: get(inLotsAtom),
      isInverse: get(sorting.sortAtom).descending,
    }),
  );
  return { metricAtom, hasSinceCloseAtom, inLotsAtom, frameAtom, startAtom, sorting, paramsAtom };
});
