/** What an intent asks of a broker. */
import type { BookGtt, GttOrder } from "#contract/domain/orders/gtt.ts";
import type { BookOrder, ChildOrder, Conversion, OrderChange } from "#contract/domain/orders/order.ts";
import type { GttChange } from "../../../brokers/port.ts";

/** What a broker is to be asked, whole: it can be read from the audit five years later. */
export type IntentRequest =
  | Placing
  /** @property follows which change of a limit that follows the quotes; left out where a user asked. */
  | { readonly kind: "modify"; readonly order: BookOrder; readonly change: OrderChange; readonly follows?: number }
  | { readonly kind: "cancel"; readonly order: BookOrder }
  | Converting
  | GttRequest;

/** Some of a position goes to another product. */
export interface Converting {
  readonly kind: "convert";
  readonly conversion: Conversion;
  /** Units under the old product when it was asked, with their sign. */
  readonly before: number;
  /** And under the new one; absent: of a version that did not write it down. */
  readonly beforeTo?: number;
}

/** It makes an order. @property strategy the id of the kept strategy that it is sent for. */
export interface Placing {
  readonly kind: "place" | "exit";
  readonly order: ChildOrder;
  readonly strategy?: string | undefined;
}

/** About an order that rests at the broker until a price is reached. @property gtt as it was when it was asked. */
export type GttRequest =
  | { readonly kind: "gtt-place"; readonly gtt: GttOrder }
  | { readonly kind: "gtt-modify"; readonly gtt: BookGtt; readonly change: GttChange }
  | { readonly kind: "gtt-delete"; readonly gtt: BookGtt };

export const isPlacing = (request: IntentRequest): request is Placing =>
  request.kind === "place" || request.kind === "exit";

export const isGtt = (request: IntentRequest): request is GttRequest => request.kind.startsWith("gtt-");
