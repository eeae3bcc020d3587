import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type BrowserGlobals, stubBrowserGlobals } from "../testing/browser-globals.ts";
import { user } from "../testing/market-data.ts";

async function load(stored: Readonly<Record<string, string>> = {}) {
  const browser: BrowserGlobals = stubBrowserGlobals(stored);
  return {
    ...browser,
    store: createStore(),
    session: { ...(await import("./session.ts")), ...(await import("./account/login.ts")) },
  };
}

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the session", () => {
  it("is there while its expiry is later than now", async () => {
    const { store, session } = await load({ isLoggedIn: String(Date.now() + 60_000) });
    expect(session.isLoggedIn(store.get(session.expiresAtom))).toBe(true);
    expect(session.isLoggedIn(Date.now() - 1)).toBe(false);
    expect(session.isLoggedIn(0)).toBe(false);
  });

  it("has the ticket 'no' until login", async () => {
    const { store, session } = await load();
    expect(store.get(session.socketTicketAtom)).toBe("no");
  });

  it("is kept and forgotten under the public keys", async () => {
    const { storage, store, session } = await load({ theme: '{"dark":true}', isDisclaimer: "1", broker: "fyers" });
    store.set(session.keepSessionAtom, { status: "success", message: "", token: "ticket", data: { user } });
    expect(storage.getItem("token")).toBe("ticket");
    expect(storage.getItem("tk")).toBe("ticket");
    expect(storage.getItem("isLoggedIn")).toBe(String(user.expires));
    expect(JSON.parse(storage.getItem("user") ?? "")).toEqual(user);

    store.set(session.dropSessionAtom);
    for (const key of ["tk", "token", "isLoggedIn", "isDisclaimer", "broker", "user"])
      expect(storage.getItem(key)).toBeNull();
    expect(store.get(session.socketTicketAtom)).toBe("no");
    expect(storage.getItem("theme")).toBe('{"dark":true}');
    expect(session.isLoggedIn(store.get(session.expiresAtom))).toBe(false);
  });

  it("begins by what is stored, and says 'no' where there is no ticket", async () => {
    const out = await load();
    expect(out.store.set(out.session.beginVisitAtom)).toBe("out");
    expect(out.storage.getItem("tk")).toBe("no");
  });

  it.each([
    [{ ...user, subscribed: true }, "subscribed"],
    [{ ...user, subscribed: false }, "unsubscribed"],
  ] as const)("begins with a subscription if the stored user has one", async (stored, visitor) => {
    const { store, session } = await load({ isLoggedIn: String(user.expires), user: JSON.stringify(stored) });
    expect(store.set(session.beginVisitAtom)).toBe(visitor);
    expect(store.get(session.subscribedAtom)).toBe(visitor === "subscribed");
  });

  it("keeps the end of the subscription for the next page", async () => {
    const { store, session, storage } = await load({ isLoggedIn: String(user.expires), user: JSON.stringify(user) });
    store.set(session.beginVisitAtom);
    store.set(session.endSubscriptionAtom);
    expect(store.get(session.subscribedAtom)).toBe(false);
    expect(JSON.parse(storage.getItem("user") ?? "")).toEqual({ ...user, subscribed: false });
  });

  it("begins anew with a login: no logout is owed, and the end of an earlier subscription counts no more", async () => {
    const { storage, store, session } = await load({ logoutOwed: "1" });
    vi.stubGlobal("sessionStorage", stubBrowserGlobals().storage);
    vi.stubGlobal("localStorage", storage);
    session.keepEnd(true);
    store.set(session.keepSessionAtom, { status: "success", message: "", token: "ticket", data: { user } });
    expect(storage.getItem("logoutOwed")).toBeNull();
    expect(store.set(session.beginVisitAtom)).toBe("subscribed");
  });

  it("is not made of a refused login", async () => {
    const { storage, store, session } = await load();
    store.set(session.keepSessionAtom, { status: "fail", message: "no", token: "ticket", data: { user } });
    expect(storage.length).toBe(0);
  });

  it("knows a login that another tab made since", async () => {
    const { storage, session } = await load({ tk: "mine", isLoggedIn: String(Date.now() + 1000) });
    expect(session.loginOfAnotherTab("mine")).toBe(false);
    storage.setItem("tk", "theirs");
    expect(session.loginOfAnotherTab("mine")).toBe(true);
    storage.setItem("isLoggedIn", "0");
    expect(session.loginOfAnotherTab("mine")).toBe(false);
    storage.setItem("tk", "no");
    expect(session.loginOfAnotherTab("mine")).toBe(false);
  });
});

describe("the calls", () => {
  it("send the login as JSON and return what the server says", async () => {
    const { session } = await load();
    const fetch = vi.fn(async () => Response.json({ status: "fail", message: "Incorrect" }, { status: 401 }));
    vi.stubGlobal("fetch", fetch);
    const body = { email: "a@b.in", password: "p", fingerprint: "f" };
    expect(await session.postLogin(body)).toEqual({ status: "fail", message: "Incorrect" });
    expect(fetch).toHaveBeenCalledWith("/api/v1/users/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  });

  it("send a login after a logout that is on its way, which is not told again meanwhile", async () => {
    const { session } = await load({ logoutOwed: "1" });
    let fail = (_why: Error): void => undefined;
    const fetch = vi.fn(() => new Promise<Response>((_done, reject) => (fail = reject)));
    vi.stubGlobal("fetch", fetch);
    session.retryLogout();
    const login = session.postLogin({ email: "a@b.in", password: "p", fingerprint: "f" });
    await new Promise((done) => setTimeout(done));
    expect(fetch.mock.calls).toEqual([["/api/v1/users/logout", expect.anything()]]);
    let meanwhile: unknown;
    fetch.mockImplementation(async () => {
      meanwhile = window.ononline;
      return Response.json({ status: "fail", message: "Incorrect" }, { status: 401 });
    });
    fail(new TypeError("offline"));
    await login;
    expect(fetch).toHaveBeenLastCalledWith("/api/v1/users/login", expect.anything());
    expect(meanwhile).toBeNull();
    expect(window.ononline).toBe(session.retryLogout);
  });

  it("tell the server of a logout once the network is there again", async () => {
    const { session, storage } = await load();
    const fetch = vi.fn(() => Promise.reject<Response>(new TypeError("offline")));
    vi.stubGlobal("fetch", fetch);
    await session.getLogout();
    fetch.mockResolvedValue(Response.json({}));
    window.ononline?.(new Event("online"));
    await vi.waitFor(() => expect(storage.getItem("logoutOwed")).toBeNull());
    window.ononline?.(new Event("online"));
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("ignore a logout that fails", async () => {
    const { session } = await load();
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("offline");
    });
    await expect(session.getLogout()).resolves.toBeUndefined();
  });
});
