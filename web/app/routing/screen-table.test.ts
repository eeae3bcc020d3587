import { describe, expect, it } from "vitest";
import { lazyView } from "./lazy-view.ts";
import type { ScreenFacts } from "./screen-facts.ts";
import { screens } from "./screen-list.ts";
import { accessIn, buildScreens, menuEntries } from "./screen-table.ts";

const facts = (id: string, rest: Partial<ScreenFacts> = {}): { readonly screen: ScreenFacts } => ({
  screen: { id, title: id, route: `/${id}`, access: "subscriber", ...rest },
});
const view = lazyView(async () => ({ View: () => undefined }), "View");
const viewOf = (route: string) => (route === "/c" ? undefined : view);

describe("the screen table", () => {
  it("makes a screen of each folder", () => {
    const built = buildScreens(
      { "../screens/a/screen.ts": facts("a"), "../screens/_b/screen.ts": facts("_b", { route: "/b", access: "user" }) },
      viewOf,
    );
    expect(built.map(({ route }) => route)).toEqual(["/a", "/b"]);
    expect(["/a", "/b", "/d"].map(accessIn(built))).toEqual(["subscriber", "user", undefined]);
  });

  it.each([
    ["the id 'c' is not the folder's name", { "../screens/a/screen.ts": facts("c") }],
    ["View.tsx is missing", { "../screens/c/screen.ts": facts("c") }],
    ["the route '/b' is not the folder's name", { "../screens/a/screen.ts": facts("a", { route: "/b" }) }],
  ])("refuses: %s", (message, definitions) => {
    expect(() => buildScreens(definitions, viewOf)).toThrow(message);
  });

  it("lists in menus what exists and may be opened, in order", () => {
    const all = [
      facts("late", { menu: { group: "Options", label: "Late", order: 9 } }).screen,
      facts("first", { menu: { group: "Options", label: "First", order: 1 }, access: "user" }).screen,
      facts("futures", { menu: { group: "Futures", label: "Futures", order: 1 } }).screen,
      facts("hidden").screen,
    ];
    expect(menuEntries(all, "Options", true).map(({ label }) => label)).toEqual(["First", "Late"]);
    expect(menuEntries(all, "Options", false).map(({ label }) => label)).toEqual(["First"]);
    expect(menuEntries(all, "Futures", false)).toEqual([]);
  });
});

describe("the screens of the product", () => {
  it("have the routes of the specification", () => {
    expect(screens.find(({ route }) => route === "/option-chain-new")?.title).toBe("Option Chain");
    expect(screens.find(({ route }) => route === "/maxpain")?.id).toBe("maxpain");
  });
});
