/** GTTs of what is closed. */
import { beforeEach, describe, expect, test } from "vitest";
import type { BookGtt } from "#contract/domain/orders/gtt.ts";
import { BUY, type Position, SELL, type Side } from "#contract/domain/orders/order.ts";
import { callOf, createExitRig, type ExitRig, held, shown } from "../../../testing/brokers/exit-rig.ts";

let rig: ExitRig;
beforeEach(() => {
  rig = createExitRig();
});

/** One that guards a position of this strike. */
function guard(strike: number, side: Side, qty: number, fields: Partial<BookGtt> = {}): BookGtt {
  const part = { id: `g${strike}`, symbol: `NIFTY ${strike}`, contract: callOf(strike), side, qty, status: "active" };
  return { ...part, productType: "MARGIN", ...fields } as BookGtt;
}

test("GTTs go when the positions are closed, after all exits, each an intent of the same press", async () => {
  rig.positions = [held(24_000, 130), held(24_500, -65)];
  rig.gtts = [guard(24_000, SELL, 130), guard(24_500, BUY, 65)];
  let waits = 0;
  rig.waited = () => {
    waits++;
    expect(rig.deletions()).toEqual([]);
    if (waits === 2) rig.closeAll();
  };
  const left = await rig.leaveAll(["g24000", "g24500"]);
  expect(rig.turns.map((asked) => asked.map(({ request }) => request.kind))).toEqual([
    ["exit"],
    ["exit"],
    ["gtt-delete", "gtt-delete"],
  ]);
  expect(rig.items).toEqual([0, 1, 2, 3]);
  expect(waits).toBe(2);
  expect(left.gtts.map(({ symbol, body }) => [symbol, body.s])).toEqual([
    ["NIFTY 24000", "ok"],
    ["NIFTY 24500", "ok"],
  ]);
});

test("GTTs stay where the exit was refused or has not traded, and that is said", async () => {
  [rig.positions, rig.gtts, rig.isRefused] = [[held(24_000, 130)], [guard(24_000, SELL, 65)], true];
  let waits = 0;
  rig.waited = () => waits++;
  const words = "A GTT stays, as 130 of its position are open: look at it";
  expect((await rig.leaveAll(["g24000"])).gtts).toMatchObject([{ body: { s: "error", m: words, isOurs: true } }]);
  expect(waits).toBe(0); // nothing is on its way that could close it
  rig.isRefused = false;
  expect((await rig.leaveAll(["g24000"])).gtts).toMatchObject([{ body: { m: words } }]);
  expect(waits).toBe(6);
  expect(rig.deletions()).toEqual([
    ["g24000", words],
    ["g24000", words],
  ]);
});

test("GTTs stay where the broker's positions do not have it any more: the list may be cut off", async () => {
  [rig.positions, rig.gtts] = [[held(24_000, 65)], [guard(24_000, SELL, 65)]];
  rig.exitsTaken = () => {
    rig.positions = [];
  };
  expect((await rig.leaveAll(["g24000"])).gtts).toMatchObject([{ body: { s: "error", isOurs: true } }]);
});

test("of GTTs only those go that were seen, are active, and do nothing but make the position smaller", async () => {
  rig.positions = [held(24_000, 65)];
  rig.gtts = [
    guard(24_000, SELL, 65, { id: "unseen" }),
    guard(24_000, SELL, 65, { id: "over", status: "triggered" }),
    guard(24_000, SELL, 130, { id: "reverses" }),
    guard(24_000, BUY, 65, { id: "adds" }),
    guard(24_000, SELL, 65, { id: "intraday", productType: "INTRADAY" }),
    guard(24_100, SELL, 65, { id: "other" }),
    guard(24_000, SELL, 65, { id: "guards" }),
  ];
  rig.exitsTaken = rig.closeAll;
  await rig.leaveAll(rig.gtts.map(({ id }) => id).filter((id) => id !== "unseen"));
  expect(rig.deletions()).toEqual([["guards", undefined]]);
});

test("GTTs go, too, where the position was closed already when the press came", async () => {
  [rig.positions, rig.gtts] = [[held(24_000, 0)], [guard(24_000, SELL, 65)]];
  await rig.leave({
    positions: [shown(rig.positions[0]!, { netQty: 65 })],
    gtts: ["g24000"],
  });
  expect(rig.deletions()).toEqual([["g24000", undefined]]);
});

test("no GTT is read or deleted where none was chosen, and exits go where they cannot be read", async () => {
  [rig.positions, rig.gtts] = [[held(24_000, 65)], undefined];
  expect((await rig.leaveAll([])).gtts).toEqual([]);
  const left = await rig.leaveAll(["g24000"]);
  expect(left.positions).toMatchObject([{ body: { s: "ok" } }]);
  expect(left.gtts).toMatchObject([{ symbol: "GTT", body: { m: expect.stringContaining("could not be read") } }]);
});

