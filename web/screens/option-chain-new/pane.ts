/** Which view, in what order, and how its bars and highest three look. The settings keep the public keys. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isBoolean, isRecord } from "../../state/storage.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";
import { FIRST_VIEW, mergeViews, OI_GRAPH, oiBarScale, type View, volBarScale } from "./views.ts";

const hasFlag =
  (key: string) =>
  (value: unknown): value is Record<string, boolean> =>
    isRecord(value) && typeof value[key] === "boolean";

const isColourList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && /^#[0-9a-f]{6}$/i.test(one));

export const chain = createPane(screen, ({ stored, storedText }) => {
  /** The browser's own views by name. */
  const storedViewsAtom = stored<Record<string, unknown>>("optionChainView", {}, isRecord);
  const strikeInverseAtom = stored<Record<string, boolean>>(
    "strikeInverse",
    { currentInverse: false },
    hasFlag("currentInverse"),
  );
  const invertGraphAtom = stored<Record<string, boolean>>(
    "invertgraph",
    { changeDisplay: false },
    hasFlag("changeDisplay"),
  );
  const selectedViewAtom = storedText("optionChainSelectedView", FIRST_VIEW);

  /** Every view by name: the default ones first. */
  const viewsAtom = atom((get) => mergeViews(get(storedViewsAtom)));
  /** The name of the view shown; a view that is gone gives way to the first. */
  const viewNameAtom = atom(
    (get) => (Object.hasOwn(get(viewsAtom), get(selectedViewAtom)) ? get(selectedViewAtom) : FIRST_VIEW),
    (_get, set, name: string) => set(selectedViewAtom, name),
  );
  const viewAtom = atom((get): View => get(viewsAtom)[get(viewNameAtom)]!);

  /** Sets the range of the view shown, and keeps it with the view. */
  const chooseRangeAtom = atom(null, (get, set, strikeRange: number) => {
    const name = get(viewNameAtom);
    set(storedViewsAtom, { ...get(storedViewsAtom), [name]: { ...get(viewAtom), strikeRange } });
  });

  /** Highest strike first; writing flips it. */
  const isInverseAtom = atom(
    (get) => get(strikeInverseAtom)["currentInverse"] === true,
    (get, set) => set(strikeInverseAtom, { currentInverse: get(strikeInverseAtom)["currentInverse"] !== true }),
  );

  /** Bars start at the pane's edge instead of the figure; writing flips it. */
  const areBarsInvertedAtom = atom(
    (get) => get(invertGraphAtom)["changeDisplay"] === true,
    (get, set) => set(invertGraphAtom, { changeDisplay: get(invertGraphAtom)["changeDisplay"] !== true }),
  );

  const paramsAtom = atom((get): Params => {
    const view = get(viewAtom);
    return {
      columns: view.columns,
      oiGraph: get(viewNameAtom) === OI_GRAPH,
      strikeRange: view.strikeRange,
      analysisCalc: view.analysisCalc,
      volBar: volBarScale(view.volBar),
      oiBar: oiBarScale(view.oiBar),
      vegaTop3: view.vegatop3,
      inverse: get(isInverseAtom),
    };
  });

  return {
    viewsAtom,
    viewNameAtom,
    viewAtom,
    chooseRangeAtom,
    isInverseAtom,
    areBarsInvertedAtom,
    /** The user's own three colours of the highest three, or none. */
    topColorsAtom: stored<readonly string[]>("topColors", [], isColourList),
    /** Chips behind the number (true), or an outline. */
    topStyleAtom: stored("topColorsStyleBackground", true, isBoolean),
    /** What the side headers total. */
    totalsOfAtom: atom<"oi" | "volume">("oi"),
    paramsAtom,
  };
});
