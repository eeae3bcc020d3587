import type { Socket } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { NIFTY_ROOM } from "../testing/market/fake-feed.ts";
import { join, next, startGateway, type TestGateway, until } from "../testing/sockets/test-gateway.ts";

const USER = "user of s-live";
const ACCOUNT = { type: "account" } as const;

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.stop());

const tell = (user = USER) => gateway.news.tell(user, ACCOUNT);

/** @param news id of the last that the client had. */
function listen(path: "stock" | "live", news?: unknown, token = "live") {
  const socket: Socket = gateway.client(path, OI_PRICE_LIVE, token, { auth: { token, news } });
  const [starts, ids]: [unknown[], number[]] = [[], []];
  socket.on("newsFrom", (start: unknown) => starts.push(start));
  socket.on("news", (id: number) => ids.push(id));
  return { socket, starts, ids, begun: () => until(() => starts.length > 0, "the start") };
}

describe.each(["stock", "live"] as const)("news of a user on /%s", (path) => {
  it("reaches each socket of the user, in order, and nobody else", async () => {
    tell();
    const [first, second, other] = [listen(path), listen(path), listen(path, undefined, "live2")];
    await Promise.all([first, second, other].map(({ begun }) => begun()));
    expect(first.starts).toEqual([{ id: 1, isWhole: true }]);
    for (let i = 0; i < 5; i++) tell();
    gateway.news.tell("user of s-live2", ACCOUNT);
    await until(() => first.ids.length === 5 && second.ids.length === 5 && other.ids.length === 1, "all");
    expect([first.ids, second.ids, other.ids]).toEqual([[2, 3, 4, 5, 6], [2, 3, 4, 5, 6], [7]]);
  });

  it("that was missed comes first when a socket is back, none twice", async () => {
    for (let i = 0; i < 4; i++) tell();
    gateway.news.tell("user of s-live2", ACCOUNT);
    const back = listen(path, 2);
    await back.begun();
    tell();
    await until(() => back.ids.length === 3, "all");
    expect([back.starts, back.ids]).toEqual([[{ id: 2, isWhole: true }], [3, 4, 6]]);
  });

  it("that is no longer kept is named as missing, as is an id that nobody gave", async () => {
    for (let i = 0; i < 3; i++) tell();
    gateway.news.forget();
    const [late, ahead, odd] = [listen(path, 1), listen(path, 99), listen(path, "1; drop")];
    await Promise.all([late, ahead, odd].map(({ begun }) => begun()));
    tell();
    await until(() => [late, ahead, odd].every(({ ids }) => ids.length === 1), "what comes next");
    expect([late.starts, ahead.starts, odd.starts]).toEqual([
      [{ id: 3, isWhole: false }],
      [{ id: 3, isWhole: false }],
      [{ id: 3, isWhole: true }],
    ]);
  });
});

describe("while the database is away", () => {
  it("news waits, and the socket is served; then it has all of it", async () => {
    tell();
    gateway.news.isAway = true;
    const socket = listen("live", 0);
    await next(socket.socket, "connect");
    tell();
    expect(socket.starts).toEqual([]);
    gateway.news.isAway = false;
    await socket.begun();
    expect(socket.ids).toEqual([1, 2]);
  });

  it("who comes is told to try again, who is there stays, and what changed meanwhile is asked about afterwards", async () => {
    const [minutes, ticks] = [gateway.client("live", OI_PRICE_LIVE), gateway.client("live", OPTION_LIVE)];
    await Promise.all([next(minutes, "connect"), next(ticks, "connect")]);
    gateway.identities.isAway = true;
    expect(await next<Error>(gateway.client("live", OPTION_LIVE, "live2"), "connect_error")).toMatchObject({
      message: "try again",
    });
    gateway.identities.change("live", undefined);
    tell();
    expect(await join(ticks, NIFTY_ROOM)).toBeUndefined();
    const told = next(minutes, "special");
    gateway.identities.isAway = false;
    expect(await told).toBe("subscribe");
  });
});
