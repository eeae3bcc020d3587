/** An open order of the book as a draft, and what the draft makes of it. Pure. */

import { hasLimit, hasStop } from "#contract/domain/orders/warnings.ts";
import type { BodyOf } from "#contract/wire/http/call.ts";
import type { BookOrderBody } from "#contract/wire/http/order-bodies.ts";
import type { modifyOrder } from "#contract/wire/http/orders.ts";
import {
  changeDraft,
  type Draft,
  newDraft,
  type ProductType,
  type Quote,
  type TicketContract,
  type TicketRules,
} from "./draft.ts";
import { KIND_OF, TYPE_OF } from "./item.ts";

const PRODUCT_OF: Readonly<Record<BookOrderBody["productType"], ProductType>> = {
  INTRADAY: "Intraday",
  MARGIN: "Margin",
  CNC: "Margin",
  CO: "CO",
  BO: "BO",
};

export function editDraft(order: BookOrderBody, contract: TicketContract, quote: Quote, rules: TicketRules): Draft {
  const { side, type, productType, qty, limitPrice, stopPrice, orderValidity, discloseQty } = order;
  const draft: Draft = {
    ...newDraft(contract, side, quote, rules),
    category: productType === "CO" || productType === "BO" ? productType : "Regular",
    productType: PRODUCT_OF[productType],
    type: KIND_OF[type],
    validity: orderValidity === "DAY" ? "Day" : "IOC",
    qty,
    limitPrice,
    stopPrice,
    disclosedQty: discloseQty,
  };
  return changeDraft(draft, { type: "quote", quote }, rules); // its messages are those of the order
}

export function modifyBody(draft: Draft, order: BookOrderBody): BodyOf<typeof modifyOrder> {
  const { qty, type, limitPrice, stopPrice, disclosedQty } = draft;
  return {
    data: {
      id: order.id,
      qty,
      type: TYPE_OF[type],
      side: order.side,
      limitPrice: hasLimit(type) ? limitPrice : 0,
      stopPrice: hasStop(type) ? stopPrice : 0,
      discloseQty: disclosedQty,
      offlineOrder: false,
    },
    editOrder: order,
  };
}
