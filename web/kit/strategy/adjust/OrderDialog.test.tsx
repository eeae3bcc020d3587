import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
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

/** The question about order 'b' is answered with yes after the leg's orders have become these. @returns ids of what is left */
async function confirmed(kind: "modify" | "delete", now: readonly string[], lots = 1) {
  stubBrowserGlobals();
  let confirm = (): void => undefined;
  vi.doMock(CONFIRM, () => ({
    ConfirmDialog: ({ onConfirm }: { readonly onConfirm: () => void }) => {
      confirm = onConfirm;
      return null;
    },
  }));
  const { makeBuilderPane } = await import("../../../testing/builder-pane.ts");
  const { OrderDialog } = await import("./OrderDialog.tsx");
  const chosen = leg("a", "b");
  const { store, pane, render } = await makeBuilderPane([chosen]);
  const order = makeOrder({ id: "b", ltp: 110, contracts: lots });
  render(<OrderDialog edit={{ kind, leg: chosen, order }} onClose={() => undefined} />);
  store.set(pane.legsAtom, [leg(...now)]);
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

it("an order of no lots is none: what was chosen stays as it is", async () => {
  expect(await confirmed("modify", ["a", "b"], 0)).toEqual(["a", "b"]);
});
