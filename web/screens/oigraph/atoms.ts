/** The pane's state: what is plotted, how far, over which window, and the one snapshot. Three of them are kept. */
import { atom } from "jotai";
import { ALL_STRIKES } from "#contract/domain/strike-range.ts";
import { createStateAtom } from "../../state/pane.ts";
import { storedAtom } from "../../state/storage.ts";
import { type Params, REACHES, type Reach, type Snapshot, type TimeWindow, type TotalReach } from "./snapshot.ts";

export type Plot = "oi" | "premium";
export type GraphView = 1 | 2;

const isReach = (value: unknown): value is Reach => REACHES.some((reach) => reach === value);

/** The stored `oigraphstr`: strikes on each side of ATM. */
export const reachAtom = storedAtom<Reach>("oigraphstr", 7, isReach);
reachAtom.debugLabel = "oigraphstr";

/** The stored `oigraphtotalstr`: the strikes that the totals add up. */
export const totalReachAtom = storedAtom<TotalReach>(
  "oigraphtotalstr",
  ALL_STRIKES,
  (value): value is TotalReach => value === ALL_STRIKES || isReach(value),
);
totalReachAtom.debugLabel = "oigraphtotalstr";

/** The stored `colorinvert`: calls wear the puts' colour, puts the calls'. */
export const isInvertedAtom = storedAtom<boolean>(
  "colorinvert",
  false,
  (value): value is boolean => typeof value === "boolean",
);
isInvertedAtom.debugLabel = "colorinvert";

const chosenPlotAtom = atom<Plot>("oi");
chosenPlotAtom.debugLabel = "oigraphChosenPlot";

const chosenViewAtom = atom<GraphView>(1);
chosenViewAtom.debugLabel = "oigraphChosenView";

/** 'OI' or 'Premium', which has the first view only. */
export const plotAtom = atom(
  (get) => get(chosenPlotAtom),
  (_get, set, plot: Plot) => {
    set(chosenPlotAtom, plot);
    if (plot === "premium") set(chosenViewAtom, 1);
  },
);
plotAtom.debugLabel = "oigraphPlot";

/** 1: two charts, the figure and its change. 2: one chart, over a window. Writing flips it. */
export const viewAtom = atom(
  (get) => get(chosenViewAtom),
  (get, set) => set(chosenViewAtom, get(chosenViewAtom) === 1 ? 2 : 1),
);
viewAtom.debugLabel = "oigraphView";

const hasTotalChosenAtom = atom(false);
hasTotalChosenAtom.debugLabel = "oigraphTotalChosen";

/** 'Total OI', of the OI plot only; switched on, its range is every strike again. */
export const hasTotalAtom = atom(
  (get) => get(hasTotalChosenAtom) && get(chosenPlotAtom) === "oi",
  (_get, set, isShown: boolean) => {
    set(hasTotalChosenAtom, isShown);
    if (isShown) set(totalReachAtom, ALL_STRIKES);
  },
);
hasTotalAtom.debugLabel = "oigraphTotal";

/** Of the second view; the first one's changes count from the previous day. */
export const windowAtom = atom<TimeWindow>("current");
windowAtom.debugLabel = "oigraphWindow";

/** Which sides show: the legend is their switch, one for all charts of the pane. */
export const visibleAtom = atom<Readonly<Record<string, boolean>>>({});
visibleAtom.debugLabel = "oigraphVisible";

export const paramsAtom = atom(
  (get): Params => ({
    reach: get(reachAtom),
    totalReach: get(totalReachAtom),
    window: get(viewAtom) === 2 ? get(windowAtom) : "current",
  }),
);
paramsAtom.debugLabel = "oigraphParams";

/** The snapshot; read by painters, not by React. */
export const stateAtom = createStateAtom<Snapshot>("oigraphSnapshot");
