import { afterEach, describe, expect, it, vi } from "vitest";
import type { Visitor } from "../../state/session.ts";
import { firstPage, homeView, loginPage, openFirstPage } from "./first-page.ts";
import { lazyView } from "./lazy-view.ts";

const view = () => lazyView(async () => ({ View: () => undefined }), "View");
const views = new Map([
  ["/option-chain-new", view()],
  ["/maxpain", view()],
]);
const first = (path: string, visitor: Visitor, state: unknown = null) =>
  firstPage((route) => views.get(route), visitor, { path, state });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the first page", () => {
  it.each(["/option-chain-new", "/maxpain"])("of %s is that screen", (path) => {
    expect(first(path, "subscribed")?.view).toBe(views.get(path));
  });

  it.each(["/", "/login", "/logout", "/pricing", "/maxpain/", "/Maxpain", "/no/such/page"])(
    "of %s is the router's to say",
    (path) => expect(first(path, "subscribed")).toBeUndefined(),
  );

  it.each(["/maxpain", "/login", "/account"])("of %s is the router's to say without a subscription", (path) => {
    expect(first(path, "unsubscribed")).toBeUndefined();
  });

  it.each(["/", "/login", "/logout", "/maxpain"])("of %s is /login for a visitor who is not logged in", (path) => {
    expect(first(path, "out")).toBe(loginPage);
  });

  it.each(["/pricing", "/register/abc", "/broker-login"])("of %s is open to everybody, and the router's", (path) => {
    expect(first(path, "out")).toBeUndefined();
  });

  it("of /login keeps the message that it was shown with", () => {
    expect(first("/login", "out", { message: "Bye" })?.message).toBe("Bye");
    expect(first("/login", "out", { message: 7 })?.message).toBeUndefined();
    expect(first("/maxpain", "out", { message: "Bye" })?.message).toBeUndefined();
  });
});

describe("opening the first page", () => {
  const open = async (path: string, visitor: Visitor) => {
    const preload = vi.spyOn(homeView, "preload").mockResolvedValue();
    const loadViewOf = vi.fn(async () => (route: string) => views.get(route));
    const page = await openFirstPage(visitor, { path, state: null }, loadViewOf);
    return { page, preload, loadViewOf };
  };

  it("begins to load the board without the list of screens", async () => {
    const { page, preload, loadViewOf } = await open("/option-chain-new", "subscribed");
    expect(page?.view).toBe(homeView);
    expect(preload).toHaveBeenCalledOnce();
    expect(loadViewOf).not.toHaveBeenCalled();
  });

  it("finds every other screen in the list", async () => {
    const { page } = await open("/maxpain", "subscribed");
    expect(page?.view).toBe(views.get("/maxpain"));
  });

  it.each(["/maxpain", "/option-chain-new", "/login"])("of %s needs no list for a stranger", async (path) => {
    const { page, loadViewOf } = await open(path, "out");
    expect(page).toBe(loginPage);
    expect(loadViewOf).not.toHaveBeenCalled();
  });
});

describe("a lazy view", () => {
  it("is loaded once, and again after a failure", async () => {
    const View = (): undefined => undefined;
    let calls = 0;
    const view = lazyView(async () => {
      calls++;
      if (calls === 1) throw new Error("404");
      return { View };
    }, "View");
    expect(() => view.component()).toThrow("View is not loaded");
    await view.preload();
    expect(() => view.component()).toThrow("404");
    await view.preload();
    await view.preload();
    expect(view.component()).toBe(View);
    expect(calls).toBe(2);
  });

  const GONE = "Failed to fetch dynamically imported module: /View-1.js";

  it("waits an outage out, and then asks for its chunk again", async () => {
    vi.useFakeTimers();
    const ask = vi.fn(async () => new Response());
    ask.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    vi.stubGlobal("fetch", ask);
    const View = (): undefined => undefined;
    const load = vi.fn(async () => ({ View }));
    load.mockRejectedValueOnce(new TypeError(GONE));
    load.mockRejectedValueOnce(new TypeError(GONE));
    const view = lazyView(load, "View");
    const isLoaded = view.preload();
    await vi.advanceTimersByTimeAsync(3000);
    expect(() => view.component()).toThrow("View is not loaded");
    await vi.advanceTimersByTimeAsync(3000);
    await isLoaded;
    expect(view.component()).toBe(View);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("that is gone from the server loads the page anew, once", async () => {
    vi.useFakeTimers();
    const items = new Map<string, string>();
    const reload = vi.fn();
    vi.stubGlobal("fetch", async () => new Response());
    vi.stubGlobal("location", { reload });
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    });
    let asked = 0;
    const gone = () =>
      lazyView(async (): Promise<{ View: () => undefined }> => {
        throw new TypeError(`${GONE}?${asked++}`); // asked for once more, it has another query
      }, "View");
    void gone().preload();
    await vi.advanceTimersByTimeAsync(3000);
    expect(reload).toHaveBeenCalledOnce();
    const view = gone();
    void view.preload();
    await vi.advanceTimersByTimeAsync(3000);
    expect(() => view.component()).toThrow("Failed to fetch");
    expect(reload).toHaveBeenCalledOnce();
  });
});
