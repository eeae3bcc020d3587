import { afterEach, describe, expect, it, vi } from "vitest";
import { AWAY } from "../../frame/outage.ts";
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
    vi.stubGlobal("fetch", async () => new Response());
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

  it("that is gone from the server loads the page anew, once; never in an outage", async () => {
    const items = new Map<string, string>();
    const reload = vi.fn();
    const ask = vi.fn(async () => new Response());
    vi.stubGlobal("fetch", ask);
    vi.stubGlobal("location", { reload });
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    });
    const gone = () =>
      lazyView(async (): Promise<{ View: () => undefined }> => {
        throw new TypeError("Failed to fetch View-1.js");
      }, "View");
    ask.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const away = gone();
    await away.preload();
    expect(() => away.component()).toThrow(AWAY);
    expect(reload).not.toHaveBeenCalled();
    void gone().preload();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    const view = gone();
    await view.preload();
    expect(() => view.component()).toThrow("Failed to fetch");
    expect(reload).toHaveBeenCalledOnce();
  });
});
