/**
 * Orders that rest at the broker until a price is reached, "good till triggered": the broker keeps them and watches the last
 * price, so that they outlive this product's processes and the session that placed them. One trigger (single) fires one limit
 * order; of two (OCO, one cancels the other) the first that is reached fires its order and ends the other. Pure.
 */
import type { ContractKey } from "../instruments.ts";
import type { Product, Side } from "./order.ts";
import { isOnTick } from "./prices.ts";

/**
 * disabled: the broker has switched it off, as after a corporate action. cancelled: taken back by the broker. deleted: by the
 * user. Only an active one can still fire.
 */
export const GTT_STATUSES = ["active", "triggered", "disabled", "expired", "cancelled", "rejected", "deleted"] as const;
export type GttStatus = (typeof GTT_STATUSES)[number];

/** What a broker that keeps triggers takes; the figures are the broker's own rules. */
export interface GttRules {
  /** How far from the last price a trigger has to be at least, a fraction of it. */
  readonly leastDistance: number;
  readonly products: readonly Product[];
}

/** When the last price reaches `trigger`, an order goes out with the limit `limit`. Rupees. */
export interface GttLeg {
  readonly trigger: number;
  readonly limit: number;
}

/** What can be changed of one that is active. */
export interface GttTerms {
  /** Units, of each leg. */
  readonly qty: number;
  /** One, or two: the lower trigger first. */
  readonly legs: readonly GttLeg[];
}

/** As the browser sends it. */
export interface GttItem extends GttTerms {
  /** '{exchange}:{instrumentName}'. */
  readonly symbol: string;
  readonly side: Side;
  readonly productType: "INTRADAY" | "MARGIN";
}

/** As a broker is to be sent it. */
export interface GttOrder extends GttTerms {
  readonly contract: ContractKey;
  /** Units per lot, for brokers that count lots. */
  readonly lot: number;
  /** Rupees, for prices that are rounded on the way. */
  readonly tick: number;
  readonly side: Side;
  readonly productType: "INTRADAY" | "MARGIN";
  /** Rupees, when it was asked for: a single trigger above it fires when the price rises to it, one below when it falls. */
  readonly lastPrice: number;
}

/** One as the broker has it. */
export interface BookGtt extends GttTerms {
  /** The broker's. */
  readonly id: string;
  /** 'EXCHANGE:NAME', both the broker's words. */
  readonly symbol: string;
  /** undefined for what the product does not trade. */
  readonly contract?: ContractKey | undefined;
  readonly side: Side;
  readonly productType: Product;
  /** Rupees, when it was placed or changed last; 0 where the broker does not say it. */
  readonly lastPrice: number;
  readonly status: GttStatus;
  /** 'YYYY-MM-DD HH:MM:SS', IST. */
  readonly createdAt: string;
  /** As createdAt; '' where the broker does not say it. */
  readonly expiresAt: string;
  /** Its two orders are alike but for their prices, and the broker changes both at once; else `message` says what is in the way. */
  readonly isChangeable: boolean;
  /** The broker's words: the number of the order that it fired, or why there is none. */
  readonly message: string;
}

/** What the last price and the contract ask of one. */
export interface GttMarket {
  /** Rupees; NaN where it is not known. */
  readonly ltp: number;
  readonly lot: number;
  /** The most units of one order. */
  readonly largest: number;
  /** Rupees. */
  readonly tick: number;
}

/** The contract and product by which a GTT and a position belong together; positions and GTTs of the wire have them, too. */
interface OfContract {
  readonly contract?: (Omit<ContractKey, "expiry"> & { readonly expiry: string }) | null | undefined;
  readonly productType: Product;
}
type Resting = OfContract & Pick<BookGtt, "side" | "qty" | "status">;
type Held = OfContract & {
  /** Units, with its sign. */
  readonly netQty: number;
};

/** Whether an order that it fires would go against this position. False where today does not list one of them. */
export function isOfPosition({ contract: one, productType }: OfContract, position: OfContract): boolean {
  const { contract: other } = position;
  if (!one || !other || productType !== position.productType) return false;
  return (
    one.exchange === other.exchange &&
    one.underlying === other.underlying &&
    one.expiry === other.expiry &&
    one.strike === other.strike &&
    one.type === other.type
  );
}

/** Whether all that it can do is to make this position smaller: once that is closed, it would open one the other way. */
export const onlyReduces = (gtt: Resting, position: Held): boolean =>
  gtt.status === "active" &&
  isOfPosition(gtt, position) &&
  gtt.side === -Math.sign(position.netQty) &&
  gtt.qty <= Math.abs(position.netQty);

