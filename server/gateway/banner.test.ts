import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OI_PRICE_LIVE } from "#contract/wire/socket-events.ts";
import { next, startGateway, type TestGateway, until } from "../testing/sockets/test-gateway.ts";

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.stop());

/** A socket that has had everything that is told at connect, and what 'special' it hears from then on or heard by then. */
async function listen(path: "stock" | "live", token = "live") {
  const socket = gateway.client(path, OI_PRICE_LIVE, token);
  const heard: unknown[][] = [];
  socket.on("special", (...args: unknown[]) => heard.push(args));
  await next(socket, "time330pm");
  return heard;
}

describe.each(["stock", "live"] as const)("the operator's banner on /%s", (path) => {
  it("is heard by who is there, and by who comes later", async () => {
    const early = await listen(path);
    gateway.banners.show({ id: 1, message: "Maintenance on Sunday" });
    await until(() => early.length === 1, "the banner");
    const later = await listen(path, "1min");
    await until(() => later.length === 2, "the banner");
    gateway.banners.show({ id: 2, message: "It is over" });
    await until(() => early.length === 2 && later.length === 3, "the next banner");
    const [first, second] = [
      { id: 1, message: "Maintenance on Sunday" },
      { id: 2, message: "It is over" },
    ].map((banner) => ["banner", banner]);
    expect(early).toEqual([first, second]);
    expect(later).toEqual([["1min"], first, second]);
  });

  it("is over for who is there, and for a tab of ours that comes back after its end", async () => {
    gateway.banners.show({ id: 1, message: "Maintenance on Sunday" });
    const early = await listen(path);
    await until(() => early.length === 1, "the banner");
    gateway.banners.end();
    await until(() => early.length === 2, "its end");
    expect(early.at(-1)).toEqual(["banner", { id: 1, message: "" }]);
    const later = await listen(path);
    gateway.banners.show({ id: 2, message: "Another" });
    const another = ["banner", { id: 2, message: "Another" }];
    const expected = path === "live" ? [["banner", { id: 1, message: "" }], another] : [another];
    await until(() => later.length === expected.length, "the next banner");
    expect(later).toEqual(expected);
  });
});
