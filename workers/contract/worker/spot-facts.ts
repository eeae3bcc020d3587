/** What the header of an option screen says of the underlying; rupees, NaN where it is not known. */
export interface SpotFacts {
  /** What stands for the spot. */
  readonly basis: "spot" | "future" | "forward" | "none";
  readonly spot: number;
  /** Its previous close. */
  readonly previousSpot: number;
  readonly future: number;
  readonly previousFuture: number;
}
