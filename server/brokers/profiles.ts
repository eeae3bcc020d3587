/**
 * What is known of each broker that has an adapter, as data: limits, tags, products, when sessions end. What each figure rests
 * on stands in the README beside this file.
 */
import { LIMIT, MARKET, STOP, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { DAY_MS, IST_MS } from "#contract/domain/reference/calendar.ts";
import { type EpochMs, epochMs } from "#contract/domain/units.ts";
import type { BrokerFacts } from "./port.ts";

type Profile = Omit<BrokerFacts, "id" | "isPractice" | "needsFixedAddress">;

const ALL_TYPES = [LIMIT, MARKET, STOP, STOP_LIMIT] as const;
const BOTH = ["INTRADAY", "MARGIN"] as const;

/**
 * Orders at the market are refused by the interface: they go as limits. That books give tags back is written, and was never
 * seen: an order whose answer was lost is known by what it looks like, too.
 */
const NOREN = {
  echoesTag: false,
  maxTag: 20,
  orderTypes: ALL_TYPES,
  products: BOTH,
  marketOrders: { kind: "protected", percent: 3 },
  limits: { perSecond: 9 },
  sessionEnds: 6 * 60,
  latestMs: 30_000,
} as const;

/** As of Noren, nobody has seen a tag come back. */
const XTS = {
  echoesTag: false,
  maxTag: 20,
  orderTypes: ALL_TYPES,
  products: BOTH,
  marketOrders: { kind: "taken" },
  limits: { perSecond: 9 },
  sessionEnds: 6 * 60,
  latestMs: 30_000,
} as const;

/** By the id of the broker's row. */
export const PROFILES = {
  zerodha: {
    echoesTag: true,
    maxTag: 20,
    orderTypes: ALL_TYPES,
    products: BOTH,
    marketOrders: { kind: "protected", percent: 3 },
    limits: { perSecond: 9, perDay: 5000, modifies: 25 },
    sessionEnds: 6 * 60,
    latestMs: 30_000,
  },
  fyers: {
    echoesTag: true,
    maxTag: 30,
    orderTypes: ALL_TYPES,
    products: BOTH,
    marketOrders: { kind: "taken" },
    limits: { perSecond: 9, perMinute: 200, perDay: 100_000 },
    sessionEnds: 6 * 60,
    latestMs: 30_000,
  },
  upstox: {
    echoesTag: true,
    maxTag: 40,
    orderTypes: ALL_TYPES,
    products: BOTH,
    marketOrders: { kind: "protected", percent: 3 },
    limits: { perSecond: 9, perMinute: 500, perHalfHour: 2000 },
    sessionEnds: 3 * 60 + 30,
    latestMs: 30_000,
  },
  /** A stop without a limit is turned into another order by Dhan: it is not offered. */
  dhan: {
    echoesTag: true,
    maxTag: 25,
    orderTypes: [LIMIT, MARKET, STOP_LIMIT],
    products: BOTH,
    marketOrders: { kind: "taken" },
    limits: { perSecond: 9, perMinute: 250, perHour: 1000, perDay: 7000, modifies: 25 },
    sessionEnds: 6 * 60,
    latestMs: 30_000,
  },
  /** Its book has tags by its documents, and nobody has seen one come back. */
  angelone: {
    echoesTag: false,
    maxTag: 19,
    orderTypes: ALL_TYPES,
    products: BOTH,
    marketOrders: { kind: "taken" },
    limits: { perSecond: 9, perMinute: 500, perHour: 1000 },
    sessionEnds: 0,
    latestMs: 30_000,
  },
  /** Orders are not counted, reads are. Its book has tags, and nobody has seen one of ours come back. */
  aliceblue: {
    echoesTag: false,
    maxTag: 50,
    orderTypes: ALL_TYPES,
    products: BOTH,
    marketOrders: { kind: "taken" },
    limits: { perSecond: 9 },
    sessionEnds: 6 * 60,
    latestMs: 30_000,
  },
  /** Orders at the market are refused: they go as limits. Its own number of an order with a trigger may change on the way. */
  fivepaisa: {
    echoesTag: false,
    renumbers: true,
    maxTag: 23,
    orderTypes: ALL_TYPES,
    products: BOTH,
    marketOrders: { kind: "protected", percent: 3 },
    limits: { perSecond: 9 },
    sessionEnds: 24 * 60 - 1,
    latestMs: 30_000,
  },
  shoonya: NOREN,
  flattrade: NOREN,
  iifl: XTS,
  jainam: XTS,
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileId = keyof typeof PROFILES;

export const factsOf = (id: ProfileId, isPractice: boolean): BrokerFacts => ({
  ...PROFILES[id],
  id,
  isPractice,
  hasExchangeTime: isPractice,
  needsFixedAddress: !isPractice,
});

/** The next time that Indian clocks show this minute of the day. */
export function nextIst(now: number, minute: number): EpochMs {
  const sinceMidnight = (now + IST_MS) % DAY_MS;
  const today = now - sinceMidnight + minute * 60_000;
  return epochMs(today > now ? today : today + DAY_MS);
}
