/** The browser's half against a server of the test's own, which keeps what it gets and counts revisions as the real one does. */
import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSealer } from "#contract/wire/sealed.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { user } from "../../../testing/market-data.ts";

const SECRET = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";
const PASSPHRASE = "four words and one";
const legsOf = (name: string, ...strategy: number[]) => ({
  ...{ name, symbolName: "NIFTY", expiry: "7:30:2026", date: "2026-07-27" },
  ...{ strategy, spot: 24512.35 },
});

type Content = Readonly<Record<string, unknown>>;
interface Row {
  content: Content;
  revision: number;
}

function server() {
  const rows = new Map<string, Row>();
  const order: string[] = [];
  const state = { key: null as unknown, isDown: false, savesLeft: Number.POSITIVE_INFINITY };
  async function answer(url: string, { method = "GET", body, headers }: RequestInit = {}): Promise<Response> {
    const { BROWSER_SEALING } = await import("../sealed-store.ts");
    const sealer = createSealer(BROWSER_SEALING, SECRET);
    const path = url.split("/strategies/")[1] ?? "";
    const asked = body === undefined ? {} : (JSON.parse(String(body)) as Record<string, never>);
    const tagOf = (ids: readonly string[]) => `"${ids.map((id) => `${id}:${rows.get(id)?.revision}`).join("+")}"`;
    if (path === "private-key") {
      if (method === "POST") state.key = asked["key"];
      if (method === "DELETE") state.key = null;
      return Response.json({ status: "success", key: state.key });
    }
    if (path === "loadall") return Response.json({ strategies: [...order].reverse().map((id) => ({ id })) });
    if (path === "load") {
      const strategy = await sealer.seal("strategy", rows.get(asked["id"] ?? "")?.content);
      return Response.json({ strategy }, { headers: { ETag: tagOf([asked["id"] ?? ""]) } });
    }
    if (path === "portfolio") {
      const ids: readonly string[] = asked["id"] ?? [];
      const list = ids.map((id) => ({ ...rows.get(id)?.content, _id: id }));
      return Response.json({ strategies: await sealer.seal("portfolio", list) }, { headers: { ETag: tagOf(ids) } });
    }
    if (state.savesLeft-- <= 0) throw new TypeError("no network");
    const content = (await sealer.open("strategy", asked["strategyObj"] ?? "")) as Content;
    const id: string = asked["id"] ?? "";
    const row = rows.get(id);
    const expected = new Headers(headers).get("If-Match");
    if (row && expected !== null && !expected.includes(`${id}:${row.revision}`))
      return Response.json({ message: "stale" }, { status: 412 });
    if (order.includes(id)) order.splice(order.indexOf(id), 1);
    order.push(id);
    rows.set(id, { content, revision: (row?.revision ?? 0) + 1 });
    return Response.json({ saveDetails: { id, name: "", portfolio: "" } }, { headers: { ETag: tagOf([id]) } });
  }
  return { rows, order, state, answer };
}

/** A browser that has just been opened: nothing is unlocked in it. */
async function browser(answer: typeof fetch | ReturnType<typeof server>["answer"]) {
  vi.resetModules();
  stubBrowserGlobals({ user: JSON.stringify({ ...user, key: SECRET }), tk: "ticket" });
  vi.stubGlobal("fetch", answer);
  const [strategies, portfolio, privacy, question, turning, seal, keeper] = await Promise.all([
    import("../strategies.ts"),
    import("../portfolio.ts"),
    import("./privacy.ts"),
    import("./question.ts"),
    import("./turning.ts"),
    import("./private-seal.ts"),
    import("./key-keeper.ts"),
  ]);
  const store = createStore();
  return {
    save: async (id: string, strategy: ReturnType<typeof legsOf>, isUnasked = false) =>
      (await store.set(strategies.sealStrategyAtom, { strategy, newId: id, isUnasked })).send(),
    saveAs: async (id: string, strategy: ReturnType<typeof legsOf>) =>
      (await store.set(strategies.sealStrategyAtom, { strategy, id })).send(),
    load: (id: string) => store.set(strategies.loadStrategyAtom, id),
    portfolio: (...ids: string[]) => store.set(portfolio.loadPortfolioAtom, ids),
    survey: () => store.set(turning.surveyAtom),
    settle: () => store.set(turning.settleAtom, () => undefined),
    turnOn: () => store.set(turning.turnOnAtom, PASSPHRASE, false),
    async turnOff() {
      const { record } = await store.set(turning.surveyAtom);
      if (record) await store.set(turning.turnOffAtom, record);
    },
    /** The user's answer to the next question. @param passphrase absent: stays locked */
    answerNext(passphrase?: string) {
      const stop = store.sub(question.questionAtom, async () => {
        const asked = store.get(question.questionAtom);
        if (!asked) return;
        stop();
        if (passphrase === undefined) return asked.settle();
        const key = await seal.unlock(asked.record, passphrase);
        await keeper.keepKey(asked.record.keyId, key, false);
        asked.settle(key);
      });
    },
    LockedError: privacy.LockedError,
  };
}

