/** What is closed, in which order, and what is not. */
import { beforeEach, expect, test } from "vitest";
import { type BookOrder, BUY, MARKET, PENDING, type Position, SELL } from "#contract/domain/orders/order.ts";
import { callOf, createExitRig, type ExitRig, held, shown } from "../../../testing/brokers/exit-rig.ts";
import type { Intent } from "../intents/intent.ts";

let rig: ExitRig;
beforeEach(() => {
  rig = createExitRig();
});

test("short positions are covered first, and what one order cannot take goes in several", async () => {
  rig.positions = [held(24_000, 130), held(24_500, -3900)];
  const exited = await rig.exit(rig.positions.map((one) => shown(one)));
  expect(rig.sent()).toEqual([
    [1755, 1755, 390].map((qty) => [24_500, BUY, qty, MARKET, "MARGIN"]),
    [[24_000, SELL, 130, MARKET, "MARGIN"]],
  ]);
  expect(exited.map(({ body }) => body.s)).toEqual(["ok", "ok", "ok", "ok"]);
});

test("a cover that is refused keeps the long positions, which may be its hedge", async () => {
  rig.positions = [held(24_000, 130), held(24_500, -65)];
  rig.isRefused = true;
  const exited = await rig.exit(rig.positions.map((one) => shown(one)));
  expect(rig.turns).toHaveLength(1);
  expect(exited.at(-1)?.body).toMatchObject({ s: "error", state: "void", m: expect.stringContaining("Not sent") });
});

test("no more is closed than is there, than was shown, and than open orders leave", async () => {
  rig.positions = [held(24_000, 65), held(24_100, 260), held(24_200, 195)];
  const waits = { contract: callOf(24_200), side: SELL, productType: "MARGIN", status: PENDING };
  rig.book = [{ ...waits, id: "1", tag: "", remainingQuantity: 130 } as BookOrder];
  const seen = [
    shown(rig.positions[0]!, { netQty: 130 }),
    shown(rig.positions[1]!, { netQty: 65 }),
    shown(rig.positions[2]!),
  ];
  await rig.exit(seen);
  expect(
    rig
      .sent()
      .flat()
      .map(([strike, , qty]) => [strike, qty]),
  ).toEqual([
    [24_000, 65],
    [24_100, 65],
    [24_200, 65],
  ]);
});

test("an open order whose contract could not be told is known by the broker's name", async () => {
  rig.positions = [held(24_000, 130), held(24_100, 65)];
  const unnamed = { id: "1", tag: "", symbol: "NIFTY 24000", side: SELL, productType: "MARGIN", status: PENDING };
  rig.book = [{ ...unnamed, remainingQuantity: 130 } as BookOrder];
  const exited = await rig.exit(rig.positions.map((one) => shown(one)));
  expect(rig.sent()).toEqual([[[24_100, SELL, 65, MARKET, "MARGIN"]]]);
  expect(exited[0]?.body.m).toBe("Open orders would close it already: cancel them first");
});

test("what nothing was sent for, or not for all of it, is told apart from what is closed, refused or not known", async () => {
  const heldBack = async (states: readonly Intent["state"][] = []) => {
    rig.fates = [...states];
    const wish = { positions: rig.positions.map((one) => shown(one)), gtts: [] };
    return (await rig.leave(wish)).heldBack;
  };
  rig.positions = [held(24_000, 130), held(24_100, 65), held(24_200, -65), held(24_300, 0)];
  expect(await heldBack()).toEqual([]);
  const open = { id: "1", tag: "", contract: callOf(24_000), side: SELL, productType: "MARGIN", status: PENDING };
  for (const remainingQuantity of [65, 130]) {
    rig.book = [{ ...open, remainingQuantity } as BookOrder];
    expect(await heldBack()).toEqual(["24000"]);
  }
  // The cover was never sent, or may be there: what may be its hedge waits with it. One that is refused ends that.
  rig.book = [];
  expect((await heldBack(["void"])).toSorted()).toEqual(["24000", "24100", "24200"]);
  expect((await heldBack(["unknown"])).toSorted()).toEqual(["24000", "24100", "24200"]);
  expect(await heldBack(["refused"])).toEqual([]);
  expect(await heldBack(["placed", "void", "unknown"])).toEqual(["24000"]);
  rig.positions = [held(24_000, 130), held(24_200, -65), held(24_300, -65)];
  // One that was taken may be rejected yet.
  expect((await heldBack(["placed", "unknown"])).toSorted()).toEqual(["24000", "24200", "24300"]);
  expect(await heldBack(["refused", "unknown"])).toEqual([]);
  // Of an order in parts, those that were surely not sent are open still, whatever became of the others.
  rig.positions = [held(24_000, 3510)];
  expect(await heldBack(["unknown", "void"])).toEqual(["24000"]);
  expect(await heldBack(["void", "placed"])).toEqual(["24000"]);
  expect(await heldBack(["void", "refused"])).toEqual([]);
  expect(await heldBack(["unknown", "placed"])).toEqual([]);
});

