import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OI_PRICE_LIVE } from "#contract/wire/socket-events.ts";
import { NIFTY_ROOM, USDINR_ROOM } from "../testing/market/fake-feed.ts";
import { startGateway, type TestGateway } from "../testing/sockets/test-gateway.ts";

let gateway: TestGateway;

beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.stop());

describe("trouble with the feed", () => {
  /** What a socket is told of it, one telling after another. */
  const hear = (path: "stock" | "live"): unknown[] => {
    const heard: unknown[] = [];
    gateway.client(path, OI_PRICE_LIVE).on("feed", (troubles: unknown) => heard.push(troubles));
    return heard;
  };
  const expectHeard = (heard: unknown[], troubles: unknown[]) =>
    expect.poll(() => heard, { timeout: 15_000 }).toEqual(troubles);

  it.each(["stock", "live"] as const)("is told on /%s at connect and on change, with its rooms", async (path) => {
    const first = hear(path);
    await expectHeard(first, [[]]);
    gateway.feed.sink?.health("NSE F&O: silent", new Set([NIFTY_ROOM]));
    const trouble = [{ words: "NSE F&O: silent", rooms: [NIFTY_ROOM] }];
    await expectHeard(first, [[], trouble]);
    const second = hear(path);
    await expectHeard(second, [trouble]);
    gateway.feed.sink?.health(undefined, new Set([NIFTY_ROOM]));
    await expectHeard(second, [trouble, []]);
    await expectHeard(first, [[], trouble, []]);
  });

  it("of every room is the feed's, and names none", async () => {
    const heard = hear("live");
    await expectHeard(heard, [[]]);
    gateway.feed.sink?.health("the line is cut", new Set([NIFTY_ROOM, USDINR_ROOM]));
    await expectHeard(heard, [[], [{ words: "the line is cut" }]]);
    gateway.feed.sink?.health("the source is down");
    await expectHeard(heard, [[], [{ words: "the line is cut" }], [{ words: "the source is down" }]]);
  });
});
