/**
 * Watches: rules that a worker looks at each time their data changes, whether the tab is hidden or not. Only what fires
 * reaches the page. A watch is `watch.ts` in a screen's folder; its definition is in a file that the view may import.
 */
import type { MarketClock } from "../domain/clock.ts";
import type { DeriveInput } from "./derivation.ts";
import type { Need, PaneContext, PaneHome } from "./screen.ts";

export interface WatchDefinition<Rules, Fired> {
  /** The folder's name. */
  readonly id: string;
  readonly home: PaneHome;
  needs(rules: Rules, pane: PaneContext): readonly Need[];
  /** Only the type is there: it ties what fires to who hears it. */
  readonly fired?: Fired;
}

export const defineWatch = <Rules, Fired>(watch: WatchDefinition<Rules, Fired>): WatchDefinition<Rules, Fired> => watch;

export interface WatchWork<Rules, Fired, Kernel, Scratch> {
  readonly definition: WatchDefinition<Rules, Fired>;
  /**
   * What the rules remember of the update before. It is made again with other rules, another pane, and rooms that were loaded
   * again: a jump between two of them is no crossing.
   */
  createScratch(): Scratch;
  /** It knows by itself what can be compared: its scratch is made again for another subject alone. */
  readonly keepsScratch?: true;
  /** What fires now; `params` are the rules. */
  watch(input: DeriveInput<Rules, Kernel>, scratch: Scratch): readonly Fired[];
}

export const implementWatch = <Rules, Fired, Kernel, Scratch>(
  definition: WatchDefinition<Rules, Fired>,
  work: Omit<WatchWork<Rules, Fired, Kernel, Scratch>, "definition">,
): WatchWork<Rules, Fired, Kernel, Scratch> => ({ definition, ...work });

export interface WatchRequest {
  readonly id: string;
  readonly pane: PaneContext;
  readonly params: unknown;
}

/** Worker to main thread. */
export interface WatchMessage<Fired> {
  readonly type: "fired";
  readonly pane: PaneContext;
  readonly clock: MarketClock;
  readonly fired: readonly Fired[];
}
