import { describe, expect, it } from "vitest";
import { buildScreens, menuEntries, type ScreenFacts, screenOf, type ViewLoaders } from "./screen-table.ts";
import { screens } from "./screens.ts";

const facts = (id: string, rest: Partial<ScreenFacts> = {}): { readonly screen: ScreenFacts } => ({
  screen: { id, title: id, route: `/${id}`, access: "subscriber", ...rest },
});
const view = async () => ({ View: () => undefined });
const views: ViewLoaders = { "../screens/a/View.tsx": view, "../screens/b/View.tsx": view };

describe("the screen table", () => {
  it("makes a screen of each folder", () => {
    const built = buildScreens({ "../screens/a/screen.ts": facts("a"), "../screens/b/screen.ts": facts("b") }, views);
    expect(built.map(({ route }) => route)).toEqual(["/a", "/b"]);
    expect(screenOf(built, "/b")?.id).toBe("b");
    expect(screenOf(built, "/c")).toBeUndefined();
  });

  it.each([
    ["the id 'c' is not the folder's name", { "../screens/a/screen.ts": facts("c") }],
    ["View.tsx is missing", { "../screens/c/screen.ts": facts("c") }],
    [
      "has the route /a already",
      { "../screens/a/screen.ts": facts("a"), "../screens/b/screen.ts": facts("b", { route: "/a" }) },
    ],
  ])("refuses: %s", (message, definitions) => {
    expect(() => buildScreens(definitions, views)).toThrow(message);
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
    expect(screenOf(screens, "/option-chain-new")?.title).toBe("Option Chain");
    expect(screenOf(screens, "/maxpain")?.id).toBe("maxpain");
  });
});
