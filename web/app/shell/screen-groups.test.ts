import { describe, expect, it } from "vitest";
import { MENU_PLACES } from "./menu-places.ts";
import { screenGroups } from "./screen-groups.ts";

/** Every entry that a menu may have, in its order; one that is not here, or elsewhere, is a slip. */
const MENUS: Readonly<Record<string, readonly string[]>> = {
  Options: [
    "Option Chain",
    "Option Chain (new)",
    "OI/Premium Graph",
    "Maxpain",
    "OI Change",
    "Options Analysis",
    "PE-CE Difference",
    "Multi Strike Chart",
    "IV Price OI",
    "PCR Chart",
    "Premium Decay",
    "Straddle Strangle",
    "Open & High",
    "Strategy Builder",
    "Portfolio",
    "Strategy Analyzer",
  ],
  Futures: [
    "Futures Analysis",
    "Futures Chart",
    "Top Futures",
    "Advance Decline",
    "Watch List",
    "Weekly Monthly OI",
    "HV IV",
  ],
  Workspace: ["Workspace", "Scanner", "Back-test", "OI Heat Map", "Volatility", "Exposure", "Strategy Builder (older)"],
};

describe("the menus of screens", () => {
  it("list what exists, in the order that is laid down", () => {
    const groups = screenGroups(true);
    expect(groups.length).toBeGreaterThan(0);
    for (const { group, entries } of groups) {
      const listed = entries.filter(({ id }) => !id.startsWith("_")).map(({ label }) => label);
      expect(listed).toEqual(MENUS[group]?.filter((label) => listed.includes(label)));
    }
  });

  it("have their places before they are loaded", () => {
    expect(screenGroups(true).map(({ group }) => group)).toEqual(MENU_PLACES);
  });

  it("have nothing for somebody who may open none of it", () => {
    expect(screenGroups(false)).toEqual([]);
  });
});
