import { createStore, Provider } from "jotai";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { SaveChoice } from "../../kit/strategy/keeping/SaveForm.tsx";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList, user } from "../../testing/market-data.ts";

const KEY = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";
const DIALOG = "../../components/overlays/Dialog.tsx";
const FORM = "../../kit/strategy/keeping/SaveForm.tsx";

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock(DIALOG);
  vi.doUnmock(FORM);
});

it("what is saved is open where it was saved, wherever another window turns the symbol meanwhile", async () => {
  stubBrowserGlobals({ user: JSON.stringify({ ...user, key: KEY }) });
  let save: ((choice: SaveChoice) => Promise<string>) | undefined;
  vi.doMock(DIALOG, () => ({ Dialog: ({ children }: { readonly children: ReactNode }) => children }));
  vi.doMock(FORM, () => ({
    SaveForm: (props: { readonly save: typeof save }) => {
      save = props.save;
      return null;
    },
  }));
  const [{ SaveDialog }, { straddle }, { ROUTE_MOUNT }, { letters }, { universeAtom }, { readUniverse }] =
    await Promise.all([
      import("./SaveDialog.tsx"),
      import("./pane.ts"),
      import("../../kit/pane/mount.ts"),
      import("../../state/pane/letters.ts"),
      import("../../state/market/market.ts"),
      import("../../state/market/universe.ts"),
    ]);
  const store = createStore();
  store.set(universeAtom, readUniverse(initList));
  store.set(letters.A.chooseSymbolAtom, "NIFTY");
  const pane = straddle.of(ROUTE_MOUNT);
  const [call, put, iv] = [25, 15, 12].map((value) => Float64Array.of(value));
  const lines = { callPrice: call, putPrice: put, callIv: iv, putIv: iv };
  const contract = { token: 1, lotSize: 65 };
  const snapshot = { date: isoDate("2026-08-18"), minute: 600, ce: 24_200, pe: 24_200, call: contract, put: contract };
  store.set(pane.stateAtom, { snapshot: { ...snapshot, spot: { spot: 24_210 }, series: { lines } } } as never);
  renderToString(
    <Provider store={store}>
      <SaveDialog onClose={() => undefined} />
    </Provider>,
  );
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.endsWith("key")) return Response.json({ key: null });
    store.set(letters.A.chooseSymbolAtom, "BANKNIFTY");
    return Response.json({ message: "Saved", saveDetails: { id: "1", name: "Fly", portfolio: "My Portfolio" } });
  });
  await save?.({ name: "Fly" });
  expect(store.get(pane.contextAtom)?.symbol).toBe("BANKNIFTY");
  expect(store.get(pane.openAtom)).toBeUndefined();
  store.set(letters.A.chooseSymbolAtom, "NIFTY");
  expect(store.get(pane.openAtom)).toMatchObject({ id: "1" });
});
