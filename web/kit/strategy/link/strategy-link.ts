/**
 * A link to a strategy, '#s=…': where the board stands, what each leg holds at which average, and the what-if. It has nothing
 * of the account, and a fragment never reaches a server. Whatever stands in an address is checked: it may come from anybody.
 */
import type { HeldLeg, IvShift, WhatIf } from "#contract/domain/strategy/valuation.ts";
import { foldLink, unfoldLink } from "../../../components/link/link-text.ts";
import { isLinkedDate, type LinkedPlace, readPlace } from "../../../components/link/linked-place.ts";
import { isNumber, isRecord } from "../../../state/saved/storage.ts";
import { isStrategyLink, STRATEGY_LINK } from "./link-prefix.ts";

/** The lot is the receiver's: what the market lists says it. */
export type LinkedLeg = Omit<HeldLeg, "lotSize">;

export interface StrategyLink extends LinkedPlace {
  readonly legs: readonly LinkedLeg[];
  readonly whatIf: WhatIf;
}

/** As many as the payoff takes. */
const MOST_LEGS = 64;
const MOST_LOTS = 10_000;
const MOST_EXPIRIES = 24;

export async function strategyLinkOf({ legs, ...rest }: StrategyLink): Promise<string> {
  const held = legs.map(({ type, expiry, strike, lots, entry }) => ({ type, expiry, strike, lots, entry }));
  return STRATEGY_LINK + (await foldLink({ v: 1, ...rest, legs: held }));
}

/** Undefined for what is no link, and for one with a leg that cannot be read: half a strategy is another one. */
export async function readStrategyLink(hash: string): Promise<StrategyLink | undefined> {
  if (!isStrategyLink(hash)) return undefined;
  const value = await unfoldLink(hash.slice(STRATEGY_LINK.length));
  if (!isRecord(value) || value["v"] !== 1 || !Array.isArray(value["legs"])) return undefined;
  const { legs, whatIf } = value;
  if (legs.length === 0 || legs.length > MOST_LEGS || !legs.every(isLeg)) return undefined;
  return { ...readPlace(value), legs, whatIf: whatIfIn(whatIf) };
}

const isPrice = (value: unknown): value is number => isNumber(value) && Number.isFinite(value) && value >= 0;

function isLeg(value: unknown): value is LinkedLeg {
  if (!isRecord(value)) return false;
  const { type, expiry, strike, lots, entry } = value;
  return (
    (type === "CE" || type === "PE" || type === "FUT") &&
    isLinkedDate(expiry) &&
    isPrice(strike) &&
    isPrice(entry) &&
    Number.isInteger(lots) &&
    lots !== 0 &&
    Math.abs(Number(lots)) <= MOST_LOTS
  );
}

function whatIfIn(value: unknown): WhatIf {
  const { spot, daysLeft, iv } = isRecord(value) ? value : {};
  return {
    ...(isPrice(spot) && { spot }),
    ...(isPrice(daysLeft) && { daysLeft }),
    iv: shiftIn(iv),
  };
}

/** A fraction, not beyond what the sliders reach. */
const isShift = (value: unknown): value is number => isNumber(value) && Math.abs(value) <= 1;

function shiftIn(value: unknown): IvShift {
  const { all, byExpiry } = isRecord(value) ? value : {};
  const points = Object.entries(isRecord(byExpiry) ? byExpiry : {}).filter(
    (entry): entry is [string, number] => isLinkedDate(entry[0]) && isShift(entry[1]),
  );
  return { all: isShift(all) ? all : 0, byExpiry: Object.fromEntries(points.slice(0, MOST_EXPIRIES)) };
}
