import { createMemoryHistory } from "@tanstack/react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Visitor } from "../../state/session.ts";
import { lazyView } from "./lazy-view.ts";
import { createNavigation } from "./navigation.ts";
import type { Page } from "./page.ts";
import { createAppRouter } from "./router.ts";
import type { Screen } from "./screen-table.ts";

const view = () => lazyView(async () => ({ View: () => undefined }), "View");
const screen = (route: Screen["route"]): Screen => ({
  id: route.slice(1),
  title: route,
  route,
  access: "subscriber",
  view: view(),
});
const screens = [screen("/option-chain-new"), screen("/maxpain")];
const pages: Readonly<Record<string, Page>> = { "/login": { view: view() } };

function start(path: string, visitor: Visitor = "subscribed") {
  const history = createMemoryHistory({ initialEntries: [path] });
  const session = { visitor: () => visitor, logOut: async () => undefined };
  const shown: Page[] = [];
  const load = vi.fn(async () => createAppRouter({ screens, pages, session, history }));
  const navigation = createNavigation(load, (page) => shown.push(page));
  return { history, navigation, load, pages: () => shown.map((page) => page.screen?.id ?? page.message ?? "login") };
}

const assign = vi.fn();
beforeEach(() => {
  const page = { origin: "http://localhost:4000" };
  vi.stubGlobal("window", page);
  vi.stubGlobal("self", page);
  vi.stubGlobal("location", { assign });
  vi.stubGlobal("document", {}); // without, the router takes this for a server
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  assign.mockReset();
});

describe("navigation", () => {
  it("shows the page of the address, of each step and of the way back", async () => {
    const { history, navigation, pages } = start("/option-chain-new");
    await navigation.start();
    await navigation.go("/maxpain");
    history.back();
    await vi.waitFor(() => expect(pages()).toEqual(["option-chain-new", "maxpain", "option-chain-new"]));
  });

  it("makes a step before the router has come: it waits for it", async () => {
    const { navigation, load, pages } = start("/option-chain-new");
    await Promise.all([navigation.go("/maxpain"), navigation.start()]);
    expect(pages().at(-1)).toBe("maxpain");
    expect(load).toHaveBeenCalledOnce();
  });

  it("brings a message to /login, even where that is shown", async () => {
    const { navigation, pages } = start("/maxpain", "out");
    await navigation.start();
    await navigation.go("/login", { message: "Bye", replace: true });
    expect(pages()).toEqual(["login", "Bye"]);
  });

  it("lets the browser go where the router's chunk cannot be had, and tries again at the next step", async () => {
    const { navigation, load, pages } = start("/option-chain-new");
    load.mockRejectedValueOnce(new TypeError("404"));
    await expect(navigation.start()).rejects.toThrow("404");
    load.mockRejectedValueOnce(new TypeError("404"));
    await navigation.go("/maxpain");
    expect(assign).toHaveBeenCalledExactlyOnceWith("/maxpain");
    await navigation.go("/maxpain");
    expect(pages().at(-1)).toBe("maxpain");
  });
});
