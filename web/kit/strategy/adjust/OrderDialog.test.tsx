import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { nameOfOrder } from "../../../state/orders/order-name.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";

const CONFIRM = "../../../components/overlays/ConfirmDialog.tsx";

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock(CONFIRM);
});

const leg = (...ids: readonly string[]) =>
  settled(
    makeLeg({}),
    ids.map((id) => makeOrder({ id })),
    { unitsPerLot: 75, decimals: 2 },
  );

/**
 * The question about order 'b' is answered with yes after the leg's orders have become these.
 * @param keep what the browser keeps of presses by then; it is told the strategy's id
 * @returns ids of what is left
 */
async function confirmed(
  kind: "modify" | "delete",
  now: readonly string[],
  lots = 1,
  keep?: (strategy: string | undefined) => void,
) {
  stubBrowserGlobals();
  let confirm = (): void => undefined;
  vi.doMock(CONFIRM, () => ({
    ConfirmDialog: ({ onConfirm }: { readonly onConfirm: () => void }) => {
      confirm = onConfirm;
      return null;
    },
  }));
  const { makeBuilderPane } = await import("../../../testing/strategies/builder-pane.ts");
  const { OrderDialog } = await import("./OrderDialog.tsx");
  const chosen = leg("a", "b");
  const { store, pane, render } = await makeBuilderPane([chosen]);
  const order = makeOrder({ id: "b", ltp: 110, contracts: lots });
  render(<OrderDialog edit={{ kind, leg: chosen, order }} onClose={() => undefined} />);
  store.set(pane.legsAtom, [leg(...now)]);
  keep?.(store.get(pane.strategyIdAtom));
  confirm();
  return store.get(pane.legsAtom).flatMap(({ orders }) => orders.map(({ id, ltp }) => (ltp === 110 ? `${id}!` : id)));
}

it.each([
  ["delete", ["x", "a", "b", "c"], ["x", "a", "c"]],
  ["delete", ["a", "c"], ["a", "c"]],
  ["modify", ["x", "a", "b", "c"], ["x", "a", "b!", "c"]],
  ["modify", ["a", "c"], ["a", "c"]],
] as const)(
  "%s means the order that was chosen, wherever it is by then: of %j %j are left",
  async (kind, now, left) => {
    expect(await confirmed(kind, now)).toEqual(left);
  },
);

describe("an order that was sent stays as it is until what became of it is booked", () => {
  const unknown = { state: "unknown" };
  const refused = { state: "rejected" };
  const absent = { ...refused, isOurs: true };
  it.each([
    ["delete", "it is in doubt", "b", unknown, ["a", "b"]],
    ["modify", "it is in doubt", "b", unknown, ["a", "b"]],
    ["modify", "it was told as absent, and may come: another of its press is asked for", "a", absent, ["a", "b"]],
    ["modify", "the broker refused it", "a", refused, ["a", "b!"]],
    ["delete", "the broker refused it", "a", refused, ["a"]],
  ] as const)("%s, where %s", async (kind, _, asked, child, left) => {
    const keep = (strategy: string | undefined): void => {
      const basket = { legs: [{ id: "b", draft: { strategy }, children: [child] }] };
      localStorage.setItem(
        "press key",
        JSON.stringify({ names: [nameOfOrder(strategy, asked)], at: Date.now(), basket }),
      );
    };
    expect(await confirmed(kind, ["a", "b"], 1, keep)).toEqual(left);
  });
});

it("an order of no lots is none: what was chosen stays as it is", async () => {
  expect(await confirmed("modify", ["a", "b"], 0)).toEqual(["a", "b"]);
});
