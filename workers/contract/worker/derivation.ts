/**
 * A screen's derivation: market tables, params and clock in, one snapshot out. It runs in a quant worker, reads no
 * clock and no host, and keeps what it reuses between runs in its own scratch.
 */
import type { FrozenDay, MarketClock } from "../domain/clock.ts";
import type { RoomDay } from "../domain/columns.ts";
import type { InstrumentName, RoomName } from "../domain/instruments.ts";
import type { DocumentName, DocumentOf } from "../wire/documents.ts";
import type { PaneContext, PaneDefinition } from "./screen.ts";

/** A room as a derivation finds it. Compare `structureVersion` and `minuteVersion` with what scratch was built from. */
export interface MarketRoom {
  readonly day: RoomDay;
  /** Grows when the token table changes, and when the room was loaded again. */
  readonly structureVersion: number;
  /** Grows by one with each minute that closes or is healed. */
  readonly minuteVersion: number;
  /** Grows with every applied tick frame. */
  readonly tickVersion: number;
}

/** Why a room or a document cannot be had. `status` is the HTTP status, 0 where the network failed. */
export interface Missing {
  readonly status: number;
  readonly message: string;
}

/** Last prices of single instruments, live. Off the live market none is known. */
export interface LastPrices {
  /** Grows when a price changes. */
  readonly version: number;
  /** Rupees; NaN where it is not known. */
  ltp(name: InstrumentName): number;
}

/** What a derivation reads: exactly what its pane's `needs` ask for. */
export interface Market {
  /** Undefined until the room is loaded. @param day as the need says; absent: the board's. */
  room(name: RoomName, day?: FrozenDay): MarketRoom | undefined;
  /** Undefined until the document is loaded; another object whenever it was loaded again. On a past day: as of its close. */
  doc<Name extends DocumentName>(name: Name): DocumentOf<Name> | undefined;
  prices(): LastPrices;
  /** Why an optional room or document cannot be had; undefined where it can, or is on its way. @param day as for `room`. */
  missing(name: RoomName | DocumentName, day?: FrozenDay): Missing | undefined;
}

export interface DeriveInput<Params, Kernel> {
  readonly market: Market;
  readonly pane: PaneContext;
  readonly params: Params;
  readonly clock: MarketClock;
  readonly kernel: Kernel;
}

export interface Derivation<Params, Snapshot, Kernel, Scratch> {
  /** What it derives for. They are loaded together: a worker asks for one by the id of the other. */
  readonly screen: PaneDefinition<Params, Snapshot>;
  /** What one subscription keeps between runs: buffers, tables built once per structure. */
  createScratch(): Scratch;
  /**
   * Undefined while something that it needs is not loaded. The snapshot may be the scratch's own buffers: it is copied when
   * posted.
   */
  derive(input: DeriveInput<Params, Kernel>, scratch: Scratch): Snapshot | undefined;
}

export const defineDerivation = <Params, Snapshot, Kernel, Scratch>(
  derivation: Derivation<Params, Snapshot, Kernel, Scratch>,
): Derivation<Params, Snapshot, Kernel, Scratch> => derivation;
