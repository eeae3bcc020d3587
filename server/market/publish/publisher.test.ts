import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { FakeFeed, fieldValue } from "../../testing/market/fake-feed.ts";
import { createMarketMetrics } from "../market-metrics.ts";
import { MarketBook } from "../open-day/book.ts";
import type { Outlet } from "./outlet.ts";
import { Publisher } from "./publisher.ts";

/** An outlet that everybody listens to, and what it was told. */
async function setUp() {
  const feed = new FakeFeed({ at: 735 });
  const clock = createManualClock();
  const recorder = {
    known: () => undefined,
    begin: () => undefined,
    written: () => Promise.resolve(),
    minute: () => Promise.resolve(true),
  };
  const book = new MarketBook({ feed, clock, recorder });
  const told: { readonly what: string; readonly ms: number }[] = [];
  const tell = (what: string): void => void told.push({ what, ms: clock.monotonic() });
  const outlet: Outlet = {
    tickAudience: () => ({ frames: true, json: false }),
    minuteAudience: () => ({ frames: false, json: false }),
    pricedRooms: () => [],
    tick: (room) => tell(room),
    dictionary: () => undefined,
    minute: () => undefined,
    prices: () => undefined,
    restarted: () => undefined,
    index: (values) => tell(JSON.stringify(values)),
    clock: () => undefined,
    feed: () => undefined,
    opened: () => undefined,
  };
  const time = () => feed.time();
  const publisher = new Publisher({ book, time, clock, metrics: createMarketMetrics(new Registry()), term: 1 });
  publisher.attach(outlet);
  await feed.start(book);
  const [nifty, usdinr] = feed.day.rooms;
  return { feed, clock, told, nifty: nifty!, usdinr: usdinr! };
}

const index = (value: number): string => JSON.stringify({ NIFTY: fieldValue(value, 0, 0) / 100 });

describe("the publisher", () => {
  it("tells the indices with the frame of the first one, once a second", async () => {
    const { feed, clock, told, nifty } = await setUp();
    for (let tick = 1; tick <= 8; tick++) {
      feed.tick(nifty, tick);
      clock.advance(500);
    }
    const frames = told.filter(({ what }) => what === nifty.room);
    const indices = told.filter(({ what }) => what !== nifty.room);
    expect(frames).toHaveLength(8);
    expect(indices.length).toBeGreaterThanOrEqual(3);
    expect(indices.length).toBeLessThanOrEqual(5);
    for (const { what, ms } of indices) {
      const frame = frames.findIndex((one) => one.ms === ms);
      expect(what).toBe(index(frame + 1));
    }
  });

  it("tells them within two seconds where no frame of that one goes out", async () => {
    const { feed, clock, told, nifty, usdinr } = await setUp();
    feed.tick(nifty, 1);
    clock.advance(3000);
    told.length = 0;
    nifty.live.columns[LTP][0] = fieldValue(2, 0, 0); // it moved, and no tick told of it
    feed.tick(usdinr, 2);
    clock.advance(2000);
    expect(told.map(({ what }) => what)).toEqual([usdinr.room, index(2)]);
  });
});
