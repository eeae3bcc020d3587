import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import type { MultiOrderProps } from "../../../components/multi-order/MultiOrder.tsx";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";

const USE_TRADE = "../../pane/trade/use-trade.ts";
const MULTI_ORDER = "../../../components/multi-order/MultiOrder.tsx";

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock(USE_TRADE);
  vi.doUnmock(MULTI_ORDER);
});

const waiting = (expiry: string): StrategyLeg =>
  settled(makeLeg({ expiry }), [makeOrder({ id: expiry })], { unitsPerLot: 65, decimals: 2 });

/** A builder of NIFTY on 18 August, on the live market. @returns the button, and what its dialog lists */
async function trade(legs: readonly StrategyLeg[]) {
  stubBrowserGlobals();
  let listed: MultiOrderProps["orders"] = [];
  vi.doMock(USE_TRADE, () => ({ useTell: () => () => undefined }));
  vi.doMock(MULTI_ORDER, () => ({
    MultiOrder: ({ orders }: MultiOrderProps) => {
      listed = orders;
      return null;
    },
  }));
  const { makeBuilderPane } = await import("../../../testing/strategies/builder-pane.ts");
  const { TradeButton } = await import("./TradeButton.tsx");
  const { TradeDialog } = await import("./TradeDialog.tsx");
  const { render } = await makeBuilderPane(legs);
  const nothing = (): void => undefined;
  const button = render(<TradeButton />);
  render(<TradeDialog columns={["Calls", "Puts"]} spellsSide={false} sendsIds onClose={nothing} onTraded={nothing} />);
  return { button, listed: listed.map(({ id }) => id) };
}

it("lists what waits of the legs that live: an order of one that has expired would keep the others back for want of a price", async () => {
  const { button, listed } = await trade([waiting("8:11:2026"), waiting("8:18:2026")]);
  expect(button).not.toContain("disabled");
  expect(listed).toEqual(["8:18:2026"]);
});

it("has nothing to send where every leg has expired", async () => {
  const { button, listed } = await trade([waiting("8:11:2026")]);
  expect(button).toMatch(/<button[^>]* disabled=""/);
  expect(button).toContain("There is no leg to trade");
  expect(listed).toEqual([]);
});
