/** What is plotted, how far, and over which window. Three settings outlive the page. */
import { atom } from "jotai";
import { ALL_STRIKES } from "#contract/domain/strike-range.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isBoolean } from "../../state/storage.ts";
import { screen } from "./screen.ts";
import { type Params, REACHES, type Reach, type TimeWindow, type TotalReach } from "./snapshot.ts";

export type Plot = "oi" | "premium";
export type GraphView = 1 | 2;

const isReach = (value: unknown): value is Reach => REACHES.some((reach) => reach === value);
const isTotalReach = (value: unknown): value is TotalReach => value === ALL_STRIKES || isReach(value);

export const oigraph = createPane(screen, ({ stored }) => {
  /** Strikes on each side of ATM. */
  const reachAtom = stored<Reach>("oigraphstr", 7, isReach);
  /** The strikes that the totals add up. */
  const totalReachAtom = stored<TotalReach>("oigraphtotalstr", ALL_STRIKES, isTotalReach);
  /** Calls wear the puts' colour, puts the calls'. */
  const isInvertedAtom = stored("colorinvert", false, isBoolean);

  const chosenPlotAtom = atom<Plot>("oi");
  const chosenViewAtom = atom<GraphView>(1);
  /** 'OI' or 'Premium', which has the first view only. */
  const plotAtom = atom(
    (get) => get(chosenPlotAtom),
    (_get, set, plot: Plot) => {
      set(chosenPlotAtom, plot);
      if (plot === "premium") set(chosenViewAtom, 1);
    },
  );
  /** 1: two charts, the figure and its change. 2: one chart, over a window. Writing flips it. */
  const viewAtom = atom(
    (get) => get(chosenViewAtom),
    (get, set) => set(chosenViewAtom, get(chosenViewAtom) === 1 ? 2 : 1),
  );

  const hasTotalChosenAtom = atom(false);
  /** 'Total OI', of the OI plot only; switched on, its range is every strike again. */
  const hasTotalAtom = atom(
    (get) => get(hasTotalChosenAtom) && get(chosenPlotAtom) === "oi",
    (_get, set, isShown: boolean) => {
      set(hasTotalChosenAtom, isShown);
      if (isShown) set(totalReachAtom, ALL_STRIKES);
    },
  );

  /** Of the second view; the first one's changes count from the previous day. */
  const windowAtom = atom<TimeWindow>("current");
  /** Which sides show: the legend is their switch, one for all charts of the pane. */
  const visibleAtom = atom<Readonly<Record<string, boolean>>>({});

  const paramsAtom = atom(
    (get): Params => ({
      reach: get(reachAtom),
      totalReach: get(totalReachAtom),
      window: get(viewAtom) === 2 ? get(windowAtom) : "current",
    }),
  );

  return {
    reachAtom,
    totalReachAtom,
    isInvertedAtom,
    plotAtom,
    viewAtom,
    hasTotalAtom,
    windowAtom,
    visibleAtom,
    paramsAtom,
  };
});
