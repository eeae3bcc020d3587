/** An order that the practice broker keeps until a price is reached. */
import type { ContractKey } from "#contract/domain/instruments.ts";
import type { GttLeg } from "#contract/domain/orders/gtt.ts";
import type { Side } from "#market/matching/order.ts";
import type { PracticeProduct } from "./booked-order.ts";

export const PRACTICE_GTT_STATUSES = ["active", "triggered", "expired", "deleted"] as const;

/** As long as one waits at most. */
export const YEAR_MS = 365 * 86_400_000;

/** What came of the price that fired it. */
export interface Firing {
  readonly leg: number;
  /** Rupees: the last price that did it. */
  readonly price: number;
  /** '' where the order could not be placed at all. */
  readonly orderId: string;
  /** Why the order was not placed, or was rejected; '' where it was placed. */
  readonly message: string;
}

/** What is kept of one beside its number and status. */
export interface GttBody {
  readonly contract: string;
  readonly key: ContractKey;
  readonly product: PracticeProduct;
  readonly side: Side;
  /** Units. */
  readonly quantity: number;
  /** Rupees; of two the lower trigger first. */
  readonly legs: readonly GttLeg[];
  /** Rupees, as whoever placed or changed it last said. */
  readonly lastPrice: number;
  /** Epoch ms, by the wall: it rests for a year at most, over many days of an exchange whose clock may be of a recorded day. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** The same by the exchange's clock, as all books show times; left out of what was kept before they were. */
  readonly stamps?: { readonly createdAt: number; readonly changedAt: number };
  readonly firing?: Firing | undefined;
}

export interface BookedGtt extends GttBody {
  readonly id: number;
  readonly accountId: string;
  readonly status: (typeof PRACTICE_GTT_STATUSES)[number];
}
