import { createStore, Provider } from "jotai";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { makeLeg } from "#contract/domain/strategy/testing/legs.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

afterEach(() => void vi.unstubAllGlobals());

it("strikes of a strategy's legs have as many decimals as each other", async () => {
  stubBrowserGlobals();
  const { LegRows } = await import("./LegRows.tsx");
  const legs = [187.5, 190].map((strike) => makeLeg({ id: `${strike}`, strike }));
  const strategy = { symbol: "NIFTY", legs } as never;
  const html = renderToString(
    <Provider store={createStore()}>
      <LegRows row={0} rowIndex={1} strategy={strategy} start={0} priced="11" hasCauses={false} />
    </Provider>,
  );
  expect(html.match(/(?<=<b>)[\d.]+(?=<\/b>)/g)).toEqual(["187.50", "190.00"]);
});
