/** How much of the funds is used, from the broker's own lines. Pure. */
import type { TabReply } from "#contract/wire/http/order-bodies.ts";

export interface FundsUse {
  /** Rupees. */
  readonly available: number;
  readonly utilised: number;
  /** Of both together, 0 to 1. */
  readonly share: number;
}

/** Undefined where the broker has no such lines. */
export function fundsUse(lines: NonNullable<TabReply["fundLimit"]>): FundsUse | undefined {
  const amountOf = (title: RegExp): number | undefined => lines.find((line) => title.test(line.title))?.amount;
  const available = amountOf(/^available balance$/i);
  const utilised = amountOf(/^utili[sz]ed amount$/i);
  if (available === undefined || utilised === undefined) return undefined;
  const all = Math.max(available, 0) + Math.max(utilised, 0);
  return { available, utilised, share: all === 0 ? 0 : Math.max(utilised, 0) / all };
}
