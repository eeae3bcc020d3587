/** What is said of GTTs that stay when a position is moved on. */
import { afterEach, expect, test, vi } from "vitest";
import type { GttBody } from "#contract/wire/http/order-bodies.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { position } from "../__fixtures__/position.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ["guards it", {}, 2],
  ["guards another product", { productType: "MARGIN" }, 0],
  ["is over", { status: "triggered" }, 0],
] as const)("a GTT that %s", async (_, fields, count) => {
  stubBrowserGlobals();
  const [{ tellGuarded }, { toasts }] = await Promise.all([
    import("./LeftGtts.tsx"),
    import("../../../components/toasts/toasts.ts"),
  ]);
  const contract = { exchange: "NSE", underlying: "NIFTY", expiry: "2026-08-25", strike: 24_200, type: "CE" } as const;
  const { productType, netQty: qty } = position;
  const gtt = { contract, productType, side: -1, qty, status: "active", ...fields } as unknown as GttBody;
  const newest = () => toasts.list()[0]?.message;
  tellGuarded([gtt], { ...position, contract }, "moved");
  const moved = newest();
  // After a conversion the position is not gone: other words.
  tellGuarded([gtt], { ...position, contract }, "converted");
  expect(toasts.list()).toHaveLength(count);
  if (count > 0)
    expect([moved, newest()]).toEqual([
      expect.stringContaining("delete it when the position is gone"),
      expect.stringContaining("under the old product"),
    ]);
});
