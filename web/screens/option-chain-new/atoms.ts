/** The pane's state: which view, in what order, and the one snapshot. The route's own pane keeps the public keys. */
import { atom } from "jotai";
import { createStateAtom } from "../../state/pane.ts";
import { isRecord, storedAtom, storedTextAtom } from "../../state/storage.ts";
import type { Params, Snapshot } from "./snapshot.ts";
import { FIRST_VIEW, mergeViews, OI_GRAPH, oiBarScale, type View, volBarScale } from "./views.ts";

const hasFlag =
  (key: string) =>
  (value: unknown): value is Record<string, boolean> =>
    isRecord(value) && typeof value[key] === "boolean";

/** The stored `optionChainView`: the browser's own views by name. */
const storedViewsAtom = storedAtom<Record<string, unknown>>("optionChainView", {}, isRecord);
storedViewsAtom.debugLabel = "optionChainView";

/** The stored `strikeInverse`: highest strike first. */
const strikeInverseAtom = storedAtom<Record<string, boolean>>(
  "strikeInverse",
  { currentInverse: false },
  hasFlag("currentInverse"),
);
strikeInverseAtom.debugLabel = "strikeInverse";

/** The stored `invertgraph`: bars start at the pane's edge instead of the figure. */
const invertGraphAtom = storedAtom<Record<string, boolean>>(
  "invertgraph",
  { changeDisplay: false },
  hasFlag("changeDisplay"),
);
invertGraphAtom.debugLabel = "invertgraph";

/** The stored `topColors`: the user's own three, or none. */
export const topColorsAtom = storedAtom<readonly string[]>(
  "topColors",
  [],
  (value): value is readonly string[] =>
    Array.isArray(value) && value.every((one) => typeof one === "string" && /^#[0-9a-f]{6}$/i.test(one)),
);
topColorsAtom.debugLabel = "topColors";

/** The stored `topColorsStyleBackground`: chips behind the number (true), or an outline. */
export const topStyleAtom = storedAtom<boolean>(
  "topColorsStyleBackground",
  true,
  (value): value is boolean => typeof value === "boolean",
);
topStyleAtom.debugLabel = "topColorsStyleBackground";

const selectedViewAtom = storedTextAtom("optionChainSelectedView", FIRST_VIEW);
selectedViewAtom.debugLabel = "optionChainSelectedView";

/** Every view by name: the default ones first. */
export const viewsAtom = atom((get) => mergeViews(get(storedViewsAtom)));
viewsAtom.debugLabel = "optionChainViews";

/** The name of the view shown; a view that is gone gives way to the first. */
export const viewNameAtom = atom(
  (get) => (Object.hasOwn(get(viewsAtom), get(selectedViewAtom)) ? get(selectedViewAtom) : FIRST_VIEW),
  (_get, set, name: string) => set(selectedViewAtom, name),
);
viewNameAtom.debugLabel = "optionChainViewName";

export const viewAtom = atom((get): View => get(viewsAtom)[get(viewNameAtom)]!);
viewAtom.debugLabel = "optionChainCurrentView";

/** Sets the range of the view shown, and keeps it with the view. */
export const chooseRangeAtom = atom(null, (get, set, strikeRange: number) => {
  const name = get(viewNameAtom);
  set(storedViewsAtom, { ...get(storedViewsAtom), [name]: { ...get(viewAtom), strikeRange } });
});
chooseRangeAtom.debugLabel = "chooseRange";

/** Highest strike first; writing flips it. */
export const isInverseAtom = atom(
  (get) => get(strikeInverseAtom)["currentInverse"] === true,
  (get, set) => set(strikeInverseAtom, { currentInverse: get(strikeInverseAtom)["currentInverse"] !== true }),
);
isInverseAtom.debugLabel = "isInverse";

/** Bars from the edge; writing flips it. */
export const areBarsInvertedAtom = atom(
  (get) => get(invertGraphAtom)["changeDisplay"] === true,
  (get, set) => set(invertGraphAtom, { changeDisplay: get(invertGraphAtom)["changeDisplay"] !== true }),
);
areBarsInvertedAtom.debugLabel = "areBarsInverted";

/** What the side headers total. */
export const totalsOfAtom = atom<"oi" | "volume">("oi");
totalsOfAtom.debugLabel = "totalsOf";

export const paramsAtom = atom((get): Params => {
  const view = get(viewAtom);
  const oiGraph = get(viewNameAtom) === OI_GRAPH;
  return {
    columns: view.columns,
    oiGraph,
    strikeRange: view.strikeRange,
    analysisCalc: view.analysisCalc,
    volBar: volBarScale(view.volBar),
    oiBar: oiBarScale(view.oiBar),
    vegaTop3: view.vegatop3,
    inverse: get(isInverseAtom),
  };
});
paramsAtom.debugLabel = "optionChainParams";

/** The snapshot; set a few times a second, and read by painters, not by React. */
export const stateAtom = createStateAtom<Snapshot>("optionChainSnapshot");
