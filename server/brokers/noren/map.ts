/** Noren's words to the product's, and back. Pure. */
import {
  type BookOrder,
  BUY,
  CANCELLED,
  type ChildOrder,
  EXPIRED,
  FILLED,
  type FundLine,
  type Holdings,
  LIMIT,
  MARKET,
  type OrderChange,
  type OrderStatus,
  type OrderType,
  PENDING,
  type Position,
  type Product,
  REJECTED,
  SELL,
  type Side,
  STOP,
  STOP_LIMIT,
  TRANSIT,
  type Trade,
} from "#contract/domain/orders/order.ts";
import { EXCHANGE_SEGMENTS, fundLines, multiplierOf, positionFigures, remainingOf, validityOf } from "../book-words.ts";
import type { SymbolList } from "../symbol-list.ts";
import { hasTrigger, onTick } from "../ticks.ts";
import type { NorenInstrument } from "./symbols.ts";
import type { NOREN_TYPES, NorenHolding, NorenLimits, NorenOrder, NorenPosition, NorenTrade } from "./wire.ts";

type Names = Pick<SymbolList<NorenInstrument>, "contractOf">;
type NorenType = (typeof NOREN_TYPES)[number];

const TYPES: Readonly<Record<NorenType, OrderType>> = {
  LMT: LIMIT,
  MKT: MARKET,
  "SL-MKT": STOP,
  "SL-LMT": STOP_LIMIT,
};
const PRODUCTS: Readonly<Record<string, Product>> = { I: "INTRADAY", M: "MARGIN", C: "CNC", H: "CO", B: "BO" };
const NOREN_PRODUCTS: Readonly<Partial<Record<Product, string>>> = { INTRADAY: "I", MARGIN: "M" };

const STATUSES: Readonly<Record<string, OrderStatus>> = {
  complete: FILLED,
  rejected: REJECTED,
  reject: REJECTED,
  canceled: CANCELLED,
  cancelled: CANCELLED,
  expired: EXPIRED,
  open: PENDING,
  "trigger pending": PENDING,
  "modify pending": PENDING,
  "cancel pending": PENDING,
  replaced: PENDING,
};

/** Of Noren's product; undefined for one that may not be sent. */
export const norenProduct = (product: Product): string | undefined => NOREN_PRODUCTS[product];
export const norenSide = (side: Side): "B" | "S" => (side === BUY ? "B" : "S");
const sideOf = (word: "B" | "S"): Side => (word === "B" ? BUY : SELL);

type Fields = Readonly<Record<string, string>>;

/** As documents ask for it: a share's name may have an '&'. */
const nameOf = ({ exchange, symbol }: NorenInstrument): Fields => ({
  exch: exchange,
  tsym: encodeURIComponent(symbol),
});

/** Orders go with a limit, always: those at the market are refused, so that the adapter has put one in their place. */
const pricing = (
  { type, limitPrice, stopPrice }: Pick<OrderChange, "type" | "limitPrice" | "stopPrice">,
  tick: number,
): Fields => ({
  prctyp: hasTrigger(type) ? "SL-LMT" : "LMT",
  prc: String(onTick(limitPrice, tick)),
  ...(hasTrigger(type) && { trgprc: String(onTick(stopPrice, tick)) }),
});

/** The fields of PlaceOrder, and of one order of GetBasketMargin. @returns undefined for a product that is not sent. */
export function orderFields(order: ChildOrder, row: NorenInstrument): Fields | undefined {
  const prd = norenProduct(order.productType);
  if (prd === undefined) return undefined;
  return {
    ...nameOf(row),
    qty: String(order.qty),
    prd,
    trantype: norenSide(order.side),
    ...pricing(order, row.tick),
  };
}

/** What PlaceOrder has beside them. */
export const placeFields = ({ disclosedQty, validity }: ChildOrder, tag: string): Fields => ({
  dscqty: String(disclosedQty),
  ret: validity,
  remarks: tag,
  ordersource: "API",
});

/** The fields of ModifyOrder. */
export const modifyFields = (order: BookOrder, change: OrderChange, row: NorenInstrument): Fields => ({
  ...nameOf(row),
  norenordno: order.id,
  qty: String(change.qty),
  dscqty: String(change.disclosedQty),
  ret: order.orderValidity,
  ...pricing(change, row.tick),
});

/** The fields of ProductConversion; undefined as for {@link orderFields}. */
export function conversionFields(
  { qty, side, from, to }: { readonly qty: number; readonly side: Side; readonly from: Product; readonly to: Product },
  row: NorenInstrument,
  isCarried: boolean,
): Fields | undefined {
  const [prevprd, prd] = [norenProduct(from), norenProduct(to)];
  if (prevprd === undefined || prd === undefined) return undefined;
  return {
    ...nameOf(row),
    qty: String(qty),
    prd,
    prevprd,
    trantype: norenSide(side),
    postype: isCarried ? "CF" : "Day",
  };
}

