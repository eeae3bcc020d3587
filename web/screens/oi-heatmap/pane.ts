/** The atoms of one mounted heat map; nothing of it outlives the page but the unit, which is that of OI Change. */

import { atom } from "jotai";
import type { Frame } from "#contract/domain/choices/frames.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import type { Metric, Params, RANGES } from "./snapshot.ts";

export const heatMap = createPane(screen, (own) => {
  const metricAtom = atom<Metric>("oi");
  const frameAtom = atom<Frame>(3);
  const rangeAtom = atom<(typeof RANGES)[number]>(10);
  const hasSpotAtom = atom(true);
  const inLotsAtom = own.stored("oiChangelotToogle", false, isBoolean);
  const paramsAtom = atom((get): Params => ({ metric: get(metricAtom), frame: get(frameAtom), range: get(rangeAtom) }));
  return { metricAtom, frameAtom, rangeAtom, hasSpotAtom, inLotsAtom, paramsAtom };
});
