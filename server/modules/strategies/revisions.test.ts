import { beforeAll, beforeEach, expect, test } from "vitest";
import { StaleReply } from "#contract/wire/http/call.ts";
import { saveStrategy } from "#contract/wire/http/strategies.ts";
import { PORTFOLIO_PURPOSE, STRATEGY_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { createSealing } from "../../platform/users/sealing.ts";
import { type LoggedIn, loggedIn } from "../../testing/http/logged-in.ts";
import { createTestApp, TEST_SECRETS } from "../../testing/http/test-app.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { privateKeys } from "../privacy/privacy.ts";
import { createStrategies } from "./strategies.ts";

const listed = { expiry: "7:30:2026", symbolName: "NIFTY", date: "2026-07-27" };
const fly = (name: string, ...strategy: number[]) => ({ ...listed, name, strategy });

onEachDatabase("revisions of strategies", (database) => {
  let asha: LoggedIn;

  beforeAll(async () => {
    const deps = {
      database: database(),
      sealing: createSealing(TEST_SECRETS),
      clock: createManualClock(),
      keys: privateKeys,
    };
    const app = createTestApp({ database: database(), modules: [createStrategies(deps).register] });
    asha = await loggedIn(app, database(), "a@b.in");
  });
  beforeEach(() => database().pool.query("delete from strategy"));

  const matching = (tag?: string | null) => (tag ? { "if-match": tag } : undefined);
  const tagOf = (reply: Response): string => reply.headers.get("etag") ?? "";
  const load = (id: string) => asha.send("POST", "strategies/load", { id });
  const portfolio = (id: readonly string[]) => asha.send("POST", "strategies/portfolio", { id });

  async function save(name: string): Promise<{ id: string; tag: string }> {
    const strategyObj = await asha.sealer.seal(STRATEGY_PURPOSE, fly(name));
    const reply = await asha.send("POST", "strategies/save", { strategyObj });
    return { id: saveStrategy.response.parse(await reply.json()).saveDetails.id, tag: tagOf(reply) };
  }
  async function saveAs(id: string, saved: object, tag?: string): Promise<Response> {
    const strategyObj = await asha.sealer.seal(STRATEGY_PURPOSE, saved);
    return asha.send("POST", "strategies/saveas", { strategyObj, id }, matching(tag));
  }
  async function savePortfolio(strategies: readonly object[], tag?: string): Promise<Response> {
    const encrypted = await asha.sealer.seal(PORTFOLIO_PURPOSE, strategies);
    return asha.send("POST", "strategies/saveportfolio", { encrypted }, matching(tag));
  }
  const legs = async (id: string): Promise<unknown> => {
    const { strategy } = (await (await load(id)).json()) as { strategy: string };
    return ((await asha.sealer.open(STRATEGY_PURPOSE, strategy)) as { strategy: unknown }).strategy;
  };

  test("a saved one has the first, each write the next", async () => {
    const { id, tag } = await save("Fly");
    expect(tag).toBe(`"${id.slice(0, 8)}:1"`);
    expect(tagOf(await load(id))).toBe(tag);
    expect(tagOf(await saveAs(id, fly("Fly", 1)))).toBe(`"${id.slice(0, 8)}:2"`);
  });

  test("a stale replacement is refused with both versions; one that names what is kept goes ahead", async () => {
    const { id, tag } = await save("Fly");
    expect((await saveAs(id, fly("Fly", 1), tag)).status).toBe(200);
    const refused = await saveAs(id, fly("Fly", 2), tag);
    expect(refused.status).toBe(412);
    const { versions } = StaleReply.parse(await refused.json());
    expect(await asha.sealer.open(STRATEGY_PURPOSE, versions.theirs ?? "")).toEqual(fly("Fly", 1));
    expect(await asha.sealer.open(STRATEGY_PURPOSE, versions.mine)).toEqual(fly("Fly", 2));
    expect(await legs(id)).toEqual([1]);
    expect((await saveAs(id, fly("Fly", 1), tag)).status).toBe(200);
    const current = tagOf(await load(id));
    expect((await saveAs(id, fly("Fly", 2), current)).status).toBe(200);
    expect((await saveAs(id, fly("Fly", 3))).status).toBe(200);
    expect(await legs(id)).toEqual([3]);
  });

  test("a replacement that names what its page sent before goes ahead, whichever of them came first", async () => {
    const { id, tag } = await save("Fly");
    const payloads = await Promise.all([1, 2].map((leg) => asha.sealer.seal(STRATEGY_PURPOSE, fly("Fly", leg))));
    const [first = "", last = ""] = payloads;
    const write = (strategyObj: string, comesAfter?: readonly string[]) =>
      asha.send("POST", "strategies/saveas", { strategyObj, id, comesAfter }, matching(tag));
    expect((await write(first)).status).toBe(200);
    expect((await write(last, [first.slice(-32)])).status).toBe(200);
    expect(await legs(id)).toEqual([2]);
    expect((await write(first)).status).toBe(412); // it arrives again, too late
    const other = await asha.sealer.seal(STRATEGY_PURPOSE, fly("Fly", 3));
    expect((await write(other, [first.slice(-32)])).status).toBe(412);
    expect((await write(other, ["short"])).status).toBe(400);
    expect(await legs(id)).toEqual([2]);
  });

  test("a portfolio with one stale strategy is not saved at all, and the reply has what is kept of that one", async () => {
    const [one, two] = [await save("One"), await save("Two")];
    const tag = tagOf(await portfolio([one.id, two.id]));
    await saveAs(two.id, fly("Two", 9));
    const mine = [
      { ...fly("One", 5), _id: one.id },
      { ...fly("Two", 5), _id: two.id },
    ];
    const refused = await savePortfolio(mine, tag);
    expect([refused.status, tagOf(refused)]).toEqual([412, `"${two.id.slice(0, 8)}:2"`]);
    const { versions } = StaleReply.parse(await refused.json());
    expect(await asha.sealer.open(PORTFOLIO_PURPOSE, versions.theirs ?? "")).toEqual([
      { ...fly("Two", 9), _id: two.id },
    ]);
    expect([await legs(one.id), await legs(two.id)]).toEqual([[], [9]]);
    const saved = await savePortfolio(mine, tagOf(await portfolio([one.id, two.id])));
    expect(saved.status).toBe(200);
    expect(new Set(tagOf(saved).slice(1, -1).split("+"))).toEqual(
      new Set([`${one.id.slice(0, 8)}:2`, `${two.id.slice(0, 8)}:3`]),
    );
    expect((await savePortfolio(mine)).status).toBe(200);
  });
});
