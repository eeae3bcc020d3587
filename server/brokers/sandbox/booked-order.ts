/** An order in the practice broker's book: the engine's order, and what only the broker knows of it. */
import type { ContractKey } from "#contract/domain/instruments.ts";
import type { PracticeOrder } from "#market/matching/order.ts";

export type PracticeProduct = "intraday" | "margin";

export interface BookedOrder {
  readonly order: PracticeOrder;
  readonly key: ContractKey;
  readonly product: PracticeProduct;
  /** The client's; '' without one. */
  readonly tag: string;
  readonly disclosed: number;
  /** Why it is rejected or was cancelled; '' where there is nothing to say. */
  readonly message: string;
  readonly modifies: number;
  /** Epoch ms, by the exchange's clock. */
  readonly placedAt: number;
  readonly changedAt: number;
}
