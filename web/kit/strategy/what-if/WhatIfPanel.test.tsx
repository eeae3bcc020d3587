import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

/** The panel over a strategy of a near and a later leg. */
async function panelOf({
  spotNow,
  reach,
  nearIsOver = false,
}: {
  spotNow: number;
  reach: number;
  nearIsOver?: boolean;
}) {
  stubBrowserGlobals();
  const { makeBuilderPane } = await import("../../../testing/strategies/builder-pane.ts");
  const { WhatIfPanel } = await import("./WhatIfPanel.tsx");
  const { store, pane, render } = await makeBuilderPane([]);
  const legOf = (expiry: string, isExpired: boolean) => {
    const contract = { type: "CE", expiry: isoDate(expiry), strike: 10, isExpired };
    return { ...contract, lots: 1, quantity: 1, entry: 1, target: 1, shownIv: 0.2 };
  };
  const valuation = {
    ...{ spotNow, spot: spotNow, projected: 0, margin: 0, days: { now: 7, target: 7 } },
    payoff: { spots: [spotNow - reach, spotNow + reach] },
    pop: { percent: 50, rule: 50, isCorrected: false },
    legs: [legOf("2026-08-18", nearIsOver), legOf("2026-08-25", false)],
  };
  const snapshot = { date: isoDate("2026-08-18"), minute: 600, pricedOn: {}, valuation };
  store.set(pane.stateAtom, { context: store.get(pane.contextAtom), snapshot } as never);
  return render(<WhatIfPanel />);
}

it("the spot moves by a tick where it is small, by a rupee where a tick says nothing, from end to end of the chart", async () => {
  const small = await panelOf({ spotNow: 9.9, reach: 3.33 });
  expect(small).toMatch(/type="number"[^>]*min="6.6" max="13.2" step="0.05"/);
  expect(small).toContain("P&amp;L at 9.90 now");
  const large = await panelOf({ spotNow: 24_207.05, reach: 1250 });
  expect(large).toMatch(/type="number"[^>]*min="22958" max="25457" step="1"/);
  expect(large).toContain("P&amp;L at 24,207 now");
});

it("an expiry that is over has no IV to be moved", async () => {
  const iv = (html: string) => [...html.matchAll(/IV ([^(<]*) \(points\)<\/label>/g)].map(([, expiry]) => expiry);
  expect(iv(await panelOf({ spotNow: 24_200, reach: 500 }))).toHaveLength(2);
  expect(iv(await panelOf({ spotNow: 24_200, reach: 500, nearIsOver: true }))).toHaveLength(1);
});
