/** Drafts over HTTP: what an alert may post, what it is told, and that nothing is sent before a user does it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListedContract } from "../../../market/instruments/day-index.ts";
import { asBrowser, type ConnectedUser } from "../../../testing/brokers/connected-user.ts";
import { openSurface, type Surface } from "../../../testing/http/surface.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import { createDraftRepository, MOST_DRAFTS } from "./draft-repository.ts";
import { readHookBody } from "./hook-body.ts";

describe("the body of an alert", () => {
  const read = (body: unknown) => readHookBody(JSON.stringify(body));
  const LEG = { symbol: "NIFTY", expiry: "2026-11-24", strike: 24_600, type: "CE", side: "BUY", lots: 2 };

  test("one order, as a charting site writes it", () => {
    const written = {
      ...LEG,
      symbol: "nse:nifty1!",
      type: "ce",
      side: "sell",
      strike: "24600",
      lots: "2",
      price: "101.5",
    };
    expect(read({ ...written, product: "intraday", note: "Breakout" })).toEqual({
      note: "Breakout",
      legs: [
        {
          ...{ symbol: "NIFTY", expiry: "2026-11-24", strike: 24_600, type: "CE", side: "S", size: { lots: 2 } },
          ...{ product: "Intraday", price: 101.5, place: "" },
        },
      ],
    });
    expect(read({ underlying: "TCS", expiry: "Nearest", type: "FUT", side: "B", quantity: 175 }).legs).toMatchObject([
      { symbol: "TCS", expiry: undefined, strike: 0, size: { units: 175 }, product: "Margin", price: null },
    ]);
  });

  test("legs share what stands beside them", () => {
    const legs = [
      { type: "CE", side: "SELL" },
      { type: "PE", side: "SELL", strike: 24_000, lots: 1 },
    ];
    expect(read({ symbol: "NIFTY", expiry: "nearest", strike: 24_600, lots: 2, legs }).legs).toMatchObject([
      { type: "CE", strike: 24_600, size: { lots: 2 }, place: "legs.0: " },
      { type: "PE", strike: 24_000, size: { lots: 1 }, place: "legs.1: " },
    ]);
  });

  test.each<[unknown, string]>([
    [{ ...LEG, side: undefined }, "side (BUY or SELL) is missing"],
    [{ ...LEG, side: "hold" }, "side: must be BUY or SELL"],
    [{ ...LEG, lots: undefined }, "lots or quantity is missing"],
    [{ ...LEG, quantity: 65 }, "lots and quantity: give one of them"],
    [{ ...LEG, lots: 1.5 }, "lots: must be a whole number of lots"],
    [{ ...LEG, lots: -1 }, "lots: must be a whole number of lots"],
    [{ ...LEG, strike: undefined }, "strike is missing"],
    [{ ...LEG, strike: "{{close}}" }, "strike: must be a number of rupees"],
    [{ ...LEG, expiry: "24-Nov" }, 'expiry: must be a day such as 2026-11-24, or "nearest"'],
    [{ ...LEG, type: "CALL" }, "type: must be CE, PE or FUT"],
    [{ ...LEG, qty: 65 }, 'Unrecognized key: "qty"'],
    [{ symbol: "NIFTY", legs: [] }, "legs: is empty"],
    [{ legs: Array.from({ length: 11 }, () => LEG) }, "legs: has more than 10"],
    [{ symbol: "NIFTY", legs: [{ ...LEG, lots: undefined }] }, "legs.0: lots or quantity is missing"],
    [[LEG], "Invalid input: expected object, received array"],
  ])("%j is refused in words", (body, words) => {
    expect(() => read(body)).toThrow(words);
  });

  test("what is no JSON is told an example, and what is nested deeply nothing more", () => {
    expect(() => readHookBody("NIFTY crossed 24600")).toThrow(/^The body is no JSON, such as \{"symbol": "NIFTY"/);
    expect(() => readHookBody(`${"[".repeat(100)}${"]".repeat(100)}`)).toThrow("nested too deeply");
  });
});

onEachDatabase("drafts", (database) => {
  let surface: Surface;
  let asha: ConnectedUser;
  let listed: ListedContract;
  let count = 0;
  beforeAll(async () => {
    surface = await openSurface(database());
    [, listed] = surface.listed();
  }, 240_000);
  afterAll(() => surface.stop());
  beforeEach(async () => {
    asha = asBrowser(surface, await surface.userOf("live", `drafter${count++}@example.com`));
  });

  const made = async (user = asha) =>
    ((await user.post("orders/hooks", { name: "Alerts" })).json as { data: { id: string; url: string } }).data;
  const pathOf = (url: string) => new URL(url).pathname;
  /** As a charting site posts: no cookie, plain text. */
  const alert = async (url: string, body: unknown) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const headers = { "content-type": "text/plain; charset=utf-8" };
    const reply = await surface.app.fetch(pathOf(url), { method: "POST", headers, body: text });
    return { status: reply.status, json: (await reply.json()) as { message: string } };
  };
  const order = () => {
    const { underlying, expiry, strike, type } = listed.key;
    return { symbol: underlying, expiry, type, ...(type === "FUT" ? {} : { strike }), side: "buy", lots: "2" };
  };
  type Listed = { data: { hooks: Record<string, unknown>[]; drafts: { id: string }[] } };
  const list = async (user = asha) => ((await user.get("orders/drafts")).json as Listed).data;
  const remove = async (path: string, user = asha) => {
    const headers = { "sec-fetch-site": "same-origin", cookie: user.user.cookie };
    return (await surface.app.fetch(`/api/v1/${path}`, { method: "DELETE", headers })).status;
  };

  test("an alert makes a draft that its user alone sees, and the broker hears nothing of", async () => {
    await asha.connect();
    const before = surface.broker.book.length;
    const { url } = await made();
    expect(url).toMatch(/^http:\/\/[^/]+\/api\/v1\/hooks\/[\w-]{43}$/);
    expect(await alert(url, { ...order(), price: 101, note: "Breakout" })).toEqual({
      status: 200,
      json: { status: "success", message: "A draft of 1 leg waits until it is opened and sent" },
    });
    const { exchange, underlying: symbol, expiry, strike, type } = listed.key;
    expect(await list()).toEqual({
      hooks: [{ id: expect.any(String), name: "Alerts", madeAt: expect.any(Number), usedAt: expect.any(Number) }],
      drafts: [
        {
          ...{ id: expect.any(String), hook: "Alerts", note: "Breakout", at: expect.any(Number), openedAt: null },
          legs: [
            { exchange, symbol, expiry, strike, type, side: "B", qty: 2 * listed.lot, product: "Margin", price: 101 },
          ],
        },
      ],
    });
    const other = asBrowser(surface, await surface.userOf("live", `other${count}@example.com`));
    expect(await list(other)).toEqual({ hooks: [], drafts: [] });
    expect(surface.broker.book.length).toBe(before);
    const { rows } = await database().pool.query(
      "select count(*)::int as count from order_intent where account_id = $1",
      [asha.user.id],
    );
    expect(rows).toEqual([{ count: 0 }]);
    const told = await database().pool.query("select event from news where account_id = $1", [asha.user.id]);
    expect(told.rows.map(({ event }: { event: { type: string } }) => event.type)).toContain("draft");
  });

  test("the secret is kept as a hash alone, and in no export", async () => {
    const { url } = await made();
    await alert(url, order());
    const token = url.split("/").at(-1) ?? expect.unreachable();
    const { rows } = await database().pool.query("select row_to_json(order_hook)::text as text from order_hook");
    expect(JSON.stringify(rows)).not.toContain(token);
    const { json } = await asha.get("users/export");
    expect(json).toMatchObject({
      data: { orderDrafts: { hooks: [{ name: "Alerts" }], drafts: [{ hook: "Alerts" }] } },
    });
    expect(JSON.stringify(json)).not.toMatch(/tokenHash|token_hash/);
    await database().pool.query("delete from account where id = $1", [asha.user.id]);
    expect((await alert(url, order())).status).toBe(404);
  });

  test("a draft that is opened says so and stays until it is dismissed; nobody else opens or dismisses it", async () => {
    const { url } = await made();
    await alert(url, order());
    const [{ id }] = (await list()).drafts as [{ id: string }];
    const other = asBrowser(surface, await surface.userOf("live", `other${count}@example.com`));
    expect(await other.post(`orders/drafts/${id}`, {})).toMatchObject({ status: 404 });
    expect(await remove(`orders/drafts/${id}`, other)).toBe(404);
    expect(await asha.post(`orders/drafts/${id}`, {})).toMatchObject({ status: 200 });
    expect(await list()).toMatchObject({ drafts: [{ id, openedAt: expect.any(Number) }] });
    expect(await remove(`orders/drafts/${id}`)).toBe(200);
    expect(await list()).toMatchObject({ drafts: [] });
    expect(await remove("orders/drafts/no-id")).toBe(404);
  });

  test("what today does not list is refused with the closest that it does", async () => {
    const { url } = await made();
    const told = async (fields: object) => alert(url, { ...order(), ...fields });
    expect(await told({ symbol: "NIFTYY" })).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^NIFTYY has no (CE|PE|FUT) that is listed today$/) },
    });
    const { underlying, expiry, strike, type } = listed.key;
    const far = "2031-01-01";
    expect((await told({ expiry: far })).json.message).toMatch(
      new RegExp(`^expiry: ${underlying} has no ${type} of ${far} today; the closest is \\d{4}-`),
    );
    expect((await told({ strike: strike + 0.5 })).json.message).toBe(
      `strike: ${underlying} ${expiry} has no ${type} of ${strike + 0.5} today; the closest is ${strike}`,
    );
    expect((await told({ lots: undefined, quantity: listed.lot + 1 })).json.message).toBe(
      `quantity: ${listed.lot + 1} is not in lots of ${listed.lot}`,
    );
    const legs = [{}, { strike: strike + 0.5 }];
    expect((await alert(url, { ...order(), legs })).json.message).toMatch(/^legs\.1: strike: /);
    expect((await told({ expiry: "nearest" })).status).toBe(200);
    expect((await list()).drafts).toHaveLength(1);
  });

  test("a body that is too large, an address that is revoked, and more than a minute's drafts are refused", async () => {
    const { id, url } = await made();
    expect((await alert(url, { ...order(), note: "x".repeat(9000) })).status).toBe(413);
    for (let post = 0; post < 30; post++) await alert(url, {});
    expect(await alert(url, order())).toMatchObject({ status: 429, json: { message: "Too many drafts a minute" } });
    expect(await remove(`orders/hooks/${id}`)).toBe(200);
    expect(await alert(url, order())).toMatchObject({ status: 404 });
    expect((await list()).drafts).toEqual([]);
  });

  test("an account has five addresses at most", async () => {
    for (let hook = 0; hook < 5; hook++) await made();
    expect(await asha.post("orders/hooks", { name: "One more" })).toMatchObject({ status: 409 });
  });

  test("fifty drafts wait at most, and none for longer than its day", async () => {
    const drafts = createDraftRepository(database().orm);
    const now = new Date();
    const endsAt = new Date(now.getTime() + 1000);
    const legs = [] as const;
    const add = (at: Date) =>
      drafts.add({ id: crypto.randomUUID(), accountId: asha.user.id, hook: "Alerts", note: "", legs, endsAt }, at);
    for (let draft = 0; draft < MOST_DRAFTS; draft++) expect(await add(now)).toBe(true);
    expect(await add(now)).toBe(false);
    expect(await drafts.drafts(asha.user.id, now)).toHaveLength(MOST_DRAFTS);
    expect(await drafts.drafts(asha.user.id, endsAt)).toEqual([]);
    expect(await add(endsAt)).toBe(true);
  });
});
