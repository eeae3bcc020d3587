import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { LIVE_INDEX, NAMESPACES, OI_PRICE_LIVE, OPTION_LIVE, SINGLE_LIVE } from "#contract/wire/socket-events.ts";
import { NIFTY_ROOM } from "../testing/market/fake-feed.ts";
import { join, next, refusal, startGateway, type TestGateway, until } from "../testing/sockets/test-gateway.ts";

let gateway: TestGateway;
let nifty: RoomDay;

beforeEach(async () => {
  gateway = await startGateway();
  nifty = gateway.feed.room;
});
afterEach(() => gateway.stop());

const tick = (value: number, rows?: readonly number[]) => gateway.feed.tick(nifty, value, rows);

describe("the handshake", () => {
  it.each(["stock", "live"] as const)("refuses on /%s who has no ticket, or no subscription", async (path) => {
    expect(await refusal(gateway.client(path, OPTION_LIVE, ""))).toBe("unauthorized");
    expect(await refusal(gateway.client(path, OPTION_LIVE, "forged"))).toBe("unauthorized");
    expect(await refusal(gateway.client(path, OI_PRICE_LIVE, "unpaid"))).toBe("no subscription");
    expect(await refusal(gateway.client(path, "/", "live"))).toBe("unauthorized");
    for (const namespace of NAMESPACES) await next(gateway.client(path, namespace), "connect");
  });

  it("keeps ticks from the one-minute plan, and tells it so", async () => {
    expect(await refusal(gateway.client("live", OPTION_LIVE, "1min"))).toBe("no subscription");
    expect(await refusal(gateway.client("live", SINGLE_LIVE, "1min"))).toBe("no subscription");
    const socket = gateway.client("live", OI_PRICE_LIVE, "1min");
    expect(await next(socket, "special")).toBe("1min");
    await next(gateway.client("live", LIVE_INDEX, "1min"), "connect");
  });

  it("refuses pages of another origin, and upgrades to another path", async () => {
    const foreign = gateway.client("live", OPTION_LIVE, "live", { extraHeaders: { origin: "https://evil.example" } });
    await expect(next(foreign, "connect_error")).resolves.toBeTruthy();
    const own = gateway.client("live", OPTION_LIVE, "live", {
      extraHeaders: { origin: `http://127.0.0.1:${gateway.port}` },
    });
    await next(own, "connect");
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(gateway.port, "127.0.0.1", () =>
        socket.write("GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
      );
      socket.once("data", (data) => resolve(data.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1.1 404/);
  });

  it("says at connect what time it is", async () => {
    const socket = gateway.client("live", OI_PRICE_LIVE);
    const times = Promise.all([next<string[]>(socket, "time9am"), next<string[]>(socket, "time330pm")]);
    expect(await next(socket, "clock")).toMatchObject({ source: "sim", date: "2026-07-27", minute: 735, rate: 1 });
    const [before, session] = await times;
    expect([before[0], before.at(-1), session[0], session.at(-1)]).toEqual(["09:00", "09:14", "09:15", "15:30"]);
  });
});

describe("limits", () => {
  it("takes room names as they are written, and refuses what is none", async () => {
    const socket = gateway.client("live", OPTION_LIVE);
    expect(await join(socket, "NIFTY-7:28:2026")).toBeUndefined();
    for (const name of ["NIFTY-1/1/2020", "nothing", "", "x".repeat(5000)])
      expect(await join(socket, name)).toBe("unknown room");
    for (const name of [undefined, 7, { a: 1 }, ["x"]] as unknown[])
      expect(await join(socket, name as string)).toBe("unknown room");
  });

  it("refuses a flood, and cuts off who goes on", async () => {
    const socket = gateway.client("live", OPTION_LIVE);
    await next(socket, "connect");
    const refusals: unknown[] = [];
    for (let i = 0; i < 600; i++) socket.emit("joinRoom", NIFTY_ROOM, (why: unknown) => refusals.push(why));
    await until(() => refusals.length === 600, "600 answers");
    expect(refusals.filter((why) => why === "rate limit").length).toBeGreaterThan(200);
    for (let i = 0; i < 4000; i++) socket.emit("joinRoom", NIFTY_ROOM);
    await until(() => !socket.connected, "the end");
  });

  it("stops sending a room that was left", async () => {
    const socket = gateway.client("stock", OPTION_LIVE);
    await join(socket, NIFTY_ROOM);
    let count = 0;
    socket.on(NIFTY_ROOM, () => count++);
    tick(1);
    await until(() => count === 1, "a tick");
    socket.emit("leaveRoom", NIFTY_ROOM);
    await until(() => !gateway.market.publisher.isHeard(NIFTY_ROOM), "leaving");
    tick(2);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(count).toBe(1);
  });
});
