import { createMemoryHistory } from "@tanstack/react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Visitor } from "../../state/session.ts";
import { RULES } from "./access.ts";
import { left } from "./kept-link.ts";
import { lazyView, type ViewModule } from "./lazy-view.ts";
import type { Page } from "./page.ts";
import { pages } from "./pages.ts";
import { createAppRouter } from "./router.ts";
import type { Screen } from "./screen-table.ts";

const View = (): undefined => undefined;
const screen = (route: Screen["route"], load: () => Promise<ViewModule<"View">> = async () => ({ View })): Screen => ({
  id: route.slice(1),
  title: route,
  route,
  access: "subscriber",
  view: lazyView(load, "View"),
});

/** A screen whose chunk comes when the test says so. */
function slowScreen(): { readonly slow: Screen; readonly finish: () => void } {
  let arrive = (_module: ViewModule<"View">): void => undefined;
  const chunk = new Promise<ViewModule<"View">>((resolve) => {
    arrive = resolve;
  });
  return { slow: screen("/slow", () => chunk), finish: () => arrive({ View }) };
}

const unloaded = (page: Page): Page => ({ ...page, view: lazyView(async () => ({ View }), "View") });
const ownPages = Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, unloaded(page)]));

function start(
  path: string,
  { visitor = "subscribed" as Visitor, screens = [screen("/option-chain-new"), screen("/maxpain")] } = {},
) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const session = { visitor };
  const logOut = vi.fn(async () => {
    session.visitor = "out";
  });
  const router = createAppRouter({
    screens,
    pages: ownPages,
    session: { visitor: () => session.visitor, logOut },
    history,
  });
  history.subscribe(() => void router.load());
  return {
    history,
    router,
    session,
    logOut,
    path: () => history.location.pathname,
    /** What is painted: the screen's id, or the path of the shell's page. */
    page: () => {
      const match = router.stores.matches.get().at(-1);
      return match?.staticData.page?.screen?.id ?? match?.pathname;
    },
  };
}

beforeEach(() => {
  const page = { origin: "http://localhost:4000" };
  vi.stubGlobal("window", page);
  vi.stubGlobal("self", page);
  vi.stubGlobal("document", {}); // without, the router takes this for a server
});
afterEach(() => void vi.unstubAllGlobals());

