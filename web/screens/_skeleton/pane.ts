/** The atoms of one mounted pane. A setting that outlives the page is `own.stored(key, initial, check)`. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isOneOf } from "../../kit/pane/stored-shape.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";

export const UNITS = ["lakh", "crore"] as const;
export type Unit = (typeof UNITS)[number];

export const skeleton = createPane(screen, (own) => ({
  /** What the derivation is asked for: which side is totalled. */
  paramsAtom: atom<Params>(screen.defaults),
  /** Shows how many contracts the total is made of. */
  hasContractsAtom: own.stored("skeletonContracts", false, isBoolean),
  unitAtom: own.stored<Unit>("skeletonUnit", "lakh", isOneOf(UNITS)),
}));
