/** The practice broker's books in the shapes of SmartAPI's replies: numbers as text, times as '27-Jul-2026 12:15:00'. */
import { symbolName } from "../../../symbol-names.ts";
import type { PracticeFunds } from "../../account-book.ts";
import type { PracticeProduct } from "../../booked-order.ts";
import { bySide, type ContractView, type OrderView, type PositionView, rounded, type TradeView } from "../../views.ts";
import { ContractNames } from "../face.ts";
import { stampInWords, stampOf } from "../stamps.ts";

/** Angel One's exchange and its trading symbol. */
export function partsOf({ key, isMonthly }: Pick<ContractView, "key" | "isMonthly">): {
  readonly exchange: string;
  readonly symbol: string;
} {
  const [exchange = "", symbol = ""] = symbolName("angelone", key, isMonthly).split(":");
  return { exchange, symbol };
}

/** 'NFO:44001' */
export const NAMES = new ContractNames((contract) => `${partsOf(contract).exchange}:${contract.token}`);

const TYPES: Readonly<Record<OrderView["kind"], string>> = {
  limit: "LIMIT",
  market: "MARKET",
  stop: "STOPLOSS_MARKET",
  "stop-limit": "STOPLOSS_LIMIT",
};
const STATUSES: Readonly<Record<OrderView["state"], string>> = {
  open: "open",
  waiting: "trigger pending",
  filled: "complete",
  cancelled: "cancelled",
  rejected: "rejected",
};
const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "INTRADAY", margin: "CARRYFORWARD" };
const sideOf = (side: "buy" | "sell"): string => (side === "buy" ? "BUY" : "SELL");

function placeOf(contract: ContractView): object {
  const { exchange, symbol } = partsOf(contract);
  const { strike, type } = contract.key;
  return {
    exchange,
    tradingsymbol: symbol,
    symboltoken: String(contract.token),
    strikeprice: type === "FUT" ? "-1" : String(strike),
    optiontype: type === "FUT" ? "" : type,
    lotsize: String(contract.lot),
  };
}

export function orderEntity(order: OrderView): object {
  const { id, contract, quantity, filled } = order;
  const status = STATUSES[order.state];
  const isLive = order.state === "open" || order.state === "waiting";
  return {
    variety: order.kind === "stop" || order.kind === "stop-limit" ? "STOPLOSS" : "NORMAL",
    ordertype: TYPES[order.kind],
    producttype: PRODUCTS[order.product],
    duration: order.isIoc ? "IOC" : "DAY",
    price: order.limit,
    triggerprice: order.trigger,
    quantity: String(quantity),
    disclosedquantity: String(order.disclosed),
    squareoff: 0,
    stoploss: 0,
    trailingstoploss: 0,
    ...placeOf(contract),
    transactiontype: sideOf(order.side),
    ordertag: order.tag,
    cancelsize: order.state === "cancelled" ? String(quantity - filled) : "0",
    averageprice: order.average,
    filledshares: String(filled),
    unfilledshares: String(isLive ? quantity - filled : 0),
    orderid: id,
    uniqueorderid: `practice-${id}`,
    exchangeorderid: order.state === "rejected" ? "" : `1${id}`,
    text: order.message,
    status: order.isModified && order.state === "open" ? "modified" : status,
    orderstatus: status,
    updatetime: stampInWords(order.changedAt),
    exchtime: stampInWords(order.changedAt),
    exchorderupdatetime: stampInWords(order.changedAt),
    fillid: "",
    filltime: "",
    parentorderid: "",
  };
}

export const tradeEntity = (trade: TradeView): object => ({
  ...placeOf(trade.contract),
  producttype: PRODUCTS[trade.product],
  marketlot: String(trade.contract.lot),
  tradevalue: String(rounded(trade.price * trade.quantity)),
  transactiontype: sideOf(trade.side),
  fillprice: String(trade.price),
  fillsize: String(trade.quantity),
  orderid: trade.orderId,
  fillid: trade.id,
  filltime: stampOf(trade.at).slice(11),
});

export function positionEntity(position: PositionView): object {
  const { contract, product, net, carried, average, bought, sold, dayBought, daySold } = position;
  const { realised, unrealised } = bySide(position);
  return {
    ...placeOf(contract),
    producttype: PRODUCTS[product],
    symbolname: contract.key.underlying,
    multiplier: "-1",
    netqty: String(net),
    buyqty: String(dayBought.quantity),
    sellqty: String(daySold.quantity),
    cfbuyqty: String(Math.max(carried, 0)),
    cfsellqty: String(Math.max(-carried, 0)),
    buyavgprice: String(dayBought.average),
    sellavgprice: String(daySold.average),
    totalbuyavgprice: String(bought.average),
    totalsellavgprice: String(sold.average),
    avgnetprice: String(average),
    netprice: String(average),
    netvalue: String(rounded(sold.value - bought.value)),
    ltp: String(position.last),
    realised: String(realised),
    unrealised: String(unrealised),
    pnl: String(rounded(realised + unrealised)),
  };
}

export const fundsEntity = (funds: PracticeFunds): object => ({
  net: String(funds.available),
  availablecash: String(funds.opening),
  availableintradaypayin: "0",
  availablelimitmargin: "0",
  collateral: "0",
  m2munrealized: String(funds.unrealised),
  m2mrealized: String(funds.realised),
  utiliseddebits: String(rounded(funds.opening - funds.available)),
});
