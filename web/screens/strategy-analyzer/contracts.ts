/** The contracts of the chain that is looked at, as legs name them. Pure. */
import { expiryKey } from "#contract/domain/instruments.ts";
import { legKey } from "#contract/domain/strategy/legs.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import type { CandidateLeg } from "./candidate.ts";
import type { Snapshot } from "./snapshot.ts";

export interface Contracts {
  /** Units. */
  readonly lotSize: number;
  /** By `legKey`. */
  readonly tokens: Readonly<Record<string, number>>;
}

/** Changes with the listing, not with a tick. */
export function contractsOf({ snapshot, context }: PaneState<Snapshot>): Contracts {
  const { ladder } = snapshot ?? {};
  const expiry = context ? expiryKey(context.expiry) : "";
  const of = (type: "CE" | "PE", tokens: Float64Array) =>
    Array.from(tokens, (token, i) => [legKey({ strike: ladder?.strikes[i] ?? 0, type, expiry }), token] as const);
  return {
    lotSize: ladder?.lotSize ?? 1,
    tokens: ladder ? Object.fromEntries([...of("CE", ladder.ce.token), ...of("PE", ladder.pe.token)]) : {},
  };
}

/** @param expiry 'M:D:YYYY'; -1 stands for the token of a contract that is not listed */
export const contractIn =
  ({ tokens, lotSize }: Contracts, expiry: string) =>
  ({ strike, type }: Pick<CandidateLeg, "strike" | "type">) => ({
    token: tokens[legKey({ strike, type, expiry })] ?? -1,
    lotSize,
  });
