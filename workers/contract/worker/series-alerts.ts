/** Rules on the lines of a screen: any line of any screen that draws a day can cross another one, or a value. */
import type { Crossing } from "../domain/crossing.ts";
import { defineWatch, type WatchDefinition } from "./watch.ts";

export interface SeriesRule {
  readonly id: string;
  /** A line's id. */
  readonly left: string;
  readonly crosses: Crossing;
  /** The line is that of a condition: it crosses 0 when it comes to hold. */
  readonly isCondition?: boolean;
  /** A line's id, or a value in the line's unit. */
  readonly right: string | number;
}

export interface SeriesRules {
  /** The params of the screen whose lines are watched: its strikes, its figure. */
  readonly params: unknown;
  readonly rules: readonly SeriesRule[];
}

const PREFIX = "series:";
export const seriesWatchId = (screen: string): string => PREFIX + screen;

/** The watch of a screen's lines, as the page names it; a fired rule is named by its id. What it needs, the worker knows. */
export const seriesWatch = (screen: string): WatchDefinition<SeriesRules, string> =>
  defineWatch({ id: seriesWatchId(screen), home: "underlying", needs: () => [] });