test("a deletion that fails is told as one, and the exit beside it as done", async () => {
  [rig.positions, rig.gtts, rig.troubleOfDeletions] = [
    [held(24_000, 65)],
    [guard(24_000, SELL, 65)],
    "Gateway timeout",
  ];
  rig.exitsTaken = rig.closeAll;
  const left = await rig.leaveAll(["g24000"]);
  expect(left.positions).toMatchObject([{ body: { s: "ok" } }]);
  expect(left.gtts).toMatchObject([{ body: { s: "error", m: "A GTT is not deleted: Gateway timeout" } }]);
});

test("a rule leaves GTTs that guard what stays of a shared position, and says when they are too large for it", async () => {
  rig.positions = [held(24_000, 195)];
  rig.filled("fly-1", 24_000, BUY, 65);
  rig.filled("fly-2", 24_000, BUY, 130);
  rig.exitsTaken = () => {
    rig.positions = [held(24_000, 130)];
  };
  rig.gtts = [guard(24_000, SELL, 130)];
  expect((await rig.leaveAll("all", "fly-1")).gtts).toEqual([]);
  rig.positions = [held(24_000, 195)];
  rig.gtts = [guard(24_000, SELL, 195)];
  expect((await rig.leaveAll("all", "fly-1")).gtts).toMatchObject([
    { body: { m: "A GTT stays, as 130 of its position are open: look at it" } },
  ]);
  rig.exitsTaken = rig.closeAll;
  rig.positions = [held(24_000, 65)];
  rig.gtts = [guard(24_000, SELL, 65)];
  await rig.leaveAll("all", "fly-2");
  expect(rig.deletions().at(-1)).toEqual(["g24000", undefined]);
});

describe("GTTs of the product that it was converted from", () => {
  const intraday = (netQty: number) => ({ ...held(24_000, netQty), id: "intraday", productType: "INTRADAY" }) as const;
  const left = (open: number) => `A GTT stays, as ${open} of its position are open: look at it`;
  /** The strategy has bought 130 on margin, and converted some. */
  function converted(qty: number, ...positions: readonly Position[]): void {
    rig.filled("fly", 24_000, BUY, 130);
    const about = { symbol: "NIFTY 24000", before: 130, at: 0, surelyBy: Number.POSITIVE_INFINITY };
    rig.conversions = [{ ...about, side: BUY, qty, from: "MARGIN", to: "INTRADAY" }];
    rig.positions = positions;
  }

  test("go with it once the new one is closed: each would open a position", async () => {
    converted(130, held(24_000, 0), intraday(130));
    rig.gtts = [guard(24_000, SELL, 130)];
    let waits = 0;
    rig.waited = () => {
      waits++;
      expect(rig.deletions()).toEqual([]);
      if (waits === 2) rig.closeAll();
    };
    await rig.leave({ positions: [shown(intraday(130))], strategy: "fly", gtts: "all" });
    expect(waits).toBe(2);
    expect(rig.deletions()).toEqual([["g24000", undefined]]);
  });

  test("stay, and are told, where its exit has not traded, or is of a part", async () => {
    converted(130, held(24_000, 0), intraday(130));
    rig.gtts = [guard(24_000, SELL, 130)];
    const wish = { positions: [shown(intraday(130))], strategy: "fly", gtts: "all" } as const;
    expect((await rig.leave(wish)).gtts).toMatchObject([{ body: { s: "error", m: left(130) } }]);
    rig.positions = [held(24_000, 0), intraday(195)];
    rig.exitsTaken = () => {
      rig.positions = [held(24_000, 0), intraday(65)];
    };
    expect((await rig.leave(wish)).gtts).toMatchObject([{ body: { s: "error", m: left(65) } }]);
    expect(rig.deletions().map(([, refusal]) => refusal)).toEqual([left(130), left(65)]);
  });

  test("go, too, where they were sized for all of it and both products are left at once", async () => {
    converted(65, intraday(65), held(24_000, 65));
    rig.gtts = [guard(24_000, SELL, 130), guard(24_000, SELL, 65, { id: "of the rest" })];
    rig.exitsTaken = rig.closeAll;
    await rig.leaveAll("all", "fly");
    expect(rig.deletions()).toEqual([
      ["of the rest", undefined],
      ["g24000", undefined],
    ]);
  });

  test("of the user's choice none but those go", async () => {
    converted(130, held(24_000, 0), intraday(130));
    rig.gtts = [guard(24_000, SELL, 130)];
    rig.exitsTaken = rig.closeAll;
    await rig.leave({ positions: [shown(intraday(130))], gtts: ["another"] });
    expect(rig.deletions()).toEqual([]);
  });
});
