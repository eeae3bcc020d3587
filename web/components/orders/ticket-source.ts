/** What a ticket is opened for: a contract to buy or sell, an order of the book, or one that waits for a price, to change. */
import type { BookOrderBody, GttBody } from "#contract/wire/http/order-bodies.ts";
import type { OrderStart, TradeIntent } from "../../state/account/trading.ts";

type TicketSubject = Pick<TradeIntent, "exchange" | "symbol" | "expiry" | "strike" | "type">;

export type TicketSource =
  | {
      readonly kind: "new";
      readonly contract: TicketSubject;
      readonly side: 1 | -1;
      readonly start?: OrderStart | undefined;
      /** It is to close what is held when a price is reached; one that waits for its price already is to be changed. */
      readonly gtt?: GttBody | true | undefined;
    }
  | { readonly kind: "edit"; readonly contract: TicketSubject; readonly order: BookOrderBody };
