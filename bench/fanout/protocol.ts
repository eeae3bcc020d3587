/** What the processes of this bench have in common: rooms, groups of clients, and what these heard. */

/** Which rooms a client joins, and which rooms tick in a run. */
export type Scenario = "one" | "four" | "spread";

/** A room; four expiries of one underlying; four underlyings. */
export const ROOMS: Readonly<Record<Scenario, readonly string[]>> = {
  one: ["FINNIFTY-7/28/2026"],
  four: ["NIFTY-7/28/2026", "NIFTY-8/4/2026", "NIFTY-8/11/2026", "NIFTY-8/25/2026"],
  spread: ["BANKNIFTY-7/28/2026", "MIDCPNIFTY-7/28/2026", "SENSEX-7/30/2026", "BANKEX-7/30/2026"],
};

/** How the clients of a server speak: bytes as they are, Socket.IO with its stock parser, or the product's own. */
export type Speech = "bare" | "stock" | "live";

export interface Group {
  readonly port: number;
  readonly speech: Speech;
  /** Namespaces that every client opens; the first is the one with the rooms. */
  readonly namespaces: readonly string[];
  readonly rooms: readonly string[];
  readonly count: number;
}

/** What one client heard since it was last asked to forget. */
export interface Heard {
  ticks: number;
  minutes: number;
  specials: number;
  /** Tick frames before the first snapshot. */
  beforeSnapshot: number;
  snapshots: number;
  /** 1 when its connection is over. */
  closed: number;
}

export interface Run {
  readonly scenario: Scenario;
  readonly ticks: number;
  readonly paceMs: number;
}

/** Bytes of a process, after a collection of garbage. */
export interface Weight {
  readonly rss: number;
  readonly heap: number;
}
