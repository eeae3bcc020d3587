/** What the books have of a strategy while some of its orders are under way. */
import { expect, test } from "vitest";
import type { Connection } from "../../../brokers/connections.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import type { Unseen } from "../intents/ledger.ts";
import { createStrategyBooks } from "./strategy-books.ts";

const order = childOrder({ contract: QUOTED_CALL, lot: 75 });
const trade = (id: string, orderId: string) =>
  ({ id, orderId, symbol: "CE", contract: QUOTED_CALL, side: order.side, qty: 75, price: 100, at: id }) as const;

test.each<[Unseen["state"], number | undefined]>([
  ["new", 150],
  ["sending", undefined],
  ["unknown", undefined],
  ["placed", 150],
])(
  "beside a trade of an order that is not known here, one of the strategy's in the state %s leaves a profit of %s",
  async (state, profit) => {
    const unseen: Unseen = { kind: "place", order, strategy: "fly", state, isAwaited: true };
    const { standingsOf } = createStrategyBooks({
      cancel: () => expect.unreachable(),
      ledger: async () => ({
        sent: [{ orderId: "1", isExit: false, strategy: "fly", product: "MARGIN", after: 0 }],
        conversions: [],
        unseen: [unseen],
      }),
    });
    const port = {
      positions: async () => [{ id: "p", symbol: "CE", productType: "MARGIN", ltp: 102, multiplier: 1 }],
      trades: async () => [trade("t", "1"), trade("by hand", "2")],
    };
    const standing = (await standingsOf({ port, session: {} } as unknown as Connection))("fly");
    expect(standing.profit).toBe(profit);
  },
);

test("what was converted is held, and earns, under its new product", async () => {
  const { standingsOf } = createStrategyBooks({
    cancel: () => expect.unreachable(),
    ledger: async () => ({
      sent: [{ orderId: "1", isExit: false, strategy: "fly", product: "MARGIN", after: 0 }],
      conversions: [
        {
          ...{ symbol: "CE", side: order.side, qty: 75, before: 75, at: 0, surelyBy: Number.POSITIVE_INFINITY },
          ...({ from: "MARGIN", to: "INTRADAY" } as const),
        },
      ],
      unseen: [],
    }),
  });
  const position = { id: "p", symbol: "CE", productType: "INTRADAY", ltp: 102, multiplier: 1, netQty: 75 };
  const port = { positions: async () => [position], trades: async () => [trade("t", "1")] };
  const standing = (await standingsOf({ port, session: {} } as unknown as Connection))("fly");
  expect(standing).toEqual({ profit: 150, held: [{ id: "p", symbol: "CE", netQty: 75 }], isCut: false });
});
