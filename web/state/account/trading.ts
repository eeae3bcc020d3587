/**
 * Buying and selling from the board. A screen says what its user wants by setting the intent; the shell answers it. No
 * part of the first screen: it comes with the first row that is pointed at (web/kit/pane/trade/use-trade.ts).
 */
import { atom } from "jotai";
import { EXCHANGES, type Exchange } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { isHistoryAtom, paneDayAtom } from "../clock/day.ts";
import { connectedBrokerAtom } from "./connected-broker.ts";

export interface TradeIntent {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly expiry: IsoDate;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  readonly type: "CE" | "PE" | "FUT";
  readonly side: "B" | "S";
  /** For the basket, as one of its legs; else for a ticket of its own. */
  readonly isLeg: boolean;
  /** Left out: a lot, of the first product that the broker has. */
  readonly start?: OrderStart | undefined;
  /** To close what is held when a price is reached: the broker keeps it until then. */
  readonly gtt?: true;
}

/** What an order begins with, where it is for something that is held. */
export interface OrderStart {
  /** Units. */
  readonly qty: number;
  readonly product: "Intraday" | "Margin";
  /** Left out: a limit order. */
  readonly kind?: "Limit" | "Market";
  /** Of the limit, rupees; left out: the last price. */
  readonly price?: number;
}

/** What the user wants to trade; undefined again once it is answered. */
export const tradeIntentAtom = atom<TradeIntent | undefined>(undefined);
tradeIntentAtom.debugLabel = "tradeIntent";

/** The exchanges of the broker: BSE only of one that trades there. Without a broker an order leads to where one is connected. */
export const brokerExchangesAtom = atom((get): readonly Exchange[] =>
  get(connectedBrokerAtom)?.tradesBse === true ? EXCHANGES : ["NSE"],
);
brokerExchangesAtom.debugLabel = "brokerExchanges";

/** The exchanges on which B and S exist: on the live market alone. */
export const tradableExchangesAtom = atom((get): readonly Exchange[] =>
  get(isHistoryAtom) || get(paneDayAtom) !== undefined ? [] : get(brokerExchangesAtom),
);
tradableExchangesAtom.debugLabel = "tradableExchanges";
