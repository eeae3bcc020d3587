/** What a ticket is opened for: a contract to buy or sell, or an order of the book to change. */
import type { BookOrderBody } from "#contract/wire/http/order-bodies.ts";
import type { OrderStart, TradeIntent } from "../../state/account/trading.ts";

type TicketSubject = Pick<TradeIntent, "exchange" | "symbol" | "expiry" | "strike" | "type">;

export type TicketSource =
  | {
      readonly kind: "new";
      readonly contract: TicketSubject;
      readonly side: 1 | -1;
      readonly start?: OrderStart | undefined;
    }
  | { readonly kind: "edit"; readonly contract: TicketSubject; readonly order: BookOrderBody };
