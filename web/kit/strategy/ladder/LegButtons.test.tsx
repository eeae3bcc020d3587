import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

/** The lots and the two buttons of a leg's contract, as text. */
async function shown(leg: StrategyLeg, hasPrice: boolean) {
  stubBrowserGlobals();
  const { makeBuilderPane } = await import("../../../testing/strategies/builder-pane.ts");
  const { LegButtons, LotInput } = await import("./LegButtons.tsx");
  const { render } = await makeBuilderPane([leg]);
  const buttons = render(<LegButtons contract={leg} leg={leg} hasPrice={hasPrice} />);
  return {
    lots: render(<LotInput contract={leg} leg={leg} />),
    locked: buttons.split('disabled=""').length - 1,
    buttons,
  };
}

const leg = (isTraded: boolean) =>
  settled(makeLeg({}), [makeOrder({ contracts: 3, isTraded })], { unitsPerLot: 65, decimals: 2 });

it("a contract with a price has both buttons, and lots that can be typed", async () => {
  const { lots, locked } = await shown(leg(false), true);
  expect(locked).toBe(0);
  expect(lots).not.toMatch(/readonly/i);
});

it("a contract without a price has none", async () => {
  const { locked, buttons } = await shown(leg(false), false);
  expect(locked).toBe(2);
  expect(buttons).toContain("This contract has no price");
});

it("a leg that a broker knows is locked, and only shows its lots", async () => {
  const { lots, locked, buttons } = await shown(leg(true), true);
  expect(locked).toBe(2);
  expect(buttons).toContain("This leg was traded or adjusted");
  expect(lots).toMatch(/readonly=""[^>]*value="3"|value="3"[^>]*readonly=""/i);
});