/** Whether nothing is held that it could make smaller: it would open a position. @param positions all of them */
export const opensAnew = (gtt: Resting, positions: readonly Held[]): boolean =>
  gtt.status === "active" &&
  Boolean(gtt.contract) &&
  !positions.some((position) => position.netQty !== 0 && isOfPosition(gtt, position));

/** 'Stop' and 'Target' of an OCO, by what it closes; 'Trigger' where there is one alone. @param leg 0 is the lower one */
export function legName({ side, legs }: Pick<GttItem, "side" | "legs">, leg: number): "Trigger" | "Stop" | "Target" {
  if (legs.length < 2) return "Trigger";
  return (leg === 0) === (side === -1) ? "Stop" : "Target";
}

/** Which of its legs this price fires, undefined for none. @param lastPrice rupees, when it was placed or changed last. */
export function firedLeg(legs: readonly GttLeg[], lastPrice: number, price: number): number | undefined {
  const [first, second] = legs;
  if (first === undefined || !(price > 0)) return undefined;
  if (second !== undefined) return price <= first.trigger ? 0 : price >= second.trigger ? 1 : undefined;
  const isReached = first.trigger >= lastPrice ? price >= first.trigger : price <= first.trigger;
  return isReached ? 0 : undefined;
}

/** Legs with the lower trigger first. */
export const inTriggerOrder = (legs: readonly GttLeg[]): readonly GttLeg[] =>
  legs.toSorted((a, b) => a.trigger - b.trigger);

/** Percent of the last price that a trigger is away from it, with its sign. */
export const distanceOf = (trigger: number, ltp: number): number => ((trigger - ltp) / ltp) * 100;

/** Why it cannot be placed, or changed so, in the words of the ticket. Empty: it may go. */
export function gttFaults(
  gtt: Pick<GttItem, "side" | "qty" | "legs">,
  { ltp, lot, largest, tick }: GttMarket,
  { leastDistance }: Pick<GttRules, "leastDistance">,
): readonly string[] {
  const { qty, legs } = gtt;
  const faults: string[] = [];
  if (!(qty > 0) || qty % lot !== 0) faults.push(`Qty should be a multiple of the lot size ${lot}`);
  else if (qty > largest) faults.push(`One order takes at most ${largest}: what a trigger fires is one`);
  for (const [at, { trigger, limit }] of legs.entries()) {
    const name = legName(gtt, at);
    if (!(trigger > 0)) faults.push(`${name} should be higher than 0`);
    else if (!isOnTick(trigger, tick)) faults.push(`${name} should be a multiple of ${tick}`);
    if (!(limit > 0)) faults.push(`Limit of the ${name} should be higher than 0`);
    else if (!isOnTick(limit, tick)) faults.push(`Limit of the ${name} should be a multiple of ${tick}`);
  }
  if (faults.length > 0) return faults;
  if (!(ltp > 0)) return ["No last price is known: there is nothing to watch the trigger by"];
  return [...sideFaults(gtt, ltp), ...distanceFaults(gtt, ltp, leastDistance)];
}

/** Of an OCO the last price stands between the two. */
function sideFaults(gtt: Pick<GttItem, "side" | "legs">, ltp: number): readonly string[] {
  const [lower, upper] = gtt.legs;
  if (lower === undefined || upper === undefined) return [];
  return [
    ...(lower.trigger < ltp ? [] : [`${legName(gtt, 0)} should be below the last price`]),
    ...(upper.trigger > ltp ? [] : [`${legName(gtt, 1)} should be above the last price`]),
  ];
}

function distanceFaults(gtt: Pick<GttItem, "side" | "legs">, ltp: number, least: number): readonly string[] {
  const percent = Number((least * 100).toFixed(2));
  return gtt.legs.flatMap(({ trigger }, at) =>
    Math.abs(trigger - ltp) >= ltp * least && trigger !== ltp
      ? []
      : [`${legName(gtt, at)} should be ${percent > 0 ? `at least ${percent} % ` : ""}away from the last price`],
  );
}

/** What is odd about it and stops nothing: an order that may not trade when it is fired. */
export function gttNotes({ side, legs }: Pick<GttItem, "side" | "legs">): readonly string[] {
  return legs.flatMap(({ trigger, limit }, at) => {
    const isPassive = side === 1 ? limit < trigger : limit > trigger;
    if (!isPassive) return [];
    const name = legName({ side, legs }, at);
    const beyond = side === 1 ? "below" : "above";
    return [`The limit of the ${name} is ${beyond} its trigger: the order may rest, and not trade`];
  });
}
