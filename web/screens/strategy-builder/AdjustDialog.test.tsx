import { createStore, Provider } from "jotai";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { makeLeg } from "#contract/domain/strategy/testing/legs.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

vi.mock("../../components/overlays/Dialog.tsx", () => ({
  Dialog: ({ children }: { readonly children: unknown }) => children,
}));
afterEach(() => void vi.unstubAllGlobals());

it("strikes of the legs have as many decimals as each other; a future has none", async () => {
  stubBrowserGlobals();
  const [{ AdjustDialog }, { olderBuilder }, { ROUTE_MOUNT }] = await Promise.all([
    import("./AdjustDialog.tsx"),
    import("./pane.ts"),
    import("../../kit/pane/mount.ts"),
  ]);
  const store = createStore();
  const options = [187.5, 190].map((strike) => makeLeg({ strike }));
  store.set(olderBuilder.of(ROUTE_MOUNT).legsAtom, [...options, makeLeg({ strike: 0, type: "FUT" })]);
  const html = renderToString(
    <Provider store={store}>
      <AdjustDialog onClose={() => undefined} />
    </Provider>,
  );
  const rows = html.split("<tr>").slice(2);
  expect(rows.map((row) => />([^<]*)<\/td><td>(?:CE|FUT)</.exec(row)?.[1])).toEqual(["187.50", "190.00", ""]);
});
