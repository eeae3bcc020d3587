/**
 * A screen's derivation: market tables, params and clock in, one snapshot out. It runs in a quant worker, reads no
 * clock and no host, and keeps what it reuses between runs in its own scratch.
 */
import type { MarketClock } from "../domain/clock.ts";
import type { RoomDay } from "../domain/columns.ts";
import type { RoomName } from "../domain/instruments.ts";
import type { PaneContext } from "./screen.ts";

/** A room as a derivation finds it. Compare `structure` and `minute` with what scratch was built from. */
export interface MarketRoom {
  readonly day: RoomDay;
  /** Grows when the token table changes, and when the room was loaded anew. */
  readonly structure: number;
  /** Grows when a minute closes or is healed. */
  readonly minutes: number;
  /** Grows with every applied tick frame. */
  readonly ticks: number;
}

export interface Market {
  /** Undefined until the room is loaded. */
  room(name: RoomName): MarketRoom | undefined;
}

export interface DeriveInput<Params, Kernel> {
  readonly market: Market;
  readonly pane: PaneContext;
  readonly params: Params;
  readonly clock: MarketClock;
  readonly kernel: Kernel;
}

export interface Derivation<Params, Snapshot, Kernel, Scratch> {
  /** The screen's id. */
  readonly id: string;
  /** What one subscription keeps between runs: buffers, tables built once per structure. */
  createScratch(): Scratch;
  /**
   * Undefined while a room it needs is not loaded. The snapshot may be the scratch's own buffers: it is copied when
   * posted.
   */
  derive(input: DeriveInput<Params, Kernel>, scratch: Scratch): Snapshot | undefined;
}

export const defineDerivation = <Params, Snapshot, Kernel, Scratch>(
  derivation: Derivation<Params, Snapshot, Kernel, Scratch>,
): Derivation<Params, Snapshot, Kernel, Scratch> => derivation;
