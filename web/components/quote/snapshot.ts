/** What crosses the threads for the ticket: one contract of the pane's symbol and expiry. */

export interface Params {
  /** Rupees; not read for FUT. */
  readonly strike: number;
  readonly type: "CE" | "PE" | "FUT";
}

/** Rupees and units; NaN where the source has nothing. */
export interface Snapshot {
  /** Whether today lists the contract; else all figures are NaN. */
  readonly isListed: boolean;
  readonly token: number;
  readonly lot: number;
  readonly ltp: number;
  readonly previousClose: number;
  readonly bid: number;
  readonly bidQty: number;
  readonly ask: number;
  readonly askQty: number;
  readonly spot: number;
  readonly previousSpot: number;
  /** [margin base, delta] of the contract, as the token dictionary's `m`. */
  readonly base: number;
  readonly delta: number;
}