beforeEach(() => {
  // No other tab is there, and nothing is kept on the device.
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage() {}
      close() {}
    },
  );
  vi.stubGlobal("indexedDB", { deleteDatabase() {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const lies = ({ rows }: ReturnType<typeof server>) => JSON.stringify([...rows.values()].map(({ content }) => content));

describe("strategies that are private by choice", () => {
  it("are sealed where they were open, keep their order, and open in another browser by the passphrase", async () => {
    const backend = server();
    const first = await browser(backend.answer);
    await first.save("a", legsOf("Fly", 24111));
    await first.save("b", legsOf("Condor", 24222));
    await first.turnOn();
    expect(await first.survey()).toMatchObject({ sealed: 0, open: 2 });
    await first.settle();
    await first.save("c", legsOf("Strangle", 24333));
    expect(lies(backend)).not.toMatch(/24111|24222|24333|24512/);
    expect(lies(backend)).toMatch(/Fly.*NIFTY.*7:30:2026.*2026-07-27/);
    expect(backend.order).toEqual(["a", "b", "c"]);

    const second = await browser(backend.answer);
    second.answerNext(PASSPHRASE);
    expect(await second.load("a")).toEqual(legsOf("Fly", 24111));
    expect(await second.portfolio("b", "c")).toEqual([
      { ...legsOf("Condor", 24222), _id: "b" },
      { ...legsOf("Strangle", 24333), _id: "c" },
    ]);
    await second.saveAs("a", legsOf("Fly", 24444));
    expect(lies(backend)).not.toContain("24444");
    expect(await second.load("a")).toEqual(legsOf("Fly", 24444));
  });

  it("are neither read nor overwritten while all is locked, and a save of nobody's asks nothing", async () => {
    const backend = server();
    const first = await browser(backend.answer);
    await first.turnOn();
    await first.save("a", legsOf("Fly", 24111));
    const before = lies(backend);
    const second = await browser(backend.answer);
    await expect(second.save("a", legsOf("Fly", 1), true)).rejects.toThrow(second.LockedError);
    second.answerNext();
    await expect(second.load("a")).rejects.toThrow(second.LockedError);
    second.answerNext();
    await expect(second.saveAs("a", legsOf("Fly", 1))).rejects.toThrow(second.LockedError);
    expect(lies(backend)).toBe(before);
  });

  it("are all readable after an interruption, and the next run goes on; turning off opens them and forgets the key", async () => {
    const backend = server();
    const first = await browser(backend.answer);
    for (const id of ["a", "b", "c"]) await first.save(id, legsOf(id, 24111));
    await first.turnOn();
    backend.state.savesLeft = 1;
    await expect(first.settle()).rejects.toThrow(TypeError);
    expect(await first.survey()).toMatchObject({ sealed: 1, open: 2 });
    expect((await first.portfolio("a", "b", "c")).map(({ strategy }) => strategy)).toEqual([[24111], [24111], [24111]]);
    backend.state.savesLeft = Number.POSITIVE_INFINITY;
    await first.settle();
    expect(await first.survey()).toMatchObject({ sealed: 3, open: 0 });

    await first.turnOff();
    backend.state.savesLeft = 2;
    await expect(first.settle()).rejects.toThrow(TypeError);
    backend.state.savesLeft = Number.POSITIVE_INFINITY;
    const second = await browser(backend.answer);
    second.answerNext(PASSPHRASE);
    await second.settle();
    expect(backend.state.key).toBeNull();
    expect([...backend.rows.values()].map(({ content }) => content)).toEqual(
      ["a", "b", "c"].map((id) => legsOf(id, 24111)),
    );
  });

  it("do not open in each other's place, and one that does not open leaves the others of its portfolio", async () => {
    const backend = server();
    const first = await browser(backend.answer);
    await first.turnOn();
    for (const id of ["a", "b", "c"]) await first.save(id, legsOf(id, 24111));
    const [a, b] = [backend.rows.get("a"), backend.rows.get("b")];
    if (a && b) [a.content, b.content] = [b.content, a.content];
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await expect(first.load("a")).rejects.toThrow("cannot be opened");
    expect((await first.portfolio("a", "b", "c")).map(({ strategy }) => strategy)).toEqual([[null], [null], [24111]]);
  });

  it("that were saved elsewhere while they were being sealed are sealed as they are then", async () => {
    const backend = server();
    const first = await browser(backend.answer);
    await first.save("a", legsOf("Fly", 24111));
    await first.turnOn();
    let isFirst = true;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
      const row = backend.rows.get("a");
      if (url.endsWith("saveas") && isFirst && row) {
        isFirst = false;
        backend.rows.set("a", { content: legsOf("Fly", 24999), revision: row.revision + 1 });
      }
      return backend.answer(url, init);
    });
    await first.settle();
    expect(lies(backend)).not.toContain("24999");
    expect(await first.load("a")).toEqual(legsOf("Fly", 24999));
  });
});
