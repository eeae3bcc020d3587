/** What the parts of the chain table hand to each other. */

import type { RoomDay } from "#contract/domain/columns.ts";
import type { ChainParams, ColumnKey, SideIndex } from "#contract/domain/snapshots/chain-table.ts";
import type { SideDisplay } from "#kernel/display.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { Moment } from "#market/reference/moment.ts";
import type { Pricing } from "#market/reference/pricing.ts";
import type { StrikeTable } from "#market/strikes/strikes.ts";

/** Which contracts at which moment, and the table that their figures are written into. */
export interface FillContext {
  readonly values: Float64Array;
  readonly styles: Uint8Array;
  readonly slots: number;
  /** Strikes shown, and the strike index of the first. */
  readonly rows: number;
  readonly from: number;
  /** Highest strike in row 0. */
  readonly inverse: boolean;
  readonly day: RoomDay;
  readonly table: StrikeTable;
  readonly moment: Moment;
  readonly scale: number;
  /** The underlying's price, scaled; NaN when there is none. */
  readonly spot: number;
}

/** The columns of one side. Lent until the next `begin`; index 0 is the first strike of the range, NaN is absent. */
export interface SideFigures {
  readonly side: SideIndex;
  /** CE or PE. */
  readonly type: number;
  readonly context: FillContext;
  readonly params: ChainParams;
  /** A built-in column as it is shown. */
  of(key: ColumnKey): Float64Array;
  /** A tick field: prices scaled, quantities in units. Without a trade today there is no open, high or low. */
  raw(field: number): Float64Array;
  /** What is known of the contract before the day; previous close scaled. */
  token(of: "prevClose" | "prevOi" | "lotSize"): Float64Array;
  greeks(): SideDisplay;
  isListed(i: number): boolean;
}

export interface ChainFigures {
  readonly sides: readonly [calls: SideFigures, puts: SideFigures];
  /** Starts over with these strikes at this moment. */
  begin(context: FillContext, params: ChainParams, kernel: Kernel, pricing: Pricing): void;
}
