/** The pane's state: scale, the two switches, and the one snapshot. */
import { atom } from "jotai";
import { CRORE, LAKH } from "#contract/domain/units.ts";
import { createStateAtom } from "../../state/pane.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const SCALES = {
  crore: { words: "In Crores", divisor: CRORE },
  lakh: { words: "In Lakhs", divisor: LAKH },
} as const;
export type Scale = keyof typeof SCALES;

export const scaleAtom = atom<Scale>("crore");
scaleAtom.debugLabel = "maxpainScale";

/** 'Day High Maxpain': outlines at the day's highest pain. */
export const hasDayHighAtom = atom(false);
hasDayHighAtom.debugLabel = "maxpainDayHigh";

/** 'Maxpain Line Chart (Beta)' */
export const hasLineAtom = atom(false);
hasLineAtom.debugLabel = "maxpainLine";

export const paramsAtom = atom((): Params => screen.defaults);
paramsAtom.debugLabel = "maxpainParams";

export const stateAtom = createStateAtom<Snapshot>("maxpainSnapshot");