test("what is closed, has turned or cannot be traded is told, and nothing is sent for it", async () => {
  rig.positions = [held(24_000, -65), { ...held(24_100, 65), productType: "CNC" } as Position, held(24_200, 0)];
  const exited = await rig.exit([
    shown(rig.positions[0]!, { netQty: 65 }),
    shown(rig.positions[1]!),
    shown(rig.positions[2]!, { netQty: 65 }),
  ]);
  expect(rig.turns).toEqual([]);
  expect(exited.map(({ body }) => body.m)).toEqual([
    expect.stringContaining("turned"),
    expect.stringContaining("at the broker only"),
    expect.stringContaining("closed already"),
  ]);
});

test("the orders that close a strategy name it, and close its own share alone, as it is now", async () => {
  rig.positions = [held(24_000, 260), held(24_100, 130), held(24_200, -65)];
  rig.filled("fly-1", 24_000, BUY, 130);
  rig.filled("fly-2", 24_000, BUY, 130);
  rig.filled("fly-1", 24_000, SELL, 65, true); // since it was shown
  rig.filled("fly-2", 24_100, BUY, 130);
  rig.filled("fly-1", 24_200, SELL, 65);
  const seen = [shown(rig.positions[0]!, { netQty: 130 }), shown(rig.positions[1]!), shown(rig.positions[2]!)];
  const exited = await rig.exit(seen, "fly-1");
  expect(rig.turns.flat().map(({ request }) => request)).toMatchObject([
    { kind: "exit", strategy: "fly-1", order: { contract: { strike: 24_200 }, side: BUY, qty: 65 } },
    { kind: "exit", strategy: "fly-1", order: { contract: { strike: 24_000 }, side: SELL, qty: 65 } },
  ]);
  expect(exited[0]).toMatchObject({ symbol: "NIFTY 24100", body: { m: "The strategy holds nothing of it any more" } });
});

test("what open orders close of a strategy already is not closed twice, though others hold the same", async () => {
  rig.positions = [held(24_000, 195)];
  rig.filled("fly-1", 24_000, BUY, 65);
  rig.filled("fly-2", 24_000, BUY, 130);
  rig.orders = [...rig.orders, { orderId: "way", isExit: true, strategy: "fly-1", product: "MARGIN", after: 0 }];
  const way = { id: "way", symbol: "NIFTY 24000", contract: callOf(24_000), side: SELL, productType: "MARGIN" };
  rig.book = [{ ...way, status: PENDING, qty: 65, remainingQuantity: 65, tag: "" } as BookOrder];
  await rig.exit([shown(rig.positions[0]!, { netQty: 65 })], "fly-1");
  expect(rig.turns).toEqual([]);
});

test("a position that the broker shows twice is left alone, and one that is asked for twice goes once", async () => {
  rig.positions = [held(24_000, 65), { ...held(24_000, 130), symbol: "another" }, held(24_100, 65)];
  const seen = [shown(rig.positions[0]!), shown(rig.positions[2]!), shown(rig.positions[2]!)];
  const exited = await rig.exit(seen);
  expect(rig.sent()).toEqual([[[24_100, SELL, 65, MARKET, "MARGIN"]]]);
  expect(exited.map(({ body }) => body.m)).toEqual([
    "The broker shows this position twice: close it at the broker",
    "",
  ]);
});
