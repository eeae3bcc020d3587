import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { SINGLE, SINGLE_LIVE } from "#contract/wire/socket-events.ts";
import { fieldValue } from "../../testing/market/fake-feed.ts";
import { join, next, startGateway, type TestGateway, until } from "../../testing/sockets/test-gateway.ts";

const NAME = "NIFTY260728910CE";
const ROW = 2;
const OTHER = "NIFTY260728910PE";

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.stop());

const tick = (value: number) => gateway.feed.tick(gateway.feed.room, value, [ROW]);
/** Rupees. */
const priceAt = (value: number) => fieldValue(value, ROW, LTP) / 100;

/** A reader of the name's price, and all that it is told. */
async function follow() {
  const socket = gateway.client("live", SINGLE_LIVE);
  const told: unknown[] = [];
  socket.on(NAME, (price) => told.push(price));
  await join(socket, NAME);
  return { socket, told };
}

it("is told a price that went back to what an earlier reader was sent last, while nobody followed it", async () => {
  tick(10);
  const first = await follow();
  tick(11);
  await until(() => first.told.at(-1) === priceAt(11), "the first reader's price");
  first.socket.disconnect();
  await until(() => gateway.live.io.of(SINGLE_LIVE).sockets.size === 0, "its end");
  const other = gateway.client("live", SINGLE_LIVE);
  await join(other, OTHER);
  const published = next(other, OTHER);
  gateway.feed.tick(gateway.feed.room, 12, [ROW, ROW + 1]);
  await published;
  const second = await follow();
  await until(() => second.told.at(-1) === priceAt(12), "the greeting");
  tick(11);
  await until(() => second.told.at(-1) === priceAt(11), "the price that came back");
});

it("is told a price that went back before the others were told of the one that it was greeted with", async () => {
  tick(10);
  const first = await follow();
  tick(11);
  await until(() => first.told.at(-1) === priceAt(11), "the first reader's price");
  // As between a feed's message and the next frame.
  gateway.feed.room.live.columns[LTP][ROW] = fieldValue(12, ROW, LTP);
  const second = await follow();
  await until(() => second.told.at(-1) === priceAt(12), "the greeting");
  tick(11);
  await until(() => second.told.at(-1) === priceAt(11), "the price that came back");
  expect(first.told).not.toContain(priceAt(12));
});

it("is told, when it reads again, the price that it was not sent", async () => {
  tick(10);
  const { told } = await follow();
  const [socket] = gateway.live.io.of(SINGLE_LIVE).sockets.values();
  if (!socket) throw new Error("no socket");
  const slow = vi.spyOn(socket.data.line, "backlog", "get").mockReturnValue(100_000);
  const quick = await follow();
  tick(11);
  await until(() => quick.told.at(-1) === priceAt(11), "the other reader's price");
  expect(told.at(-1)).toBe(priceAt(10));
  slow.mockRestore();
  await until(() => told.at(-1) === priceAt(11), "the price that is owed");
});

it("without ticks is greeted with the last closed minute, however often it comes and goes", async () => {
  gateway.feed.at = 735.5;
  tick(10);
  gateway.feed.at = 736.5;
  tick(11);
  tick(12);
  await gateway.market.book.settled();
  for (let times = 0; times < 2; times++) {
    const socket = gateway.client("live", SINGLE, "1min");
    const price = next(socket, NAME);
    await join(socket, NAME);
    expect(await price).toBe(priceAt(10));
    socket.disconnect();
  }
});

it("without ticks is told each closed minute's price, not that which stands by then", async () => {
  gateway.feed.at = 735.5;
  tick(10);
  const socket = gateway.client("live", SINGLE, "1min");
  const told: unknown[] = [];
  socket.on(NAME, (price) => told.push(price));
  await join(socket, NAME);
  gateway.feed.at = 736.5;
  tick(11);
  await until(() => told.length > 0, "the first minute");
  tick(12);
  gateway.feed.at = 737.5;
  tick(13);
  await until(() => told.length > 1, "the second minute");
  expect(told).toEqual([priceAt(10), priceAt(12)]);
});
