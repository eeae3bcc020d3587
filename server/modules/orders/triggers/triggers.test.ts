/** Orders that rest at the broker, over HTTP, as a browser sends them, on a broker that does as it is told. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { BUY, type Position, SELL } from "#contract/domain/orders/order.ts";
import type { GttBody, TabReply } from "#contract/wire/http/order-bodies.ts";
import { BrokerError } from "../../../brokers/port.ts";
import { asBrowser, type ConnectedUser } from "../../../testing/brokers/connected-user.ts";
import { openSurface, type Surface } from "../../../testing/http/surface.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import { createIntentRepository } from "../intents/intent-repository.ts";

const PATIENCE_MS = 240_000;

onEachDatabase("orders that wait for a price", (database) => {
  let surface: Surface;
  let asha: ConnectedUser;
  let count = 0;
  let lot = 0;
  let symbol = "";
  /** Rupees. */
  const ltp = 100;
  /** Of the account alone: the broker of the tests has one list for all. */
  let before: ReadonlySet<string>;

  beforeAll(async () => {
    surface = await openSurface(database());
    const [name, { lot: units, room, row }] = surface.listed();
    [symbol, lot] = [name, units];
    room.day.live.columns[LTP][row] = ltp * room.day.priceScale;
  }, PATIENCE_MS);
  afterAll(() => surface.stop());
  beforeEach(async () => {
    asha = asBrowser(surface, await surface.userOf("live", `gtt${count++}@example.com`));
    await asha.connect();
    before = new Set((await list()).map(({ id }) => id));
  });

  const key = (): string => `${randomUUID()}/0`;
  const at = (share: number): number => Number((Math.round((ltp * share) / 0.05) * 0.05).toFixed(2));
  const leg = (share: number) => ({ trigger: at(share), limit: at(share) });
  const oco = (fields: object = {}): Record<string, unknown> => ({
    ...{ symbol, side: SELL, productType: "MARGIN", qty: lot, legs: [leg(0.8), leg(1.2)], ...fields },
  });
  const place = async (fields: object = {}, press = key()) =>
    asha.post("broker/zerodha/place_gtt", { data: oco(fields) }, press);
  async function list(): Promise<readonly GttBody[]> {
    return ((await asha.get("broker/zerodha/get_gtt")).json as TabReply).gtts ?? [];
  }
  const own = async () => (await list()).filter(({ id }) => !before.has(id));
  const placed = async (): Promise<GttBody> => {
    expect((await place()).json).toMatchObject({ s: "ok", state: "placed" });
    return (await own())[0] ?? expect.unreachable();
  };
  const change = (gtt: GttBody, fields: object, press = key()) =>
    asha.post("broker/zerodha/modify_gtt", { data: { id: gtt.id, qty: gtt.qty, legs: gtt.legs, ...fields } }, press);
  const remove = (gtt: GttBody) => asha.post("broker/zerodha/delete_gtt", { data: { id: gtt.id }, gtt }, key());

  test("one is placed, stands in the tab as the market lists it, is changed and deleted", async () => {
    const gtt = await placed();
    expect(gtt).toMatchObject({
      ...oco({ symbol: expect.any(String) }),
      status: "active",
      lotSize: lot,
      lastPrice: ltp,
    });
    expect(gtt.contract?.underlying).toBe(gtt.ex_sym);
    expect((await change(gtt, { legs: [leg(0.7), leg(1.3)] })).json).toMatchObject({ s: "ok" });
    expect((await own())[0]).toMatchObject({ legs: [leg(0.7), leg(1.3)] });
    expect((await change(gtt, { legs: [leg(0.7)] })).json).toMatchObject({ s: "error", isOurs: true });
    expect((await remove(gtt)).json).toMatchObject({ s: "ok" });
    expect((await own())[0]).toMatchObject({ status: "deleted" });
    expect((await remove(gtt)).json).toMatchObject({ s: "error", m: "The GTT is deleted already" });
    expect((await change(gtt, {})).json).toMatchObject({ s: "error", m: "The GTT is deleted already" });
  });

  test("a press that comes twice is sent once and answered twice; the same key with another body is refused", async () => {
    const press = key();
    const [one, two] = await Promise.all([place({}, press), place({}, press)]);
    expect(one).toEqual(two);
    expect(await place({}, press)).toEqual(one);
    expect(await own()).toHaveLength(1);
    expect(await place({ qty: 2 * lot }, press)).toMatchObject({ status: 409 });
    const { json } = await asha.get(`orders/submissions/${press.split("/")[0]}`);
    expect(json).toMatchObject({ data: [{ kind: "gtt-place", body: { s: "ok", state: "placed" } }] });
  });

  test("beside one that looks alike and is not confirmed, another does not start", async () => {
    const intents = createIntentRepository(database().orm);
    const presses = [key(), key(), key()];
    const fields = [{}, {}, { legs: [leg(0.75), leg(1.2)] }];
    for (const [i, press] of presses.entries()) await place(fields[i], press);
    const asked = await Promise.all(presses.map((press) => intents.ofKey(asha.user.id, press.slice(0, -2))));
    const [first = expect.unreachable(), alike = expect.unreachable(), other = expect.unreachable()] = asked.flat();
    expect(await intents.twinsOf(alike, "start")).toEqual([]);
    const { pool } = database();
    await pool.query("update order_intent set state = 'unknown', check_at = now() + interval '1 hour' where id = $1", [
      first.id,
    ]);
    expect(await intents.twinsOf(alike, "start")).toMatchObject([{ id: first.id }]);
    expect(await intents.twinsOf(other, "start")).toEqual([]);
    await pool.query("update order_intent set state = 'new', sent_at = null where id = $1", [alike.id]);
    expect(await intents.claim(alike, new Date(), true)).toBe(false);
  });

  test.each<[string, () => object, string]>([
    ["part of a lot", () => ({ qty: lot + 1 }), "Qty should be a multiple of the lot size"],
    ["more than one order takes", () => ({ qty: lot * 10_000 }), "One order takes at most"],
    ["a trigger too near", () => ({ legs: [leg(1.001)] }), "Trigger should be at least 0.25 % away"],
    ["a stop above the last price", () => ({ legs: [leg(1.1), leg(1.2)] }), "Stop should be below the last price"],
    ["a product that the broker does not keep", () => ({ productType: "INTRADAY" }), "keeps no intraday orders"],
  ])("%s is refused before the broker hears of it", async (_, fields, words) => {
    expect((await place(fields())).json).toMatchObject({
      ...{ s: "error", state: "refused", isOurs: true, m: expect.stringContaining(words) },
    });
    expect(await own()).toEqual([]);
  });

  test("what is not listed, and triggers in the wrong order, are a wrong request", async () => {
    expect(await place({ symbol: "NSE:NOTHING26072824600CE" })).toMatchObject({ status: 400 });
    expect(await place({ legs: [leg(1.2), leg(0.8)] })).toMatchObject({ status: 400 });
    expect(await place({ legs: [] })).toMatchObject({ status: 400 });
  });

  test("the kill switch holds a new one and one that asks for more; less, and deletion, always go", async () => {
    const gtt = await placed();
    expect((await change(gtt, { qty: 2 * lot })).json).toMatchObject({ s: "ok" });
    await asha.post("orders/stop", { stopped: true });
    const stopped = { s: "error", state: "refused", m: expect.stringContaining("You have stopped trading") };
    expect((await place()).json).toMatchObject(stopped);
    expect((await change(gtt, { qty: 3 * lot })).json).toMatchObject(stopped);
    expect((await change(gtt, { qty: lot, legs: [leg(0.7), leg(1.2)] })).json).toMatchObject({ s: "ok" });
    expect((await remove(gtt)).json).toMatchObject({ s: "ok" });
    await asha.post("orders/stop", { stopped: false });
  });

  test("the user's limits hold each leg as an order", async () => {
    const guards = { lots: 1, orderValue: null, ordersPerDay: null, lossPerDay: null, inPractice: true };
    await asha.post("orders/guards", guards);
    expect((await place({ qty: 2 * lot })).json).toMatchObject({ s: "error", m: "Your limit is 1 lot an order" });
    const gtt = await placed();
    expect((await change(gtt, { qty: 2 * lot })).json).toMatchObject({ m: "Your limit is 1 lot an order" });
    await asha.post("orders/guards", { ...guards, lots: null, orderValue: Math.ceil(ltp * lot) });
    expect((await place()).json).toMatchObject({ s: "error", m: expect.stringMatching(/^Your limit is ₹/) });
  });

  test("one counts as an order of the day, and limits of the day hold back what could open a position", async () => {
    const none = { orderValue: null, lots: null, ordersPerDay: null, lossPerDay: null, inPractice: true };
    const { contract, productType } = await placed();
    const closed = { buyQty: 9, buyAvg: 200, sellQty: 9, sellAvg: 100 };
    const money = { ...closed, realized_profit: 0, multiplier: 1, ltp: 0, avgPrice: ltp };
    const held = (netQty: number) => ({ contract, productType, netQty, ...money });
    const resting = async (side: number) =>
      (await list()).reduce((sum, gtt) => sum + (gtt.status === "active" && gtt.side === side ? gtt.qty : 0), 0);
    let positions: readonly object[] = [];
    vi.spyOn(surface.broker, "positions").mockImplementation(async () => positions as readonly Position[]);
    await asha.post("orders/guards", { ...none, ordersPerDay: 2 });
    expect((await place({ legs: [leg(0.75)] })).json).toMatchObject({ s: "ok" });
    const many = { s: "error", m: "Your limit is 2 orders a day", isOurs: true };
    expect((await place({ legs: [leg(0.7)] })).json).toMatchObject(many);
    // What rests already guards all of the position: this one would go beyond it.
    const guarded = await resting(SELL);
    positions = [held(guarded)];
    expect((await place({ legs: [leg(0.7)] })).json).toMatchObject(many);
    positions = [held(guarded + 2 * lot)];
    expect((await place({ legs: [leg(0.7)] })).json).toMatchObject({ s: "ok" });
    await asha.post("orders/guards", { ...none, lossPerDay: 1000 });
    expect((await place({ legs: [leg(0.65)] })).json).toMatchObject({ s: "ok" });
    await asha.post("orders/guards", { ...none, lossPerDay: 900 });
    const lost = { s: "error", m: expect.stringContaining("Your limit is a loss of ₹900 a day") };
    expect((await place({ legs: [leg(0.6)] })).json).toMatchObject(lost);
    expect((await place({ side: BUY, legs: [leg(0.6)] })).json).toMatchObject(lost);
    positions = [held(-(await resting(BUY)) - lot)];
    expect((await place({ side: BUY, legs: [leg(0.6)] })).json).toMatchObject({ s: "ok" });
    vi.restoreAllMocks();
  });

  test("an exit takes the chosen one along, once: the same press again is answered, and deletes nothing", async () => {
    const { contract, productType, symbol: name, ...gtt } = await placed();
    const money = {
      avgPrice: ltp,
      ltp,
      buyQty: lot,
      buyAvg: ltp,
      sellQty: 0,
      sellAvg: 0,
      netAvg: ltp,
      realized_profit: 0,
    };
    const shown = { id: "p", symbol: name, productType, side: BUY, segment: 11, netQty: lot, multiplier: 1, ...money };
    const sold = surface.broker.book.length;
    vi.spyOn(surface.broker, "positions").mockImplementation(async () => {
      const netQty = surface.broker.book.length > sold ? 0 : lot;
      return [{ ...shown, contract, netQty } as Position];
    });
    const deleted = vi.spyOn(surface.broker.gtt, "delete");
    const data = { ...shown, ex_sym: "", securityId: "", lotSize: lot };
    const press = key();
    const exit = () => asha.post("broker/zerodha/exit_position", { data, gtts: [gtt.id] }, press);
    const first = await exit();
    expect(first.json).toMatchObject({ s: "ok", data: [{ body: { s: "ok" } }, { symbol: name, body: { s: "ok" } }] });
    expect((await own())[0]).toMatchObject({ id: gtt.id, status: "deleted" });
    const again = (await exit()).json as { readonly data: readonly { readonly body: object }[] };
    expect(again.data.map(({ body }) => body)).toMatchObject([{ s: "ok" }, { s: "ok" }]);
    expect(surface.broker.book.length).toBe(sold + 1);
    expect(deleted).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  test("one is deleted though the broker's list cannot be read, and not changed", async () => {
    const gtt = await placed();
    const list = vi.spyOn(surface.broker.gtt, "list").mockRejectedValue(new BrokerError("away", "The broker is away"));
    const message = "Nothing was sent: The broker is away";
    expect(await change(gtt, {})).toMatchObject({ status: 409, json: { message } });
    expect((await remove(gtt)).json).toMatchObject({ s: "ok" });
    list.mockRestore();
    expect((await own())[0]).toMatchObject({ status: "deleted" });
  });

  test("of what the broker's own pages made with legs that differ, nothing is changed here", async () => {
    const gtt = await placed();
    const kept = surface.broker.gtts.find((one) => one.gtt.id === gtt.id) ?? expect.unreachable();
    kept.gtt = { ...kept.gtt, isChangeable: false };
    expect((await change(gtt, {})).json).toMatchObject({ s: "error", m: "This GTT can be changed at the broker only" });
  });
});
