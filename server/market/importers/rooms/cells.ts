/** What is kept of a contract while lines of a day arrive. */

/** A sighting in the room's own terms: scaled prices and units; ABSENT where the source says nothing. */
export interface Cells {
  /** Index into INSTRUMENT_TYPES. */
  readonly type: number;
  /** Scaled. */
  readonly strike: number;
  readonly spot: number;
  readonly spotOpen: number;
  readonly spotHigh: number;
  readonly spotLow: number;
  /** Of the spot, per cent; NaN where unknown. */
  readonly spotChange: number;
  /** By field; the fields that the format lacks are ABSENT. */
  readonly values: readonly number[];
  /** Units; NaN where the source does not say. */
  readonly prevOi: number;
  /** The source says that OI has changed: only then is `prevOi` beyond doubt. */
  readonly oiChanged: boolean;
  /** Scaled; ABSENT where unknown. */
  readonly prevClose: number;
}

/** What is known of a contract beside its columns. Slots say how early the figure was seen. */
export interface Origin {
  prevClose: number;
  prevCloseSlot: number;
  prevOi: number;
  prevOiSlot: number;
  changedPrevOi: number;
  changedSlot: number;
  /** The lowest OI beside which the source gave a change of 0; ABSENT where it gave none. */
  unchangedOi: number;
  /** The first place where it gave a change of 0 beside a higher OI than that. */
  risenAt: string | undefined;
}

/** A contract's figures from after the close. */
export interface Closing {
  readonly second: number;
  readonly cells: Cells;
  readonly line: number;
  /** Neither open interest nor a price. */
  readonly isEmpty: boolean;
}
