import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FeedConfig, FeedEvent } from "#contract/worker/feed-api.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

const client = { connect: vi.fn(), disconnect: vi.fn(), refresh: vi.fn(), subscribe: vi.fn() };
const createClient = vi.fn(() => client);
vi.mock("#client/client.ts", () => ({ createClient }));

const SESSION = { tk: "mine", token: "mine", isLoggedIn: String(user.expires), user: JSON.stringify(user) };

async function start(stored: Readonly<Record<string, string>>) {
  const browser = stubBrowserGlobals(stored);
  const reload = vi.fn();
  const fetch = vi.fn(async () => Response.json({ status: "success", message: "" }));
  vi.stubGlobal("location", { origin: "http://localhost:4000", reload });
  vi.stubGlobal("fetch", fetch);
  const { startSession, sessionEndAtom, MULTI_LOGIN } = await import("./session-control.ts");
  const { beginVisitAtom } = await import("../../state/session.ts");
  const store = createStore();
  const control = startSession(store, store.set(beginVisitAtom));
  const [config, listener] = (client.connect.mock.lastCall ?? []) as [FeedConfig?, ((event: FeedEvent) => void)?];
  const emit = (event: FeedEvent): void => listener?.(event);
  return { ...browser, store, control, config, emit, reload, fetch, MULTI_LOGIN, end: () => store.get(sessionEndAtom) };
}

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the page's session", () => {
  it("connects with the stored ticket and a fingerprint", async () => {
    const { config, control } = await start(SESSION);
    expect(control.visitor()).toBe("subscribed");
    expect(config).toEqual({
      origin: "http://localhost:4000",
      ticket: "mine",
      fingerprint: expect.stringMatching(/^Error:/), // this is no browser
    });
  });

  it.each([
    ["nobody is logged in", {}],
    ["the session has expired", { ...SESSION, isLoggedIn: "1000" }],
    ["there is no subscription", { ...SESSION, user: JSON.stringify({ ...user, subscribed: false }) }],
  ])("starts no worker where %s", async (_name, stored) => {
    await start(stored);
    expect(createClient).not.toHaveBeenCalled();
  });

  it("is not that of a login while the page stands: this page has no workers", async () => {
    const { control, store } = await start({});
    const { expiresAtom } = await import("../../state/session.ts");
    store.set(expiresAtom, user.expires);
    expect(control.visitor()).toBe("out");
  });

  it("ends on a 401: forgotten, no message, disconnected when no reason can come any more", async () => {
    vi.useFakeTimers();
    const { emit, end, storage, control } = await start(SESSION);
    emit({ type: "unauthorized" });
    expect(end()).toEqual({});
    expect(client.disconnect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3000);
    expect(client.disconnect).toHaveBeenCalled();
    expect(storage.getItem("isLoggedIn")).toBeNull();
    expect(control.visitor()).toBe("out");
  });

  it("keeps no ticket, not even 'no', also of a session that another tab ended", async () => {
    const { changeElsewhere, storage, end } = await start(SESSION);
    storage.removeItem("tk");
    changeElsewhere("isLoggedIn", null);
    expect(end()).toEqual({});
    expect(storage.getItem("tk")).toBeNull();
  });

  it("keeps no ticket, not even 'no', where the server ordered the end", async () => {
    const { emit, end, storage } = await start(SESSION);
    emit({ type: "special", kind: "logout" });
    expect(end()).toEqual({});
    for (const key of ["tk", "token", "broker", "isLoggedIn"]) expect(storage.getItem(key)).toBeNull();
    expect(client.disconnect).toHaveBeenCalled();
  });

  it("ends with a message when another device logs in, and tells the server", async () => {
    vi.useFakeTimers();
    const { emit, end, fetch, MULTI_LOGIN } = await start(SESSION);
    emit({ type: "multiLogout" });
    vi.advanceTimersByTime(1000);
    expect(end()).toEqual({ message: MULTI_LOGIN });
    emit({ type: "multiLogout" }); // by a socket that came back
    vi.advanceTimersByTime(1000);
    expect(fetch).toHaveBeenCalledOnce();
    expect(fetch).toHaveBeenCalledWith("/api/v1/users/logout", { signal: expect.any(AbortSignal) });
  });

  it("says that another device logged in, though a refused call ended the session before", async () => {
    vi.useFakeTimers();
    const { emit, end, MULTI_LOGIN } = await start(SESSION);
    emit({ type: "unauthorized" });
    expect(end()).toEqual({});
    emit({ type: "multiLogout" });
    vi.advanceTimersByTime(1000);
    expect(end()).toEqual({ message: MULTI_LOGIN });
  });

  it("takes over the login of another tab, also where its reply comes after the end of this session", async () => {
    vi.useFakeTimers();
    const { emit, end, storage, fetch, reload } = await start(SESSION);
    emit({ type: "multiLogout" });
    vi.advanceTimersByTime(900);
    storage.setItem("tk", "theirs");
    vi.advanceTimersByTime(100);
    expect(reload).toHaveBeenCalledOnce();
    expect(end()).toBeUndefined();
    expect(fetch).not.toHaveBeenCalled();
    expect(storage.getItem("tk")).toBe("theirs");
  });

  it("is over for this page also where somebody logs in after it: the login page says so before it loads the page again", async () => {
    const { emit, end, store, control, reload } = await start(SESSION);
    const { keepSessionAtom } = await import("../../state/account/login.ts");
    emit({ type: "special", kind: "logout" });
    store.set(keepSessionAtom, { status: "success", message: "", token: "next", data: { user } });
    expect(control.visitor()).toBe("out");
    expect(reload).not.toHaveBeenCalled();
    expect(end()).toEqual({});
  });

  it("ends when another tab logs out", async () => {
    const { changeElsewhere, end } = await start(SESSION);
    changeElsewhere("isLoggedIn", null);
    expect(end()).toEqual({});
  });

  it("logs out at the server and here, once", async () => {
    const { control, end, fetch } = await start(SESSION);
    await control.logOut();
    expect(fetch).toHaveBeenCalledOnce();
    expect(end()).toEqual({});
    expect(client.disconnect).toHaveBeenCalledOnce();
  });

  it("logs out at the server where nobody is logged in here: the cookie may be alive", async () => {
    const { control, end, fetch } = await start({});
    expect(fetch).not.toHaveBeenCalled();
    await control.logOut();
    expect(fetch).toHaveBeenCalledOnce();
    expect(end()).toBeUndefined();
  });

  it.each([
    ["could not be reached", () => Promise.reject(new TypeError("offline"))],
    ["could not do it", async () => Response.json({ status: "error", message: "" }, { status: 503 })],
  ])("a server that %s is told by the next page, until it knows", async (_name, fail) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { control, storage, fetch } = await start(SESSION);
    fetch.mockImplementationOnce(fail);
    await control.logOut();
    expect(storage.getItem("logoutOwed")).toBe("1");

    vi.resetModules();
    const next = await start({ logoutOwed: "1" });
    await vi.waitFor(() => expect(next.storage.getItem("logoutOwed")).toBeNull());
    expect(next.fetch).toHaveBeenCalledOnce();
  });

  it("closes the sockets with the subscription, and stays logged in", async () => {
    const { emit, end, control, storage } = await start(SESSION);
    emit({ type: "unsubscribed" });
    expect(client.disconnect).toHaveBeenCalledOnce();
    expect(end()).toBeUndefined();
    expect(control.visitor()).toBe("unsubscribed");
    expect(JSON.parse(storage.getItem("user") ?? "")).toEqual({ ...user, subscribed: false });
  });
});
