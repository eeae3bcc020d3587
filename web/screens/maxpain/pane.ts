import { atom } from "jotai";
import { CRORE, LAKH } from "#contract/domain/units.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { screen } from "./screen.ts";

export const SCALES = {
  crore: { words: "In Crores", divisor: CRORE },
  lakh: { words: "In Lakhs", divisor: LAKH },
} as const;
export type Scale = keyof typeof SCALES;

/** Scale and switches are forgotten with the page. */
export const maxpain = createPane(screen, () => ({
  scaleAtom: atom<Scale>("crore"),
  /** 'Day High Maxpain': outlines at the day's highest pain. */
  hasDayHighAtom: atom(false),
  /** 'Maxpain Line Chart (Beta)' */
  hasLineAtom: atom(false),
}));
