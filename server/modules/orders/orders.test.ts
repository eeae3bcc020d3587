/** Orders over HTTP, as a browser sends them, on a broker that does as it is told. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { BUY, CANCELLED, LIMIT, MARKET, PENDING } from "#contract/domain/orders/order.ts";
import { BrokerError } from "../../brokers/port.ts";
import { childOrder, QUOTED_CALL } from "../../testing/brokers/child-order.ts";
import { asBrowser, type ConnectedUser } from "../../testing/brokers/connected-user.ts";
import { POSITION } from "../../testing/http/sample-requests.ts";
import { openSurface, type Surface } from "../../testing/http/surface.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { newSubmission, newTag } from "./intents/intent.ts";
import { createIntentRepository } from "./intents/intent-repository.ts";

const PATIENCE_MS = 240_000;

onEachDatabase("orders", (database) => {
  let surface: Surface;
  let asha: ConnectedUser;
  let count = 0;
  /** What the market of the tests lists. */
  let item: Record<string, unknown>;
  beforeAll(async () => {
    surface = await openSurface(database());
    const [name, contract] = surface.listed();
    item = {
      symbol: name,
      securityId: String(contract.token),
      type: LIMIT,
      side: BUY,
      productType: "MARGIN",
      limitPrice: 100,
      stopPrice: 0,
      disclosedQty: 0,
      validity: "DAY",
      offlineOrder: false,
      stopLoss: 0,
      takeProfit: 0,
      qty: contract.lot,
    };
  }, PATIENCE_MS);
  afterAll(() => surface.stop());
  beforeEach(async () => {
    asha = asBrowser(surface, await surface.userOf("live", `asha${count++}@example.com`));
    expect((await asha.connect()).json).toMatchObject({ status: "ok", name: "asha", isPractice: true });
  });

  const key = (batch = 0): string => `${randomUUID()}/${batch}`;
  const place = (items: readonly object[], press = key()) =>
    asha.post("broker/zerodha/place_multi_order", { data: items, orderId: ["leg1"] }, press);
  const book = async () =>
    ((await asha.get("broker/zerodha/get_orders")).json as { orderBook: { id: string; status: number }[] }).orderBook;

  test("each of a batch is answered for itself, and stands in the book", async () => {
    const before = (await book()).length;
    const { status, json } = await place([item, { ...item, limitPrice: 100.01 }]);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      data: {
        orderId: ["leg1"],
        data: [
          { body: { s: "ok", state: "placed", ordExcDetails: { qty: item["qty"], price: null } } },
          { body: { s: "error", state: "refused", m: "Prices go in steps of 0.05" } },
        ],
      },
    });
    expect((await book()).length).toBe(before + 1);
  });

  test("a broker that says no margin leaves the figures out; what is not listed is refused, and nothing is sent", async () => {
    const before = (await book()).length;
    const ask = (items: readonly object[]) => asha.post("broker/zerodha/basket_margin", { data: items }, key());
    expect(await ask([item, { ...item, side: -1 }])).toEqual({
      status: 200,
      json: { data: { required: null, separately: null, available: null } },
    });
    expect(await ask([{ ...item, symbol: "NSE:NIFTY26112499999CE" }])).toMatchObject({ status: 400 });
    expect((await book()).length).toBe(before);
  });

  test("what was sent for a strategy is told beside the positions; the broker hears nothing of it", async () => {
    const [press = ""] = key().split("/");
    await place([{ ...item, strategy: "fly-1" }, item], `${press}/0`);
    const { json: submitted } = await asha.get("broker/zerodha/get_positions");
    expect(submitted).not.toHaveProperty("byStrategy"); // nothing has traded
    const asked = await createIntentRepository(database().orm).ofKey(asha.user.id, press);
    expect(asked.map(({ request }) => "strategy" in request && request.strategy)).toEqual(["fly-1", false]);
    expect((await place([{ ...item, strategy: "a name" }])).status).toBe(400);
  });

  test("a press that comes twice is sent once and answered twice; the same key with another body is refused", async () => {
    const press = key();
    const before = (await book()).length;
    const [one, two] = await Promise.all([place([item], press), place([item], press)]);
    expect(one).toEqual(two);
    expect(await place([item], press)).toEqual(one);
    expect((await book()).length).toBe(before + 1);
    expect(await place([{ ...item, limitPrice: 101 }], press)).toMatchObject({ status: 409 });
    expect(await place([item, item], press)).toMatchObject({ status: 409 });
    const { json } = await asha.get(`orders/submissions/${press.split("/")[0]}`);
    expect(json).toMatchObject({ data: [{ batch: 0, item: 0, kind: "place", body: { s: "ok", state: "placed" } }] });
  });

  test("a user's word goes for what nobody confirmed of his own press", async () => {
    const intents = createIntentRepository(database().orm);
    const [submission, sent] = [newSubmission(), new Date(Date.now() - 120_000)];
    const row = {
      ...{
        id: randomUUID(),
        accountId: asha.user.id,
        ownerHash: Buffer.alloc(32),
        connection: randomUUID(),
        client: "c",
      },
      ...{ broker: "zerodha", item: 0, kind: "place" as const, tag: newTag(), exchange: "NSE", refusal: undefined },
      request: { kind: "place" as const, order: childOrder({ contract: QUOTED_CALL, lot: 75 }) },
    };
    const recorded = await intents.record(submission, [row], sent);
    const [intent] = recorded.kind === "fresh" ? recorded.intents : [];
    expect(intent && (await intents.claim(intent, sent))).toBe(true);
    await intents.settle(row.id, { state: "unknown", message: "", now: sent, checkAt: null });
    const path = `orders/submissions/${submission.key}`;
    const data = [{ batch: 0, item: 0 }];
    const ravi = asBrowser(surface, await surface.userOf("live", `ravi${count++}@example.com`));
    expect(await ravi.post(path, { data })).toEqual({ status: 200, json: { data: [] } });
    expect(await asha.post(path, { data: [] })).toMatchObject({ status: 400 });
    const others = [
      { batch: 0, item: 1 },
      { batch: 1, item: 0 },
    ];
    expect(await asha.post(path, { data: others })).toMatchObject({
      json: { data: [{ batch: 0, item: 0, body: { state: "unknown" } }] },
    });
    const gone = { json: { data: [{ batch: 0, item: 0, kind: "place", body: { s: "error", state: "absent" } }] } };
    expect(await asha.post(path, { data })).toMatchObject(gone);
  });

  test.each<[string, object, string]>([
    ["half a lot", { qty: 1 }, "The quantity is not in lots of"],
    ["more than one order takes", { qty: 75_000_00 }, "One order takes at most"],
    ["no price", { limitPrice: 0 }, "The limit price is missing"],
    ["a price that a market order has none of", { type: MARKET }, "This order takes no limit price"],
    ["a type that the broker does not take", { type: 3, limitPrice: 0, stopPrice: 1 }, "no orders of this type"],
  ])("%s is refused before the broker hears of it", async (_, fields, words) => {
    const before = (await book()).length;
    const { json } = await place([{ ...item, ...fields }]);
    const { body } =
      (json as { data: { data: { body: { s: string; m: string } }[] } }).data.data[0] ?? expect.unreachable();
    expect(body).toMatchObject({ s: "error", state: "refused" });
    expect(body.m).toContain(words);
    expect((await book()).length).toBe(before);
  });

  test("what is not listed is a wrong request", async () => {
    expect(await place([{ ...item, symbol: "NSE:NOTHING26072824600CE" }])).toMatchObject({ status: 400 });
    expect(await place([item], "no key")).toMatchObject({ status: 400 });
  });

  test("a cancellation is done when the book shows it, and cannot be done twice", async () => {
    await place([item]);
    const order = (await book()).findLast(({ status }) => status === PENDING) ?? expect.unreachable();
    const cancel = () => asha.post("broker/zerodha/cancel_order", { data: { id: order.id }, editOrder: order }, key());
    expect((await cancel()).json).toMatchObject({ s: "ok" });
    expect((await book()).find(({ id }) => id === order.id)).toMatchObject({ status: CANCELLED, remainingQuantity: 0 });
    expect((await cancel()).json).toMatchObject({ s: "error", m: "The order is cancelled already" });
  });

  test("an order is changed as it stands at the broker", async () => {
    await place([item]);
    const order = (await book()).findLast(({ status }) => status === PENDING) ?? expect.unreachable();
    const data = { id: order.id, qty: item["qty"], type: LIMIT, side: BUY, stopPrice: 0, discloseQty: 0 };
    const change = (limitPrice: number) =>
      asha.post(
        "broker/zerodha/modify_order",
        { data: { ...data, limitPrice, offlineOrder: false }, editOrder: order },
        key(),
      );
    expect((await change(99.5)).json).toMatchObject({ s: "ok" });
    expect((await book()).find(({ id }) => id === order.id)).toMatchObject({ limitPrice: 99.5 });
    expect((await change(99.51)).json).toMatchObject({ s: "error", m: "Prices go in steps of 0.05" });
    // What was refused here does not count: the broker has not heard of it.
    for (const price of [99.55, 99.6]) expect((await change(price)).json).toMatchObject({ s: "ok" });
    expect((await change(99.65)).json).toMatchObject({
      s: "error",
      state: "refused",
      m: "The broker takes 3 changes of an order at most: cancel it and place another",
    });
    expect((await book()).find(({ id }) => id === order.id)).toMatchObject({ limitPrice: 99.6 });
  });

  test("the kill switch holds new orders, cancels what is pending, and lets exits and cancellations go", async () => {
    await place([item]);
    const { json } = await asha.post("orders/stop", { stopped: true });
    expect(json).toMatchObject({ status: "success" });
    expect((json as { cancelled: number }).cancelled).toBeGreaterThan(0);
    expect((await place([item])).json).toMatchObject({ data: { data: [{ body: { s: "error", state: "refused" } }] } });
    expect((await asha.get("orders/guards")).json).toMatchObject({ stopped: "own" });
    await asha.post("orders/stop", { stopped: false });
    expect((await place([item])).json).toMatchObject({ data: { data: [{ body: { s: "ok" } }] } });
    const admin = asBrowser(surface, await surface.userOf("admin", `admin${count}@example.com`));
    expect((await asha.post("orders/stop-all", { stopped: true })).status).toBe(403);
    const pending = (await book()).filter(({ status }) => status === PENDING).length;
    expect(pending).toBeGreaterThan(0);
    await admin.post("orders/stop-all", { stopped: true });
    expect((await place([item])).json).toMatchObject({
      data: {
        data: [{ body: { state: "refused", isOurs: true, m: expect.stringContaining("stopped on this server") } }],
      },
    });
    await expect.poll(async () => (await book()).filter(({ status }) => status === PENDING).length).toBe(0);
    await admin.post("orders/stop-all", { stopped: false });
  });

  test("a strategy's switch holds its new orders alone, cancels its pending ones, and survives a restart", async () => {
    const of = (strategy: string) => ({ ...item, strategy });
    await place([of("fly-1"), of("fly-2"), item]);
    const stop = async (stopped: boolean) =>
      (await asha.post("orders/stop-strategy", { strategy: "fly-1", stopped })).json;
    expect(await stop(true)).toMatchObject({ status: "success", cancelled: 1 });
    const restarted = await openSurface(database());
    try {
      const again = asBrowser(restarted, asha.user);
      expect((await again.get("orders/guards")).json).toMatchObject({ strategies: ["fly-1"], stopped: null });
      const data = [of("fly-1"), of("fly-2"), item];
      const { json } = await again.post("broker/zerodha/place_multi_order", { data }, key());
      const refused = {
        s: "error",
        state: "refused",
        isOurs: true,
        m: expect.stringContaining("stopped this strategy"),
      };
      expect(json).toMatchObject({
        data: { data: [{ body: refused }, { body: { s: "ok" } }, { body: { s: "ok" } }] },
      });
      expect(restarted.broker.sent.size).toBe(2);
    } finally {
      await restarted.stop();
    }
    const other = asBrowser(surface, await surface.userOf("live", `other${count++}@example.com`));
    expect((await other.get("orders/guards")).json).toMatchObject({ strategies: [] });
    await stop(false);
    expect((await place([of("fly-1")])).json).toMatchObject({ data: { data: [{ body: { s: "ok" } }] } });
  });

  test("an order that waits for its turn is not sent when its strategy is stopped meanwhile", async () => {
    const intents = createIntentRepository(database().orm);
    await place([{ ...item, strategy: "fly-1" }]);
    const sent = await database().pool.query<{ id: string }>(
      "select id from order_intent where account_id = $1 and kind = 'place'",
      [asha.user.id],
    );
    const [intent] = await intents.byIds(sent.rows.map(({ id }) => id));
    if (intent === undefined) return expect.unreachable();
    await database().pool.query("update order_intent set state = 'new', sent_at = null where id = $1", [intent.id]);
    await asha.post("orders/stop-strategy", { strategy: "fly-1", stopped: true });
    expect(await intents.claim(intent, new Date())).toBe(false);
    await asha.post("orders/stop-strategy", { strategy: "fly-1", stopped: false });
    expect(await intents.claim(intent, new Date())).toBe(true);
  });

  test("the kill switch and limits hold after a restart, on the connection that was", async () => {
    await place([item]);
    await asha.post("orders/guards", limits);
    await asha.post("orders/stop", { stopped: true });
    const restarted = await openSurface(database());
    try {
      const again = asBrowser(restarted, asha.user);
      const placed = () => again.post("broker/zerodha/place_multi_order", { data: [item] }, key());
      const words = expect.stringContaining("You have stopped trading");
      expect((await again.get("orders/guards")).json).toMatchObject({ data: limits, stopped: "own" });
      expect((await placed()).json).toMatchObject({ data: { data: [{ body: { state: "refused", m: words } }] } });
      expect(restarted.broker.sent.size).toBe(0);
      await again.post("orders/stop", { stopped: false });
      expect((await placed()).json).toMatchObject({ data: { data: [{ body: { s: "ok" } }] } });
    } finally {
      await restarted.stop();
    }
  });

  test("the broker's contracts are read as one connects and as a page opens, before an order waits for them", async () => {
    const before = surface.broker.prepared;
    await asha.connect();
    expect(surface.broker.prepared).toBe(before + 1);
    await asha.get("users/broker");
    expect(surface.broker.prepared).toBe(before + 2);
  });

  test("a page about brokers says from where orders come, and which was refused for that", async () => {
    const session = async () => (await asha.get("users/broker")).json;
    expect(await session()).toMatchObject({ addresses: ["203.0.113.7"], data: { addressRefusal: null } });
    surface.broker.refusal = "Insufficient funds";
    await place([item]);
    expect(await session()).toMatchObject({ data: { addressRefusal: null } });
    surface.broker.refusal = "IP 203.0.113.7 is not registered";
    await place([item]);
    surface.broker.refusal = undefined;
    const refusal = { at: expect.any(Number), message: "IP 203.0.113.7 is not registered" };
    expect(await session()).toMatchObject({ data: { addressRefusal: refusal } });
  });

  const limits = { orderValue: null, lots: 1, ordersPerDay: null, lossPerDay: null, inPractice: true };
  const twoLots = () => ({ ...item, qty: 2 * Number(item["qty"]) });
  const tooLarge = { s: "error", state: "refused", isOurs: true, m: "Your limit is 1 lot an order" };

  test("limits are lowered at once, and hold in practice for those who want it", async () => {
    expect((await asha.get("orders/guards")).json).toMatchObject({ stopped: null, isNeeded: false });
    expect((await asha.post("orders/guards", limits)).json).toMatchObject({ status: "success" });
    expect((await asha.get("orders/guards")).json).toMatchObject({ data: limits, stopped: null });
    expect((await place([twoLots()])).json).toMatchObject({ data: { data: [{ body: tooLarge }] } });
    await asha.post("orders/guards", { ...limits, inPractice: false });
    expect((await place([twoLots()])).json).toMatchObject({ data: { data: [{ body: { s: "ok" } }] } });
  });

  test("an order that is made larger is held to switch and limits as a new one is", async () => {
    await place([{ ...item, strategy: "fly-1" }]);
    const order = (await book()).findLast(({ status }) => status === PENDING) ?? expect.unreachable();
    const terms = { id: order.id, type: LIMIT, side: BUY, limitPrice: 99, stopPrice: 0, discloseQty: 0 };
    const change = (qty: number) =>
      asha.post(
        "broker/zerodha/modify_order",
        { data: { ...terms, qty, offlineOrder: false }, editOrder: order },
        key(),
      );
    await asha.post("orders/guards", limits);
    expect((await change(2 * Number(item["qty"]))).json).toMatchObject(tooLarge);
    // As when the broker was away while it was to be cancelled.
    await database().pool.query("insert into order_strategy_stop values ($1, 'fly-1', now())", [asha.user.id]);
    const words = expect.stringContaining("stopped this strategy");
    expect((await change(2 * Number(item["qty"]))).json).toMatchObject({ s: "error", m: words });
    expect((await change(Number(item["qty"]))).json).toMatchObject({ s: "ok" });
  });

  test("an exit or a change whose book cannot be read is refused: nothing was sent, and nobody is left in doubt", async () => {
    await place([item]);
    const order = (await book()).findLast(({ status }) => status === PENDING) ?? expect.unreachable();
    const away = vi
      .spyOn(surface.broker, "orders")
      .mockRejectedValue(new BrokerError("away", "Zerodha gave no usable answer"));
    const change = { id: order.id, qty: item["qty"], type: LIMIT, side: BUY, limitPrice: 99, stopPrice: 0 };
    const refused = { status: 409, json: { message: "Nothing was sent: Zerodha gave no usable answer" } };
    const data = { ...change, discloseQty: 0, offlineOrder: false };
    expect(await asha.post("broker/zerodha/modify_order", { data, editOrder: order }, key())).toMatchObject(refused);
    expect(await asha.post("broker/zerodha/exit_position", { data: POSITION }, key())).toMatchObject(refused);
    // What only reads is away, as it was.
    expect(await asha.get("broker/zerodha/get_orders")).toMatchObject({ status: 503 });
    away.mockRestore();
    await asha.post("orders/guards", { ...limits, lots: null, lossPerDay: 1000 });
    const unread = vi.spyOn(surface.broker, "positions").mockRejectedValue(new BrokerError("away", "Away"));
    expect(await place([item])).toMatchObject({ status: 409, json: { message: "Nothing was sent: Away" } });
    unread.mockRestore();
  });

  test("logging out of the broker ends its session and forgets what it issued", async () => {
    expect((await asha.get("users/broker")).json).toMatchObject({ data: { broker: "zerodha", isPractice: true } });
    expect((await asha.get("users/broker-logout")).json).toMatchObject({ message: "Logged out of your broker" });
    expect((await asha.get("users/broker")).json).toMatchObject({ data: null });
    expect(await asha.get("broker/zerodha/get_orders")).toMatchObject({ status: 403 });
    const { rows } = await database().pool.query(
      "select sealed, end_reason from broker_session where account_id = $1",
      [asha.user.id],
    );
    expect(rows).toEqual([{ sealed: null, end_reason: "logout" }]);
  });

  test("a login that was not begun in this browser connects nothing", async () => {
    await asha.get("users/broker-logout");
    const { json } = await asha.post("broker/zerodha", { authToken: "code" });
    expect(json).toMatchObject({ status: "error", reason: expect.stringContaining("not begun in this browser") });
    expect((await asha.get("users/broker")).json).toMatchObject({ data: null });
  });

  test("the end of the login ends the connection, and what was asked stays after the account is gone", async () => {
    await place([item]);
    const { pool } = database();
    await pool.query("update session set ended_at = now(), end_reason = 'logout' where account_id = $1", [
      asha.user.id,
    ]);
    await pool.query("delete from account where id = $1", [asha.user.id]);
    const { rows } = await pool.query<{ owner: number }>(
      "select octet_length(owner_hash) as owner from order_intent where account_id is null",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ owner }) => owner === 32)).toBe(true);
  });
});
