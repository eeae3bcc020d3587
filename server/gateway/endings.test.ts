import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochMs } from "#contract/domain/units.ts";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { NIFTY_ROOM } from "../testing/market/fake-feed.ts";
import { join, next, refusal, startGateway, type TestGateway, until } from "../testing/sockets/test-gateway.ts";

let gateway: TestGateway;

beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.stop());

describe("a session that ends", () => {
  it("takes its sockets with it, says why, and leaves others alone", async () => {
    const ended = gateway.client("live", OI_PRICE_LIVE, "live");
    const ticks = gateway.client("live", OPTION_LIVE, "live");
    const stock = gateway.client("stock", OI_PRICE_LIVE, "live");
    const other = gateway.client("live", OI_PRICE_LIVE, "live2");
    await Promise.all([ended, ticks, stock, other].map((socket) => next(socket, "connect")));
    const told = Promise.all([next(ended, "multiLogout"), next(stock, "multiLogout"), next(ticks, "disconnect")]);
    gateway.news.tell(null, { type: "sessionEnded", sessionId: "s-live", why: "multiLogout" });
    await told;
    await until(() => !ended.connected && !stock.connected, "disconnection");
    expect(other.connected).toBe(true);
    const word = next(other, "special");
    gateway.news.tell(null, { type: "sessionEnded", sessionId: "s-live2", why: "logout" });
    expect(await word).toBe("logout");
  });
});

describe("a subscription that changes before its end", () => {
  it("is asked about again at once: who lost it hears so, and who still has it goes on", async () => {
    const lost = gateway.client("live", OI_PRICE_LIVE, "live");
    const kept = gateway.client("live", OPTION_LIVE, "live2");
    await Promise.all([next(lost, "connect"), next(kept, "connect")]);
    const told = next(lost, "special");
    gateway.identities.change("live", undefined);
    gateway.news.tell("user of s-live", { type: "account" });
    gateway.news.tell("user of s-live2", { type: "account" });
    expect(await told).toBe("subscribe");
    expect(await join(kept, NIFTY_ROOM)).toBeUndefined();
  });
});

describe("a subscription that ends", () => {
  it("stops the live frames within two seconds, says so, and leaves one that was renewed", async () => {
    const until = (ms: number) => epochMs(Date.now() + ms);
    gateway.identities.change("live", until(300));
    gateway.identities.change("live2", until(300));
    const socket = gateway.client("live", OI_PRICE_LIVE);
    const ticks = gateway.client("live", OPTION_LIVE);
    const renewed = gateway.client("live", OI_PRICE_LIVE, "live2");
    await Promise.all([socket, ticks, renewed].map((each) => next(each, "connect")));
    await join(ticks, NIFTY_ROOM);
    gateway.identities.change("live", undefined);
    gateway.identities.change("live2", until(60_000));
    const told = Promise.all([next(socket, "special"), next(ticks, "disconnect")]);
    expect((await told)[0]).toBe("subscribe");
    expect(gateway.market.publisher.isHeard(NIFTY_ROOM)).toBe(false);
    expect(renewed.connected).toBe(true);
    expect(await refusal(gateway.client("live", OPTION_LIVE))).toBe("no subscription");
  });
});
