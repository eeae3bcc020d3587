/** The portfolio of a page, against a server that counts revisions and a broker that trades. */
import { createStore } from "jotai";
import { vi } from "vitest";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { createSealer } from "#contract/wire/sealed.ts";
import { PORTFOLIO_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { stubBrowserGlobals } from "../browser-globals.ts";
import { initList, user } from "../market-data.ts";

const KEY = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";
const listed = { symbolName: "NIFTY", expiry: "8:18:2026", date: "2026-08-17" };
export const sell = makeOrder({ id: "1111111111", action: "sell" });
export const close = makeOrder({ id: "2222222222", isPortfClose: true });
export const traded = { ...close, isTraded: true };
export const other = makeOrder({ id: "3333333333", action: "sell" });
type Order = typeof sell;
export const legOf = (...orders: readonly Order[]) => makeLeg({ orders });

/** Nothing of it outlives `vi.resetModules` and `vi.unstubAllGlobals`. */
export async function opened() {
  stubBrowserGlobals({ user: JSON.stringify({ ...user, key: KEY }) });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const book = {
    ...(await import("../../screens/portfolio/book/book.ts")),
    ...(await import("../../screens/portfolio/book/positions.ts")),
  };
  const { liveUniverseAtom } = await import("../../state/clock/day.ts");
  const { readUniverse } = await import("../../state/market/universe.ts");
  const { BROWSER_SEALING } = await import("../../state/saved/sealed-store.ts");
  const { tellStrategiesAtom } = await import("../../state/saved/strategies.ts");
  const { toasts } = await import("../../components/toasts/toasts.ts");
  const sealer = createSealer(BROWSER_SEALING, KEY);
  const store = createStore();
  store.set(liveUniverseAtom, readUniverse(initList));
  const kept = new Map([
    ["aaaaaaaa-1", { revision: 1, strategy: { ...listed, name: "Fly", strategy: [legOf(sell)] } }],
    ["bbbbbbbb-1", { revision: 1, strategy: { ...listed, name: "Condor", strategy: [legOf(sell)] } }],
  ]);
  const moved = new Map<string, string>();
  const server = { isReachable: true, loads: 0 };
  const tagged = (ids: Iterable<string>, body: object, status = 200) => {
    const tag = [...ids].map((id) => `${id.slice(0, 8)}:${kept.get(id)?.revision}`).join("+");
    return Response.json(body, { status, headers: { ETag: `"${tag}"` } });
  };
  vi.stubGlobal("fetch", async (url: string, init?: { body: string; headers: Record<string, string> }) => {
    if (!server.isReachable) throw new TypeError("no network");
    const path = url.split("/").at(-1);
    if (path === "key") return Response.json({ key: null });
    if (path === "loadall") {
      server.loads++;
      const portfolioOf = (id: string) => moved.get(id) ?? "My Portfolio";
      const strategies = [...kept].map(([id, { strategy }]) => ({ ...strategy, id, portfolio: portfolioOf(id) }));
      return Response.json({ strategies });
    }
    if (path === "portfolio") {
      const ids: readonly string[] = JSON.parse(init?.body ?? "").id;
      const all = ids.map((_id) => ({ ...kept.get(_id)?.strategy, _id }));
      return tagged(ids, { strategies: await sealer.seal(PORTFOLIO_PURPOSE, all) });
    }
    const sent = (await sealer.open(PORTFOLIO_PURPOSE, JSON.parse(init?.body ?? "").encrypted)) as {
      _id: string;
      strategy: ReturnType<typeof legOf>[];
    }[];
    const stale = sent.filter(({ _id }) => {
      const named = new RegExp(`${_id.slice(0, 8)}:(\\d+)`).exec(init?.headers["If-Match"] ?? "")?.[1];
      return Number(named) !== kept.get(_id)?.revision;
    });
    if (stale.length > 0)
      return tagged(
        stale.map(({ _id }) => _id),
        { message: "stale" },
        412,
      );
    for (const { _id, strategy } of sent) change(_id, ...strategy);
    const isSaved = sent.map(({ _id }) => kept.get(_id)?.strategy.name);
    return tagged(
      sent.map(({ _id }) => _id),
      { isSaved },
    );
  });
  function change(id: string, ...strategy: readonly ReturnType<typeof legOf>[]): void {
    const row = kept.get(id);
    if (row) kept.set(id, { revision: row.revision + 1, strategy: { ...row.strategy, strategy: [...strategy] } });
  }
  const heldOf = (name: string) => {
    const found = store.get(book.shownAtom).find((one) => one.name === name);
    if (!found) throw new Error(`${name} is not there`);
    return found;
  };
  return {
    ...{ book, store, server, kept, moved, change, heldOf },
    told: () => toasts.list().map(({ message }) => message),
    news: () => store.set(tellStrategiesAtom),
    load: () => store.set(book.loadBookAtom),
    freshen: () => store.set(book.freshenBookAtom),
    edit: (name: string, ...orders: readonly Order[]) =>
      store.set(book.editAtom, { ids: [heldOf(name).id], edit: () => legOf(...orders) }),
    ordersOf: (id: string) => kept.get(id)?.strategy.strategy.flatMap(({ orders }) => orders),
    pending: () => store.get(book.pendingAtom).map(({ name }) => name),
    stale: () => store.get(book.staleAtom).map(({ name }) => name),
  };
}
