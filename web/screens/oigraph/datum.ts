/** One strike of the graph as a record: what a tooltip reads. The columns of the snapshot are what is drawn. */
import type { Snapshot } from "./snapshot.ts";

export interface DatumSide {
  readonly type: "CE" | "PE";
  /** Lakhs. */
  readonly oi: number;
  readonly changeInOI: number;
  /** Rupees. */
  readonly premium: number;
  readonly changeInPremium: number;
}

export interface GraphDatum {
  readonly strike: number;
  readonly values: readonly [DatumSide, DatumSide];
}

const sideAt = (snapshot: Snapshot, type: "CE" | "PE", index: number): DatumSide => ({
  type,
  oi: snapshot.oi[type][index]!,
  changeInOI: snapshot.changeInOI[type][index]!,
  premium: snapshot.premium[type][index]!,
  changeInPremium: snapshot.changeInPremium[type][index]!,
});

/** @returns undefined outside the strikes shown. */
export function datumAt(snapshot: Snapshot, index: number): GraphDatum | undefined {
  const strike = snapshot.strikes[index];
  if (strike === undefined) return undefined;
  return { strike, values: [sideAt(snapshot, "CE", index), sideAt(snapshot, "PE", index)] };
}
