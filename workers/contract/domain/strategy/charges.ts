/**
 * What trading costs beside the price: taxes, the exchange's charges, stamp duty, brokerage. Rates are dated data.
 *
 * Sources: Finance Acts 2004, 2024 and 2026 (STT); NSE and BSE circulars on transaction charges from 1-Oct-2024; the Indian
 * Stamp (Amendment) Rules 2019; SEBI turnover fees. Rates of derivatives before 1-Oct-2024 have no source at hand: what
 * stands on them is marked as approximate. The sum is rounded once, to a paisa.
 */
import type { Exchange } from "../instruments.ts";
import type { IsoDate } from "../units.ts";
import type { LegType } from "./leg.ts";
import type { Side } from "./legs.ts";

/** An executed order, after the split at the freeze quantity: brokerage is taken for each. */
export interface ChargedOrder {
  readonly type: LegType;
  readonly side: Side;
  readonly quantity: number;
  /** Rupees a unit. */
  readonly price: number;
}

export interface ChargeTerms {
  readonly exchange: Exchange;
  readonly isCurrency: boolean;
  readonly date: IsoDate;
  /** Rupees an order. */
  readonly brokerage: number;
}

/** Rupees, each unrounded but the total. */
export interface Charges {
  readonly stt: number;
  readonly exchange: number;
  /** Investor protection fund, NSE alone. */
  readonly ipft: number;
  readonly sebi: number;
  readonly stamp: number;
  readonly brokerage: number;
  readonly gst: number;
  readonly total: number;
  /** The rates of that day have no source at hand. */
  readonly isApproximate: boolean;
}

/** Flat brokerage of the brokers that the product knows, rupees an order. */
export const DEFAULT_BROKERAGE = 20;

type Kind = "futures" | "options";
type Rates = Readonly<Record<Kind, number>>;

interface DatedRates {
  readonly from: string;
  /** Of what is sold: a future's value, an option's premium. */
  readonly stt: Rates;
  /** Of the intrinsic value of a bought option that is exercised. */
  readonly exercise: number;
  readonly exchange: Readonly<Record<Exchange, Rates>>;
  readonly isApproximate?: true;
}

const PERCENT = 0.01;
const SINCE_OCTOBER_2024 = {
  NSE: { futures: 0.00173 * PERCENT, options: 0.03503 * PERCENT },
  BSE: { futures: 0, options: 0.0325 * PERCENT },
};
/** Newest first. */
const RATES: readonly DatedRates[] = [
  {
    from: "2026-04-01",
    stt: { futures: 0.05 * PERCENT, options: 0.15 * PERCENT },
    exercise: 0.15 * PERCENT,
    exchange: SINCE_OCTOBER_2024,
  },
  {
    from: "2024-10-01",
    stt: { futures: 0.02 * PERCENT, options: 0.1 * PERCENT },
    exercise: 0.125 * PERCENT,
    exchange: SINCE_OCTOBER_2024,
  },
  {
    from: "0000-00-00",
    stt: { futures: 0.0125 * PERCENT, options: 0.0625 * PERCENT },
    exercise: 0.125 * PERCENT,
    exchange: {
      NSE: { futures: 0.0019 * PERCENT, options: 0.05 * PERCENT },
      BSE: { futures: 0, options: 0.05 * PERCENT },
    },
    isApproximate: true,
  },
];
/** USDINR pays no STT. */
const CURRENCY: Rates = { futures: 0.00035 * PERCENT, options: 0.0311 * PERCENT };
const CURRENCY_STAMP = 0.0001 * PERCENT;
const STAMP: Rates = { futures: 0.002 * PERCENT, options: 0.003 * PERCENT };
const IPFT: Rates = { futures: 0.0001 * PERCENT, options: 0.0005 * PERCENT };
const SEBI = 0.0001 * PERCENT;
/** On brokerage, exchange and SEBI charges. */
const GST = 18 * PERCENT;

function ratesOn(date: IsoDate): DatedRates {
  const rates = RATES.find(({ from }) => from <= date);
  if (!rates) throw new RangeError(`no charges are known for ${date}`);
  return rates;
}

type Shares = Readonly<Record<"stt" | "exchange" | "ipft" | "sebi" | "stamp", number>>;

/** What one order gives away of each rupee that it turns over, brokerage and GST apart. */
function shares(type: LegType, side: Side, { exchange, isCurrency, date }: ChargeTerms): Shares {
  const kind = type === "FUT" ? "futures" : "options";
  const rates = ratesOn(date);
  return {
    stt: side === "sell" && !isCurrency ? rates.stt[kind] : 0,
    exchange: isCurrency ? CURRENCY[kind] : rates.exchange[exchange][kind],
    ipft: exchange === "NSE" && !isCurrency ? IPFT[kind] : 0,
    sebi: SEBI,
    stamp: side === "buy" ? (isCurrency ? CURRENCY_STAMP : STAMP[kind]) : 0,
  };
}

/** All of it in one figure, GST included: what trading takes of a rupee, brokerage apart. */
export function turnoverRate(type: LegType, side: Side, terms: ChargeTerms): number {
  const { stt, exchange, ipft, sebi, stamp } = shares(type, side, terms);
  return stt + ipft + stamp + (exchange + sebi) * (1 + GST);
}

/** What the broker takes for so many orders, GST included, rupees. */
export const brokerageOf = (orders: number, { brokerage }: ChargeTerms): number => orders * brokerage * (1 + GST);

export const chargesOf = (orders: readonly ChargedOrder[], terms: ChargeTerms): Charges => chargingOn(terms)(orders);

/** Of many lists of orders on the same terms: what an order gives away is looked up once. */
export function chargingOn(terms: ChargeTerms): (orders: readonly ChargedOrder[]) => Charges {
  const bought: Partial<Record<LegType, Shares>> = {};
  const sold: Partial<Record<LegType, Shares>> = {};
  const isApproximate = ratesOn(terms.date).isApproximate === true;

  function takenOf(type: LegType, side: Side): Shares {
    const known = side === "buy" ? bought : sold;
    const taken = known[type] ?? shares(type, side, terms);
    known[type] = taken;
    return taken;
  }

  return (orders) => {
    let [stt, exchange, ipft, sebi, stamp] = [0, 0, 0, 0, 0];
    for (const { type, side, quantity, price } of orders) {
      const taken = takenOf(type, side);
      const turnover = quantity * price;
      stt += turnover * taken.stt;
      exchange += turnover * taken.exchange;
      ipft += turnover * taken.ipft;
      sebi += turnover * taken.sebi;
      stamp += turnover * taken.stamp;
    }
    const brokerage = orders.length * terms.brokerage;
    const gst = GST * (brokerage + exchange + sebi);
    const total = Math.round((stt + exchange + ipft + sebi + stamp + brokerage + gst) * 100) / 100;
    return { stt, exchange, ipft, sebi, stamp, brokerage, gst, total, isApproximate };
  };
}

/** STT on options that were bought and end in the money: its share of the intrinsic value. None is taken on USDINR. */
export const exerciseRate = (date: IsoDate): number => ratesOn(date).exercise;