describe("the router", () => {
  it("shows a screen, the one that is navigated to, and goes back", async () => {
    const { router, history, page, path } = start("/option-chain-new");
    await router.load();
    expect(page()).toBe("option-chain-new");
    await router.navigate({ to: "/maxpain" });
    expect([page(), path(), history.length]).toEqual(["maxpain", "/maxpain", 2]);
    history.back();
    await vi.waitFor(() => expect([page(), path()]).toEqual(["option-chain-new", "/option-chain-new"]));
  });

  it.each([
    "/",
    "/nonsense",
    "/no/such/page",
    "/maxpain/x",
    "/login",
    "/login/",
    "/login/x",
    "/register",
    "/register/a",
  ])("takes a subscriber of %s to /broker-login, in place", async (from) => {
    const { router, history, path } = start(from);
    await router.load();
    expect([path(), history.length]).toEqual(["/broker-login", 1]);
  });

  it.each([
    ["/maxpain/", "subscribed", "maxpain"],
    ["/login/", "out", "/login"],
  ] as const)("knows %s with a slash at its end", async (from, visitor, shown) => {
    const { router, page } = start(from, { visitor });
    await router.load();
    expect(page()).toBe(shown);
  });

  it.each(["/logout", "/Logout", "/logout/"])("logs out at %s, whoever is there", async (from) => {
    for (const visitor of ["out", "unsubscribed", "subscribed"] as const) {
      const { router, logOut, path } = start(from, { visitor });
      await router.load();
      expect([logOut.mock.calls.length, path()]).toEqual([1, "/login"]);
    }
  });

  it.each(["/", "/nonsense", "/maxpain", "/logout", "/status"])(
    "takes a logged-out visitor of %s to /login, in place",
    async (from) => {
      const { router, history, page, path } = start(from, { visitor: "out" });
      await router.load();
      expect([page(), path(), history.length]).toEqual(["/login", "/login", 1]);
    },
  );

  it.each([
    "/login",
    "/register",
    "/register/",
    "/register/abc",
    "/register/abc/d",
    "/registered",
    "/pricing",
    "/pricing/x/y",
    "/pricings",
    "/api/v1/users/resetPassword/t",
    "/api/v1/users/resetPassword/t/u",
    "/broker-login",
    "/broker-login/shoonya",
    "/broker-login/shoonya/x",
    "/broker/angelone",
    "/broker",
    "/brokers",
    "/api/v1/broker/fyers/x",
  ])("leaves a logged-out visitor at %s", async (at) => {
    const { router, path, page } = start(at, { visitor: "out" });
    await router.load();
    expect([path(), page() !== undefined]).toEqual([at, true]);
  });

  it.each([
    ["/login", "/broker-login"],
    ["/portfolio", "/pricing"],
    ["/register/abc", "/pricing"],
    ["/api/v1/users/resetPassword/t", "/pricing"],
    ["/broker/angelone", "/pricing"],
    ["/maxpain", "/pricing"],
    ["/pricing/x", "/pricing"],
  ])("takes a visitor without a subscription from %s to %s", async (from, to) => {
    const { router, path } = start(from, { visitor: "unsubscribed" });
    await router.load();
    expect(path()).toBe(to);
  });

  it("lets each page's route be opened by the visitors it is for, and sends the others elsewhere", async () => {
    for (const [pattern, visitors] of RULES)
      for (const visitor of ["out", "unsubscribed", "subscribed"] as const) {
        const at = pattern.replace(/\$\w+/, "abc").replace("{$}", "/abc/d");
        const { router, path } = start(at, { visitor });
        await router.load();
        expect([at, visitor, path() === at]).toEqual([at, visitor, (visitors as readonly Visitor[]).includes(visitor)]);
      }
  });

  it("takes a link that was opened before the login to its screen after it, once", async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    const stranger = start("/maxpain#s=a-b_c", { visitor: "out" });
    await stranger.router.load();
    expect([stranger.history.location.href, left.path]).toEqual(["/login", undefined]);
    const { router, history } = start("/login");
    await router.load();
    expect([history.location.href, history.length]).toEqual(["/maxpain#s=a-b_c", 1]);
    const next = start("/login");
    await next.router.load();
    expect(next.path()).toBe("/broker-login");

    await start("/maxpain#s=a", { visitor: "out" }).router.load();
    const unsubscribed = start("/login", { visitor: "unsubscribed" });
    await unsubscribed.router.load();
    expect(unsubscribed.path()).toBe("/broker-login");
    await start("/no/such/page#s=a", { visitor: "out" }).router.load();
    expect(kept.size).toBe(0);
  });

  it("knows which screen was left for /login", async () => {
    const { router, session, path } = start("/maxpain");
    await router.load();
    session.visitor = "out";
    await router.navigate({ to: "/login", replace: true });
    expect([path(), left.path]).toEqual(["/login", "/maxpain"]);
  });

  it("brings a message to /login, even to a visitor who is there already", async () => {
    const { router, history, path } = start("/maxpain", { visitor: "out" });
    await router.load();
    await router.navigate({ to: "/login", state: { message: "Logged in elsewhere" }, replace: true });
    expect(path()).toBe("/login");
    expect(history.length).toBe(1);
    expect(router.state.location.state.message).toBe("Logged in elsewhere");
  });

  it("logs out at /logout; Back does not bring the screen back", async () => {
    const { router, history, logOut, page, path } = start("/option-chain-new");
    await router.load();
    await router.navigate({ to: "/logout" });
    expect(logOut).toHaveBeenCalledOnce();
    expect([path(), history.length]).toEqual(["/login", 2]);
    history.back();
    await vi.waitFor(() => expect(path()).toBe("/login"));
    expect(page()).toBe("/login");
  });

  it("lets the end of the session overtake the way out, message and all", async () => {
    const { router, history, session, logOut, page, path } = start("/option-chain-new");
    logOut.mockImplementation(async () => {
      session.visitor = "out";
      void router.navigate({ to: "/login", state: { message: "Bye" }, replace: true });
    });
    await router.load();
    await router.navigate({ to: "/logout" });
    expect([page(), path(), history.length]).toEqual(["/login", "/login", 2]);
    expect(router.state.location.state.message).toBe("Bye");
  });

  it("shows the latest of two navigations, whichever loads first", async () => {
    const { slow, finish } = slowScreen();
    const { router, page, path } = start("/option-chain-new", { screens: [screen("/option-chain-new"), slow] });
    await router.load();
    const first = router.navigate({ to: "/slow" });
    await vi.waitFor(() => expect(path()).toBe("/slow"));
    await router.navigate({ to: "/option-chain-new" });
    finish();
    await first;
    expect([page(), path()]).toEqual(["option-chain-new", "/option-chain-new"]);
  });

  it("keeps the old page until the new one is loaded", async () => {
    const { slow, finish } = slowScreen();
    const { router, page, path } = start("/option-chain-new", { screens: [screen("/option-chain-new"), slow] });
    await router.load();
    const going = router.navigate({ to: "/slow" });
    await vi.waitFor(() => expect(path()).toBe("/slow"));
    expect(page()).toBe("option-chain-new");
    finish();
    await going;
    expect(page()).toBe("slow");
  });

  it("goes to a page whose chunk cannot be had, which says so, and leaves it again", async () => {
    vi.stubGlobal("fetch", async () => new Response()); // the server is there
    const gone = screen("/gone", async () => {
      throw new Error("404");
    });
    const { router, page } = start("/option-chain-new", { screens: [screen("/option-chain-new"), gone] });
    await router.load();
    await router.navigate({ to: "/gone" });
    expect(page()).toBe("gone");
    expect(() => gone.view.component()).toThrow("404");
    await router.navigate({ to: "/option-chain-new" });
    expect(page()).toBe("option-chain-new");
  });
});
