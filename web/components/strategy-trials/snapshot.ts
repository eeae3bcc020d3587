import type { LegType } from "#contract/domain/strategy/leg.ts";
import type { HeldLeg, Valuation } from "#contract/domain/strategy/valuation.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { QuotedContract } from "#contract/worker/strategy-pane.ts";

/** A contract that is thought of, at the price that it has now. */
export interface TrialLeg {
  readonly type: LegType;
  readonly expiry: IsoDate;
  /** Rupees; or as that contract of the same type: the strike whose delta is nearest to its delta. */
  readonly strike: number | { readonly deltaOf: Pick<HeldLeg, "expiry" | "strike"> };
  /** Lots bought, negative where sold. */
  readonly lots: number;
}

export interface Params {
  /** Strategies, each of legs that are held already and of others. */
  readonly trials: readonly {
    readonly held: readonly HeldLeg[];
    readonly legs: readonly TrialLeg[];
  }[];
}

export interface Trial {
  /** Of the trial's `legs`, one by one. */
  readonly legs: readonly (QuotedContract & { readonly lots: number })[];
  readonly figures: Pick<Valuation, "maxProfit" | "maxLoss" | "netCredit" | "margin" | "pop">;
}

export interface Snapshot {
  /** In the order of the question; undefined where one of the legs has no price. */
  readonly trials: readonly (Trial | undefined)[];
}
