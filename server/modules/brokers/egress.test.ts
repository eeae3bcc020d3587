/** Addresses of orders over HTTP: given at the login, told on the card, held by each order, refused in words. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BUY, LIMIT } from "#contract/domain/orders/order.ts";
import { asBrowser, type ConnectedUser } from "../../testing/brokers/connected-user.ts";
import { openSurface, type Surface } from "../../testing/http/surface.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { freeHeldAddress, joinFamily } from "./order-addresses.ts";

const EGRESS = [
  { local: "10.0.0.7", seen: "203.0.113.7" },
  { local: "10.0.0.8", seen: "203.0.113.8" },
];

onEachDatabase("orders by addresses of their own", (database) => {
  let surface: Surface;
  let count = 0;
  beforeAll(async () => {
    surface = await openSurface(database(), { egress: EGRESS });
  }, 240_000);
  afterAll(() => surface.stop());
  beforeEach(async () => {
    surface.broker.userId = "AB1234";
    surface.broker.from.length = 0;
    await database().pool.query("delete from order_address; delete from order_family; delete from order_client");
  });

  /** With the limit that a real broker's orders need. */
  const someone = async (): Promise<ConnectedUser> => {
    const user = asBrowser(surface, await surface.userOf("live", `user${count++}@example.com`));
    const limits = { orderValue: 10_000_000, lots: null, ordersPerDay: null, lossPerDay: null, inPractice: false };
    expect(await user.post("orders/guards", limits)).toMatchObject({ status: 200 });
    return user;
  };
  const place = async (who: ConnectedUser) => {
    const [symbol, { token, lot }] = surface.listed();
    const prices = { limitPrice: 100, stopPrice: 0, stopLoss: 0, takeProfit: 0 };
    const terms = { type: LIMIT, side: BUY, productType: "MARGIN", validity: "DAY", offlineOrder: false };
    const item = { symbol, securityId: String(token), qty: lot, disclosedQty: 0, ...prices, ...terms };
    return who.post("broker/zerodha/place_multi_order", { data: [item], orderId: ["leg"] }, `${randomUUID()}/0`);
  };
  const card = async (who: ConnectedUser) => (await who.get("users/broker")).json as Record<string, unknown>;

  test("each user's orders leave by one, which the card says as the broker sees it", async () => {
    const [asha, ravi, meera] = [await someone(), await someone(), await someone()];
    expect(await card(asha)).toMatchObject({ addresses: ["203.0.113.7"], data: null });
    for (const user of [asha, ravi]) expect((await user.connect()).json).toMatchObject({ status: "ok" });
    const placed = { data: { data: [{ body: { s: "ok" } }] } };
    for (const user of [asha, ravi, asha]) expect((await place(user)).json).toMatchObject(placed);
    expect(surface.broker.from).toEqual(["10.0.0.7", "10.0.0.8", "10.0.0.7"]);
    expect(await card(asha)).toMatchObject({ addresses: ["203.0.113.7"], data: { id: "AB1234" } });
    expect(await card(ravi)).toMatchObject({ addresses: ["203.0.113.8"] });
    const refused = await meera.post("broker/zerodha/attempt", { credentials: ["key", "secret"] });
    expect(refused).toMatchObject({ status: 403, json: { message: expect.stringMatching(/another user's.*ask who/) } });
    // The holder says that meera is of the family.
    await joinFamily(database().orm, meera.user.id, ravi.user.id);
    expect((await meera.connect()).json).toMatchObject({ status: "ok" });
    await place(meera);
    expect(surface.broker.from.at(-1)).toBe("10.0.0.8");
  });

  test("another client of the broker is not let in over the same address", async () => {
    const asha = await someone();
    await asha.connect();
    surface.broker.userId = "CD5678";
    expect((await asha.connect()).json).toMatchObject({
      status: "error",
      reason: expect.stringContaining("log in as AB1234"),
    });
    expect(await card(asha)).toMatchObject({ data: { id: "AB1234" } });
  });

  test("who loses the address is connected no more, and nothing leaves before the next login", async () => {
    const asha = await someone();
    await asha.connect();
    await freeHeldAddress(database().orm, "10.0.0.7", new Date());
    expect(await card(asha)).toMatchObject({ data: null });
    expect((await place(asha)).status).toBe(403);
    expect(surface.broker.from).toEqual([]);
    await (await someone()).connect();
    await asha.connect();
    await place(asha);
    expect(surface.broker.from).toEqual(["10.0.0.8"]);
  });

  test("what is kept of it is in the user's export", async () => {
    const asha = await someone();
    expect((await asha.get("users/export")).json).not.toHaveProperty("data.brokerSessions");
    await asha.connect();
    await asha.connect();
    await asha.post("orders/stop", { stopped: true });
    await joinFamily(database().orm, asha.user.id, asha.user.id);
    const { json } = await asha.get("users/export");
    const login = { broker: "zerodha", client: "AB1234", name: expect.any(String), startedAt: expect.any(String) };
    expect(json).toMatchObject({
      data: {
        orderAddress: { address: "203.0.113.7", clients: [{ broker: "zerodha", brokerUserId: "AB1234" }] },
        orderFamily: { usesOwnAddress: true },
        orderLimits: { orderValue: 10_000_000, lots: null, inPractice: false, changedAt: expect.any(String) },
        orderStops: { all: [{ thrownAt: expect.any(String), isOwn: true }], strategies: [] },
        brokerSessions: [
          { ...login, endReason: "replaced" },
          { ...login, endReason: null },
        ],
      },
    });
    expect(JSON.stringify(json)).not.toMatch(/sealed|loginSession/);
  });
});