/** 'HH:MM:SS DD-MM-YYYY' to 'YYYY-MM-DD HH:MM:SS'. */
function stampOf(stamp: string): string {
  const [time = "", date = ""] = stamp.split(" ");
  return date === "" ? "" : `${date.split("-").reverse().join("-")} ${time}`;
}

export function orderOf(order: NorenOrder, names: Names): BookOrder {
  // A word that is not known here is not over: it is still on its way.
  const status = STATUSES[order.status] ?? TRANSIT;
  const symbol = `${order.exch}:${order.tsym}`;
  return {
    id: order.norenordno,
    symbol,
    contract: names.contractOf(symbol),
    side: sideOf(order.trantype),
    type: TYPES[order.prctyp],
    productType: PRODUCTS[order.prd] ?? "MARGIN",
    qty: order.qty,
    remainingQuantity: remainingOf(status, order.qty, order.fillshares),
    limitPrice: order.prc,
    stopPrice: order.trgprc,
    tradedPrice: order.fillshares === 0 ? 0 : order.avgprc,
    status,
    orderDateTime: stampOf(order.norentm),
    message: order.rejreason,
    orderValidity: validityOf(order.ret),
    discloseQty: order.dscqty,
    tag: order.remarks,
  };
}

export const tradeOf = (trade: NorenTrade, names: Names): Trade => ({
  id: trade.flid,
  orderId: trade.norenordno,
  symbol: `${trade.exch}:${trade.tsym}`,
  contract: names.contractOf(`${trade.exch}:${trade.tsym}`),
  side: sideOf(trade.trantype),
  qty: trade.flqty,
  price: trade.flprc,
  at: stampOf(trade.norentm),
});

/**
 * undefined for a position outside the derivatives of equity and currency.
 * @param tellsRealized realized profit is the broker's own, which goes with its own average
 */
export function positionOf(position: NorenPosition, names: Names, tellsRealized: boolean): Position | undefined {
  const { exch, tsym, prd, netqty, netavgprc, netupldprc } = position;
  const segment = EXCHANGE_SEGMENTS[exch];
  if (segment === undefined) return undefined;
  const symbol = `${exch}:${tsym}`;
  const contract = names.contractOf(symbol);
  const bought = summed(position.daybuyqty, position.daybuyamt, position.cfbuyqty, position.cfbuyamt);
  const sold = summed(position.daysellqty, position.daysellamt, position.cfsellqty, position.cfsellamt);
  return {
    id: `${symbol}-${prd}`,
    symbol,
    contract,
    productType: PRODUCTS[prd] ?? "MARGIN",
    segment,
    ltp: position.lp,
    ...positionFigures({
      netQty: netqty,
      average: netavgprc,
      ...{ buyQty: bought.qty, buyAvg: bought.average, sellQty: sold.qty, sellAvg: sold.average },
      realized: position.rpnl,
      multiplier: multiplierOf(contract, segment),
    }),
    ...(tellsRealized && { avgPrice: netqty === 0 ? 0 : netavgprc }),
    // What was carried over is in all else at yesterday's settlement; this is what it was entered at.
    ...(netqty !== 0 && netupldprc > 0 && { netAvg: netupldprc }),
  };
}

/** Of a day and what was carried into it, which some dialects tell without its value: it is not in these sums then. */
function summed(day: number, dayValue: number, carried: number, carriedValue: number) {
  const qty = day + (carriedValue > 0 ? carried : 0);
  return { qty, average: qty === 0 ? 0 : (dayValue + carriedValue) / qty };
}

/** Noren tells no price of them. */
export function holdingsOf(rows: readonly NorenHolding[]): Holdings {
  const holdings = rows.map(({ exch_tsym: [named], upldprc, ...row }) => {
    const symbol = `${named?.exch ?? ""}:${named?.tsym ?? ""}`;
    const free = row.btstqty + row.holdqty + row.unplgdqty + row.benqty;
    const quantity = free + row.brkcolqty + Math.max(row.npoadqty, row.dpqty);
    return {
      id: symbol,
      symbol,
      quantity,
      remainingQuantity: free + row.dpqty - row.usedqty,
      costPrice: upldprc,
      ltp: 0,
      marketVal: 0,
      holdingType: row.btstqty > 0 ? "T1" : "CNC",
    };
  });
  return { holdings, totalPl: 0 };
}

export function fundsOf(limits: NorenLimits): readonly FundLine[] {
  const { cash, payin, payout, marginused: used } = limits;
  const collateral = limits.brkcollamt + limits.collateral;
  const total = cash + payin - payout + collateral;
  return fundLines([
    ["Total Balance", total],
    ["Utilized Amount", used],
    ["Available Balance", total - used],
    ["Realized Profit and Loss", limits.rpnl],
    ["Unrealized Profit and Loss", limits.urmtom],
    ["Span and Exposure", limits.span + limits.expo],
    ["Option Premium", limits.premium],
    ["Collaterals", collateral],
    ["Fund Transfer", payin - payout],
    ["Limit at start of the day", cash],
  ]);
}
