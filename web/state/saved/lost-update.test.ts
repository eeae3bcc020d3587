/** A builder and the portfolio of one page that hold the same strategy, against a server that counts revisions. */
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PORTFOLIO_PURPOSE, STRATEGY_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

const KEY = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";
const ID = "7c0f2f0e-51b1-4f6e-9a51-0d6c3b9f4a11";
const of = (...strategy: unknown[]) => ({
  name: "Fly",
  symbolName: "NIFTY",
  expiry: "7:30:2026",
  date: "2026-07-27",
  strategy,
});

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

async function page() {
  const { storage } = stubBrowserGlobals({ user: JSON.stringify({ ...user, key: KEY }) });
  const strategies = await import("./strategies.ts");
  const portfolio = await import("./portfolio.ts");
  const { sealerOf } = await import("./sealed-store.ts");
  const { renewRevision } = await import("./kept-revision.ts");
  const store = createStore();
  const sealer = sealerOf(store.get);
  let kept: readonly unknown[] = [1];
  let revision = 1;
  let waits: Promise<void> | undefined;
  const reply = (body: object, status = 200) =>
    Response.json(body, { status, headers: { ETag: `"7c0f2f0e:${revision}"` } });

  vi.stubGlobal("fetch", async (url: string, init: { body: string; headers: Record<string, string> }) => {
    const path = url.split("/").at(-1);
    if (path === "key") return Response.json({ key: null });
    const { strategyObj, encrypted } = JSON.parse(init.body);
    if (path === "load") return reply({ strategy: await sealer.seal(STRATEGY_PURPOSE, of(...kept)) });
    if (path === "portfolio")
      return reply({ strategies: await sealer.seal(PORTFOLIO_PURPOSE, [{ ...of(...kept), _id: ID }]) });
    const match = init.headers["If-Match"];
    if (match !== undefined && match !== `"7c0f2f0e:${revision}"`) return reply({ message: "stale" }, 412);
    const sent = await (path === "saveas"
      ? sealer.open(STRATEGY_PURPOSE, strategyObj)
      : sealer.open(PORTFOLIO_PURPOSE, encrypted));
    kept = (Array.isArray(sent) ? sent[0] : sent).strategy;
    revision++;
    const answer = reply({
      message: "ok",
      isSaved: ["Fly"],
      saveDetails: { name: "Fly", id: ID, portfolio: "My Portfolio" },
    });
    await waits;
    return answer;
  });
  return {
    kept: () => kept,
    news: () => storage.getItem("strategyNews"),
    hold(until: Promise<void>) {
      waits = until;
    },
    change(...legs: number[]) {
      kept = legs;
      revision++;
    },
    resealed() {
      const before = `"7c0f2f0e:${revision}"`;
      revision++;
      renewRevision(ID, before, reply({}));
    },
    async openInBuilder() {
      const { keptRevision } = await store.set(strategies.loadStrategyAtom, ID);
      const open = { id: ID, keptRevision };
      return async (...legs: number[]) =>
        (await store.set(strategies.sealStrategyAtom, { strategy: of(...legs), replaced: open })).send();
    },
    async openInPortfolio() {
      const [one] = await store.set(portfolio.loadPortfolioAtom, [ID]);
      if (!one) throw new Error("nothing is loaded");
      return (...legs: number[]) =>
        store.set(portfolio.savePortfolioAtom, [{ ...one, kept: { ...one.kept, strategy: legs } }]);
    },
  };
}

it("the builder does not replace what the portfolio saved after it", async () => {
  const { openInBuilder, openInPortfolio, kept } = await page();
  const saveBuilder = await openInBuilder();
  const savePortfolio = await openInPortfolio();
  await savePortfolio(1, 99);
  await expect(saveBuilder(1, 2)).rejects.toMatchObject({ status: 412 });
  expect(kept()).toEqual([1, 99]);
});

it("the portfolio does not replace what the builder saved after it, and says which strategy it is", async () => {
  const { openInBuilder, openInPortfolio, kept } = await page();
  const savePortfolio = await openInPortfolio();
  const saveBuilder = await openInBuilder();
  await saveBuilder(1, 50);
  await expect(savePortfolio(1, 99)).rejects.toMatchObject({ status: 412, ids: [ID] });
  expect(kept()).toEqual([1, 50]);
});

it("a look at the portfolio does not let the builder replace what another device saved", async () => {
  const { openInBuilder, openInPortfolio, change, kept } = await page();
  const saveBuilder = await openInBuilder();
  change(1, 777);
  await openInPortfolio();
  await expect(saveBuilder(1, 2)).rejects.toMatchObject({ status: 412 });
  expect(kept()).toEqual([1, 777]);
});

it("saves of one holder follow each other, also where the first has no answer yet", async () => {
  const { openInBuilder, openInPortfolio, hold, kept } = await page();
  const save = await openInBuilder();
  let answer = (): void => undefined;
  hold(new Promise((resolve) => (answer = resolve)));
  const first = save(1, 2);
  await vi.waitFor(() => expect(kept()).toEqual([1, 2]));
  const second = save(1, 2, 3);
  await new Promise((next) => setTimeout(next, 20));
  answer();
  await Promise.all([first, second]);
  expect(kept()).toEqual([1, 2, 3]);
  const savePortfolio = await openInPortfolio();
  await savePortfolio(1);
  await savePortfolio(2);
  expect(kept()).toEqual([2]);
});

it("what was sealed anew with the same legs is still what both had loaded", async () => {
  const { openInBuilder, openInPortfolio, resealed, kept } = await page();
  const saveBuilder = await openInBuilder();
  const savePortfolio = await openInPortfolio();
  resealed();
  resealed();
  await saveBuilder(7);
  await expect(savePortfolio(8)).rejects.toMatchObject({ status: 412 });
  expect(kept()).toEqual([7]);
});

it("each save is news for the other tabs", async () => {
  const { openInBuilder, openInPortfolio, news } = await page();
  const saveBuilder = await openInBuilder();
  await saveBuilder(1, 2);
  const first = news();
  expect(first).toBeTruthy();
  await (await openInPortfolio())(3);
  expect(news()).not.toBe(first);
});
