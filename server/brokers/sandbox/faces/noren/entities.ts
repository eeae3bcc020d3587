/** The practice broker's books in the shapes of Noren's replies: every number is text. */
import { symbolName } from "../../../symbol-names.ts";
import type { PracticeFunds } from "../../account-book.ts";
import type { PracticeProduct } from "../../booked-order.ts";
import { type ContractView, type OrderView, type PositionView, rounded, type TradeView } from "../../views.ts";
import { ContractNames } from "../face.ts";
import { stampOf as istStamp } from "../stamps.ts";

/** 'NFO:NIFTY24NOV26C24600'; both brokers give the same names. */
const nameOf = ({ key, isMonthly }: Pick<ContractView, "key" | "isMonthly">): string =>
  symbolName("shoonya", key, isMonthly);
export const NAMES = new ContractNames(nameOf);

export function partsOf(contract: Pick<ContractView, "key" | "isMonthly">): { exch: string; tsym: string } {
  const [exch = "", tsym = ""] = nameOf(contract).split(":");
  return { exch, tsym };
}

/** 'HH:MM:SS DD-MM-YYYY', IST. */
export function stampOf(epochMs: number): string {
  const [date = "", time = ""] = istStamp(epochMs).split(" ");
  return `${time} ${date.split("-").reverse().join("-")}`;
}

const STATUSES: Readonly<Record<OrderView["state"], string>> = {
  open: "OPEN",
  waiting: "TRIGGER_PENDING",
  filled: "COMPLETE",
  cancelled: "CANCELED",
  rejected: "REJECTED",
};
const TYPES: Readonly<Record<OrderView["kind"], string>> = {
  limit: "LMT",
  market: "MKT",
  stop: "SL-MKT",
  "stop-limit": "SL-LMT",
};
const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "I", margin: "M" };

const sideOf = (side: "buy" | "sell"): string => (side === "buy" ? "B" : "S");

export const orderEntity = (order: OrderView): Record<string, string> => ({
  stat: "Ok",
  norenordno: order.id,
  uid: order.clientId,
  actid: order.clientId,
  ...partsOf(order.contract),
  token: String(order.contract.token),
  qty: String(order.quantity),
  ls: String(order.contract.lot),
  prc: String(order.limit),
  ...(order.trigger > 0 && { trgprc: String(order.trigger) }),
  dscqty: String(order.disclosed),
  prd: PRODUCTS[order.product],
  status: STATUSES[order.state],
  trantype: sideOf(order.side),
  prctyp: TYPES[order.kind],
  ret: order.isIoc ? "IOC" : "DAY",
  // Both are left out where nothing is filled.
  ...(order.filled > 0 && { fillshares: String(order.filled), avgprc: String(order.average) }),
  ...(order.state === "cancelled" && { cancelqty: String(order.quantity - order.filled) }),
  ...(order.message !== "" && { rejreason: order.message }),
  ...(order.state !== "rejected" && { exchordid: `1${order.id}` }),
  ...(order.tag !== "" && { remarks: order.tag }),
  amo: "No",
  norentm: stampOf(order.placedAt),
  exch_tm: stampOf(order.changedAt),
});

export const tradeEntity = (trade: TradeView): object => ({
  stat: "Ok",
  norenordno: trade.orderId,
  uid: trade.clientId,
  actid: trade.clientId,
  ...partsOf(trade.contract),
  token: String(trade.contract.token),
  prctyp: "LMT",
  ret: "DAY",
  prd: PRODUCTS[trade.product],
  trantype: sideOf(trade.side),
  flid: trade.id,
  fltm: stampOf(trade.at),
  flqty: String(trade.quantity),
  flprc: String(trade.price),
  norentm: stampOf(trade.at),
});

export function positionEntity(position: PositionView, clientId: string): object {
  const { contract, net, bought, sold, dayBought, daySold, realised, unrealised } = position;
  return {
    stat: "Ok",
    uid: clientId,
    actid: clientId,
    ...partsOf(contract),
    token: String(contract.token),
    prd: PRODUCTS[position.product],
    ls: String(contract.lot),
    mult: "1",
    prcftr: String(position.multiplier),
    netqty: String(net),
    netavgprc: String(net === 0 ? 0 : position.average),
    daybuyqty: String(dayBought.quantity),
    daybuyamt: String(rounded(dayBought.value)),
    daybuyavgprc: String(dayBought.average),
    daysellqty: String(daySold.quantity),
    daysellamt: String(rounded(daySold.value)),
    daysellavgprc: String(daySold.average),
    cfbuyqty: String(bought.quantity - dayBought.quantity),
    cfbuyamt: String(rounded(bought.value - dayBought.value)),
    cfsellqty: String(sold.quantity - daySold.quantity),
    cfsellamt: String(rounded(sold.value - daySold.value)),
    lp: String(position.last),
    rpnl: String(realised),
    urmtom: String(unrealised),
  };
}

/** Losses, premium and what is blocked have all been taken from the cash of the morning. */
export const limitsEntity = ({
  opening,
  realised,
  unrealised,
  premium,
  blocked,
  available,
}: PracticeFunds): object => ({
  stat: "Ok",
  cash: String(opening),
  payin: "0",
  payout: "0",
  brkcollamt: "0",
  collateral: "0",
  marginused: String(rounded(opening - available)),
  rpnl: String(realised),
  urmtom: String(unrealised),
  span: String(blocked),
  expo: "0",
  premium: String(premium),
});
