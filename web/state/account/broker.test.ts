import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

const SESSION = { isBrokerLogin: true, broker: "fyers", id: "FX04417", name: "ravi kumar" };

async function load(stored: Readonly<Record<string, unknown>> = {}) {
  const texts = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]));
  const { storage } = stubBrowserGlobals({ isLoggedIn: String(user.expires), ...texts });
  return {
    storage,
    store: createStore(),
    broker: { ...(await import("./broker.ts")), ...(await import("./connected-broker.ts")) },
  };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

describe("the connected broker", () => {
  it("is the one of the stored session", async () => {
    const { store, broker } = await load({ broker: SESSION });
    expect(store.get(broker.connectedBrokerAtom)?.name).toBe("Fyers");
  });

  it("sets the limit of a market order itself where its row says so, in practice never", async () => {
    const limits = [];
    for (const session of [SESSION, { ...SESSION, isPractice: true }, { ...SESSION, broker: "upstox" }]) {
      vi.resetModules();
      const { store, broker } = await load({ broker: session });
      limits.push(store.get(broker.limitsMarketAtom));
    }
    expect(limits).toEqual([true, false, false]);
  });

  it("is none without a session, with one that ended, and with one that is no session", async () => {
    for (const stored of [undefined, { ...SESSION, isBrokerLogin: false }, { ...SESSION, broker: "nobody" }, "fyers"]) {
      vi.resetModules();
      const { store, broker } = await load(stored === undefined ? {} : { broker: stored });
      expect(store.get(broker.connectedBrokerAtom)).toBeUndefined();
    }
  });

  it("is none from the user's own logout on, also where a part that shows it stays, and without a login", async () => {
    const { store, broker } = await load({ broker: SESSION });
    const { dropSessionAtom } = await import("../session.ts");
    store.sub(broker.connectedBrokerAtom, () => undefined);
    expect(store.get(broker.connectedBrokerAtom)?.name).toBe("Fyers");
    store.set(dropSessionAtom);
    expect(store.get(broker.connectedBrokerAtom)).toBeUndefined();
    expect(store.get(broker.brokerSessionAtom)).toBeNull();

    vi.resetModules();
    const out = await load({ broker: SESSION, isLoggedIn: 0 });
    expect(out.store.get(out.broker.brokerSessionAtom)).toBeNull();
  });

  it("is forgotten at the broker's logout, whatever the server says", async () => {
    for (const answer of [async () => new Response("{}"), async () => Promise.reject(new TypeError("offline"))]) {
      vi.resetModules();
      const { storage, store, broker } = await load({ broker: SESSION });
      const fetch = vi.fn(answer);
      vi.stubGlobal("fetch", fetch);
      vi.spyOn(console, "warn").mockImplementation(() => undefined);
      await store.set(broker.logOutOfBrokerAtom);
      expect(fetch).toHaveBeenCalledWith("/api/v1/users/broker-logout");
      expect(store.get(broker.connectedBrokerAtom)).toBeUndefined();
      expect(storage.getItem("broker")).toBeNull();
    }
  });

  it("is not kept where the server's answer comes after the user's own logout", async () => {
    const { storage, store } = await load();
    const { refreshBrokerAtom } = await import("./broker-login.ts");
    const { dropSessionAtom } = await import("../session.ts");
    const data = { broker: "fyers", id: "FX04417", name: "ravi", isPractice: true, mode: "practice" };
    vi.stubGlobal("fetch", async () => {
      store.set(dropSessionAtom);
      return Response.json({ data, brokers: {}, addresses: [], handoff: null });
    });
    await store.set(refreshBrokerAtom);
    expect(storage.getItem("broker")).toBeNull();
  });

  it("is kept as the login is answered: its name in small letters, and 'a' of the one broker that sends it", async () => {
    for (const [id, a] of [
      ["shoonya", "extra"],
      ["fyers", undefined],
    ] as const) {
      vi.resetModules();
      const { storage, store } = await load();
      const { keepBrokerAtom } = await import("./broker-login.ts");
      const reply = {
        status: "ok",
        id: "U1",
        name: "RAVI Kumar",
        exp: 5,
        trial: true,
        a: "extra",
        isLFB: false,
      } as const;
      expect(store.set(keepBrokerAtom, id, reply)).toBe(false);
      expect(JSON.parse(storage.getItem("broker") ?? "null")).toEqual({
        ...{ isBrokerLogin: true, broker: id, id: "U1", name: "ravi kumar", isPractice: false, exp: 5, trial: true },
        ...(a !== undefined && { a }),
      });
    }
  });
});
