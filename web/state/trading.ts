/**
 * Buying and selling from the board. A screen says what its user wants by setting the intent; the shell answers it. No
 * part of the first screen: it comes with the first row that is pointed at (web/components/pane/use-trade.ts).
 */
import { atom } from "jotai";
import type { Exchange } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { connectedBrokerAtom } from "./connected-broker.ts";
import { paneDayAtom } from "./day.ts";
import { isHistoryAtom } from "./history.ts";
import { exchangeAtom } from "./market.ts";

export interface TradeIntent {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly expiry: IsoDate;
  /** Rupees. */
  readonly strike: number;
  readonly type: "CE" | "PE";
  readonly side: "B" | "S";
}

/** What the user wants to trade; undefined again once it is answered. */
export const tradeIntentAtom = atom<TradeIntent | undefined>(undefined);
tradeIntentAtom.debugLabel = "tradeIntent";

/**
 * Whether B and S exist: on the live market alone, on BSE only with a broker that trades there. Without a broker they
 * lead to where one is connected.
 */
export const canTradeAtom = atom((get): boolean => {
  if (get(isHistoryAtom) || get(paneDayAtom) !== undefined) return false;
  return get(exchangeAtom) !== "BSE" || get(connectedBrokerAtom)?.tradesBse === true;
});
canTradeAtom.debugLabel = "canTrade";
