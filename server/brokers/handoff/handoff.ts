/**
 * Orders that are handed over to a broker's own page, under a publisher key alone: the user's browser posts them there, and they are
 * confirmed there. No session, no order id and no word of what became of them comes back.
 */
import type { ChildOrder } from "#contract/domain/orders/order.ts";
import { epochMs, type IsoDate } from "#contract/domain/units.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Outbound } from "../../platform/outbound.ts";
import { dailyOf } from "../adapter.ts";
import { NAME } from "../kite/answers.ts";
import { marginItem } from "../kite/map.ts";
import { type KiteInstrument, kiteName, readInstruments } from "../kite/symbols.ts";
import { downloaded } from "../packed-lists.ts";
import { BrokerError, type BrokerFacts, type BrokerSession } from "../port.ts";
import { factsOf } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";

export interface Handoff {
  /** What its broker takes. */
  readonly facts: BrokerFacts;
  /** Where the browser posts the form to. */
  readonly action: string;
  /**
   * The form's fields. @param key of this hand-over, by which the practice page knows a basket that it has placed
   * @throws BrokerError where the broker does not list one of them, or its list cannot be had
   */
  fields(orders: readonly ChildOrder[], key: string): Promise<Readonly<Record<string, string>>>;
}

export interface KiteHandoffOptions {
  /** Lets requests out to `api`. */
  readonly outbound: Outbound;
  /** Where the list of instruments is, which anybody may read. */
  readonly api: string;
  readonly action: string;
  /** The operator's publisher key. */
  readonly key: string;
  readonly isPractice: boolean;
  readonly clock: Pick<WallClock, "now">;
  /** Whose day's list of instruments counts; the wall's, unless told. */
  readonly day?: () => IsoDate;
}

/** A field that Kite's own page does not have: the practice page places one basket once. */
export const BASKET_KEY = "basket";

/** Kite's page of baskets. */
export const KITE_BASKET = "https://kite.zerodha.com/connect/basket";

/** The list is asked for by nobody. */
const NOBODY: BrokerSession = { broker: "zerodha", client: "", userId: "", name: "", endsAt: epochMs(0), secrets: {} };

export function createKiteHandoff({ outbound, api, action, key, clock, ...options }: KiteHandoffOptions): Handoff {
  const { isPractice } = options;
  const facts = factsOf("zerodha", isPractice);
  const symbols = new DailyList<KiteInstrument>({
    broker: NAME,
    maxTag: facts.maxTag,
    read: () => readInstruments(downloaded(NAME, outbound, `${api}/instruments`, { "X-Kite-Version": "3" })),
    nameOf: kiteName,
    ...dailyOf({ ...options, clock }),
  });
  return {
    facts,
    action,
    async fields(orders, handover) {
      const list = await symbols.of(NOBODY);
      const basket = orders.map((order) => {
        const instrument = list.find(order.contract);
        const item = instrument && marginItem(order, instrument);
        if (item === undefined) throw new BrokerError("refused", `${NAME} does not list one of these contracts`);
        // It may be changed on Kite's page before it is confirmed.
        return { ...item, validity: order.validity, readonly: false };
      });
      return { api_key: key, data: JSON.stringify(basket), ...(isPractice && { [BASKET_KEY]: handover }) };
    },
  };
}
