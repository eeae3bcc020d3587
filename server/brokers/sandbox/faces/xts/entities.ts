/** The practice broker's books in the shapes of XTS' replies. */
import { symbolName } from "../../../symbol-names.ts";
import type { PracticeFunds } from "../../account-book.ts";
import type { PracticeProduct } from "../../booked-order.ts";
import { bySide, type ContractView, type OrderView, type PositionView, rounded, type TradeView } from "../../views.ts";
import { ContractNames } from "../face.ts";
import { istOf } from "../stamps.ts";

/** XTS' segment and its symbol; IIFL and Jainam give the same names. */
export function partsOf(contract: Pick<ContractView, "key" | "isMonthly">): { segment: string; symbol: string } {
  const [segment = "", symbol = ""] = symbolName("iifl", contract.key, contract.isMonthly).split(":");
  return { segment, symbol };
}

/** 'NSEFO:44001' */
export const NAMES = new ContractNames((contract) => `${partsOf(contract).segment}:${contract.token}`);

/** '2020-12-21T14:59:41.1530000', IST. */
const stampOf = (epochMs: number): string => `${istOf(epochMs).slice(0, -1)}0000`;

const TYPES: Readonly<Record<OrderView["kind"], string>> = {
  limit: "Limit",
  market: "Market",
  stop: "StopMarket",
  "stop-limit": "StopLimit",
};
const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "MIS", margin: "NRML" };

function statusOf({ state, filled, isModified }: OrderView): string {
  if (state === "filled") return "Filled";
  if (state === "cancelled") return "Cancelled";
  if (state === "rejected") return "Rejected";
  if (filled > 0) return "PartiallyFilled";
  return isModified ? "Replaced" : "New";
}

/** '6,202.50' */
const money = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 4 });

export function orderEntity(order: OrderView): object {
  const { contract, quantity, filled } = order;
  const { segment, symbol } = partsOf(contract);
  const isOpen = order.state === "open" || order.state === "waiting";
  return {
    LoginID: order.clientId,
    ClientID: order.clientId,
    // Longer than a number of JSON keeps whole: as text.
    AppOrderID: order.id,
    OrderReferenceID: "",
    GeneratedBy: "TWSAPI",
    ExchangeOrderID: order.state === "rejected" ? "" : `X_${order.id}`,
    OrderCategoryType: "NORMAL",
    ExchangeSegment: segment,
    ExchangeInstrumentID: contract.token,
    TradingSymbol: symbol,
    OrderSide: order.side === "buy" ? "Buy" : "Sell",
    OrderType: TYPES[order.kind],
    ProductType: PRODUCTS[order.product],
    TimeInForce: order.isIoc ? "IOC" : "DAY",
    OrderPrice: order.limit,
    OrderQuantity: quantity,
    OrderStopPrice: order.trigger,
    OrderStatus: statusOf(order),
    OrderAverageTradedPrice: filled === 0 ? "" : String(order.average),
    LeavesQuantity: isOpen ? quantity - filled : 0,
    CumulativeQuantity: filled,
    OrderDisclosedQuantity: order.disclosed,
    OrderGeneratedDateTime: stampOf(order.placedAt),
    LastUpdateDateTime: stampOf(order.changedAt),
    CancelRejectReason: order.message,
    OrderUniqueIdentifier: order.tag,
    OrderLegStatus: "SingleOrderLeg",
    IsSpread: false,
  };
}

export function tradeEntity(trade: TradeView): object {
  const { segment, symbol } = partsOf(trade.contract);
  return {
    LoginID: trade.clientId,
    ClientID: trade.clientId,
    AppOrderID: trade.orderId,
    ExchangeSegment: segment,
    ExchangeInstrumentID: trade.contract.token,
    TradingSymbol: symbol,
    OrderSide: trade.side === "buy" ? "Buy" : "Sell",
    OrderType: "Limit",
    ProductType: PRODUCTS[trade.product],
    OrderQuantity: trade.quantity,
    OrderStatus: "Filled",
    ExecutionID: trade.id,
    LastTradedPrice: trade.price,
    LastTradedQuantity: trade.quantity,
    LastExecutionTransactTime: stampOf(trade.at),
    OrderUniqueIdentifier: "",
  };
}

export function positionEntity(position: PositionView, clientId: string): object {
  const { contract, net, bought, sold } = position;
  const { average, realised, unrealised } = bySide(position);
  const { segment, symbol } = partsOf(contract);
  return {
    AccountID: clientId,
    TradingSymbol: symbol,
    ExchangeSegment: segment,
    ExchangeInstrumentId: String(contract.token),
    ProductType: PRODUCTS[position.product],
    Marketlot: String(contract.lot),
    Multiplier: String(position.multiplier),
    BuyAveragePrice: money(bought.average),
    SellAveragePrice: money(sold.average),
    OpenBuyQuantity: String(bought.quantity),
    OpenSellQuantity: String(sold.quantity),
    Quantity: String(net),
    BuyAmount: money(bought.value),
    SellAmount: money(sold.value),
    NetAmount: money(sold.value - bought.value),
    UnrealizedMTM: money(unrealised),
    RealizedMTM: money(realised),
    MTM: money(realised + unrealised),
    BEP: money(average),
  };
}

export const balanceEntity = ({ opening, realised, unrealised, available }: PracticeFunds): object => ({
  BalanceList: [
    {
      limitHeader: "ALL|ALL|ALL",
      limitObject: {
        RMSSubLimits: {
          cashAvailable: opening,
          collateral: 0,
          marginUtilized: rounded(opening - available),
          netMarginAvailable: available,
          MTM: rounded(realised + unrealised),
          UnrealizedMTM: unrealised,
          RealizedMTM: realised,
        },
      },
    },
  ],
});
