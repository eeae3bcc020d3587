import { describe, expect, it } from "vitest";
import type { Making } from "./leg-edits.ts";
import {
  closed,
  hasClosing,
  hitOf,
  hitText,
  levelsText,
  opensPosition,
  tradeStatus,
  undone,
  WHOLE_PORTFOLIO,
} from "./portfolio.ts";
import { settled } from "./position.ts";
import { makeLeg, makeOrder } from "./testing/legs.ts";

const terms = { unitsPerLot: 75, decimals: 2 } as const;
let ids = 0;
const making = (mostLots: number): Making => ({ newId: () => `new-${++ids}`, now: 5, terms, mostLots });
const short = settled(makeLeg({}), [makeOrder({ action: "sell", contracts: 50, ltp: 43.1 })], terms);

describe("closing", () => {
  it("adds limit orders of the other side at the last price, split at the freeze quantity", () => {
    const leg = closed(short, 35.2, making(24));
    expect(leg.orders.slice(1).map(({ action, contracts, ltp }) => [action, contracts, ltp])).toEqual([
      ["buy", 24, 35.2],
      ["buy", 24, 35.2],
      ["buy", 2, 35.2],
    ]);
    expect(
      leg.orders.slice(1).every((order) => order.isPortfClose && order.orderType === "Limit" && !order.isTraded),
    ).toBe(true);
    expect(leg).toMatchObject({ isClosed: true, totalContracts: 0, realised: 29_625, toTrade: true });
    expect(hasClosing(leg)).toBe(true);
  });

  it("is taken back by undo, unless a broker has it", () => {
    const leg = closed(short, 35.2, making(100));
    expect(undone(leg, terms)).toEqual(short);
    const sent = settled(
      leg,
      leg.orders.map((order) => ({ ...order, isTraded: true })),
      terms,
    );
    expect(undone(sent, terms)).toEqual(sent);
    expect(hasClosing(sent)).toBe(false);
  });

  it("opens a position where a broker does not have all that it closes", () => {
    const [sold, planned] = [true, false].map((isTraded) => makeOrder({ action: "sell", contracts: 2, isTraded }));
    const opens = (...orders: readonly (typeof sold)[]) =>
      opensPosition(
        closed(
          settled(
            makeLeg({}),
            orders.flatMap((order) => order ?? []),
            terms,
          ),
          35.2,
          making(100),
        ),
      );
    expect([opens(sold), opens(sold, sold), opens(planned), opens(sold, planned)]).toEqual([false, false, true, true]);
    // One order of three was sent, and bought back in part already.
    const back = makeOrder({ action: "buy", contracts: 1, isTraded: true });
    expect([opens(sold, back), opens(sold, back, planned)]).toEqual([false, true]);
    expect(opensPosition(makeLeg({}))).toBe(false);
  });

  it("leaves a leg without position or price as it is", () => {
    expect(closed(short, Number.NaN, making(1))).toBe(short);
    const flat = closed(short, 35.2, making(100));
    expect(closed(flat, 30, making(100))).toBe(flat);
  });
});

it.each([
  [[], "Not Traded"],
  [[false, false], "Not Traded"],
  [[true, false], "Partially Traded"],
  [[true, true], "Traded"],
] as const)("orders traded %j: %s", (traded, status) => {
  expect(tradeStatus(traded.map((isTraded) => ({ orders: [makeOrder({ isTraded })] })))).toBe(status);
});

describe("stop and target", () => {
  const levels = { target: 5000, stop: -4500 };
  it("are hit beyond their level, not at it, and not by a total that is not known", () => {
    expect([5000, 5000.01, -4500, -4500.01, Number.NaN].map((total) => hitOf(levels, total)?.kind)).toEqual([
      undefined,
      "target",
      undefined,
      "stop",
      undefined,
    ]);
    expect(hitOf({ target: null, stop: null }, 1e9)).toBeUndefined();
  });

  it("are written with what is set", () => {
    expect(levelsText(levels)).toBe("T: 5000 SL: -4500");
    expect(levelsText({ target: null, stop: -4500 })).toBe("SL: -4500");
    expect(hitText("Fly", { kind: "stop", value: -4500.5 })).toBe("Stop price hit @ -4500.50");
    expect(hitText(WHOLE_PORTFOLIO, { kind: "target", value: 60_001 })).toBe("Target hit @ 60001.00");
  });
});
