/** The practice broker's books in the shapes of 5paisa's replies. */
import { symbolName } from "../../../symbol-names.ts";
import type { PracticeFunds } from "../../account-book.ts";
import type { PracticeProduct } from "../../booked-order.ts";
import { bySide, type ContractView, type OrderView, type PositionView, rounded, type TradeView } from "../../views.ts";
import { ContractNames } from "../face.ts";

/** 5paisa's letters of exchange and segment by the names' prefixes. */
const LETTERS: Readonly<Record<string, readonly [string, string]>> = {
  NSEFO: ["N", "D"],
  BSEFO: ["B", "D"],
  NSECD: ["N", "U"],
};

interface Parts {
  readonly exchange: string;
  readonly segment: string;
  readonly name: string;
  /** As conversions name it. */
  readonly data: string;
}

export function partsOf({ key, isMonthly }: Pick<ContractView, "key" | "isMonthly">): Parts {
  const [prefix = "", name = ""] = symbolName("fivepaisa", key, isMonthly).split(":");
  const [exchange = "", segment = ""] = LETTERS[prefix] ?? [];
  const day = key.expiry.replaceAll("-", "");
  const data = key.type === "FUT" ? `${name}_${day}` : `${name}_${day}_${key.type}_${key.strike}`;
  return { exchange, segment, name, data };
}

/** 'ND:44001' */
export const NAMES = new ContractNames((contract) => {
  const { exchange, segment } = partsOf(contract);
  return `${exchange}${segment}:${contract.token}`;
});
/** By what conversions name. */
export const SCRIPS = new ContractNames((contract) => {
  const { exchange, segment, data } = partsOf(contract);
  return `${exchange}${segment}:${data}`;
});

/** Before the practice broker's number of an order: so the exchange's is made. */
export const EXCHANGE_PREFIX = "1";

const moment = (epochMs: number): string => `/Date(${epochMs}+0530)/`;
const sideOf = (side: "buy" | "sell"): string => (side === "buy" ? "B" : "S");
const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "I", margin: "D" };
const STATUSES: Readonly<Record<OrderView["state"], string>> = {
  open: "Pending",
  waiting: "Pending",
  filled: "Fully Executed",
  cancelled: "Cancelled",
  rejected: "Rejected By 5P",
};

function placeOf(contract: ContractView): object {
  const { exchange, segment, name } = partsOf(contract);
  return { Exch: exchange, ExchType: segment, ScripCode: contract.token, ScripName: name };
}

export function orderEntity(order: OrderView): object {
  const { id, contract, quantity, filled } = order;
  const isLive = order.state === "open" || order.state === "waiting";
  return {
    AfterHours: "N",
    AtMarket: order.limit === 0 ? "Y" : "N",
    AveragePrice: order.average,
    // Longer than a number of JSON keeps whole: as text.
    BrokerOrderId: id,
    BrokerOrderTime: moment(order.placedAt),
    BuySell: sideOf(order.side),
    DelvIntra: PRODUCTS[order.product],
    DisClosedQty: order.disclosed,
    ...placeOf(contract),
    ExchOrderID: EXCHANGE_PREFIX + id,
    ExchOrderTime: moment(order.changedAt),
    MarketLot: contract.lot,
    OrderStatus: order.isModified && order.state === "open" ? "Modified" : STATUSES[order.state],
    OrderValidity: order.isIoc ? 3 : 0,
    PendingQty: isLive ? quantity - filled : 0,
    Qty: quantity,
    Rate: order.limit,
    Reason: order.message,
    RemoteOrderID: order.tag,
    SLTriggerRate: order.trigger,
    SLTriggered: "N",
    TradedQty: filled,
    WithSL: order.trigger > 0 ? "Y" : "N",
  };
}

/** It names the exchange's number of its order alone. */
export const tradeEntity = (trade: TradeView): object => ({
  BuySell: sideOf(trade.side),
  DelvIntra: PRODUCTS[trade.product],
  ...placeOf(trade.contract),
  ExchOrderID: EXCHANGE_PREFIX + trade.orderId,
  ExchangeTradeID: trade.id,
  ExchangeTradeTime: moment(trade.at),
  OrgQty: trade.quantity,
  PendingQty: 0,
  Qty: trade.quantity,
  Rate: trade.price,
});

/** The price at which what was carried over stands. */
const carriedAt = ({ carried, bought, sold, dayBought, daySold }: PositionView): number =>
  carried === 0 ? 0 : rounded((bought.value - dayBought.value - (sold.value - daySold.value)) / carried);

/** Its sums are the day's. */
export function positionEntity(position: PositionView): object {
  const { contract, product, net, carried, last, multiplier, dayBought: bought, daySold: sold } = position;
  const { realised, unrealised } = bySide(position);
  return {
    ...placeOf(contract),
    BODPositionPrice: carriedAt(position),
    BodQty: carried,
    BookedPL: realised,
    BuyAvgRate: bought.average,
    BuyQty: bought.quantity,
    BuyValue: rounded(bought.value),
    LTP: last,
    MTOM: unrealised,
    Multiplier: multiplier,
    NetQty: net,
    OrderFor: PRODUCTS[product],
    SellAvgRate: sold.average,
    SellQty: sold.quantity,
    SellValue: rounded(sold.value),
  };
}

export const marginEntity = (funds: PracticeFunds): object => ({
  NetAvailableMargin: funds.available,
  Ledgerbalance: funds.opening,
  MarginUtilized: rounded(funds.opening - funds.available),
  TotalCollateralValue: 0,
});
