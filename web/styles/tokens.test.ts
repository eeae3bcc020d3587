import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrastRatio } from "./contrast.ts";
import { type PaletteName, ROLES, type Role, type Scheme } from "./roles.ts";
import { swapSides } from "./theme.ts";
import { themeOf } from "./tokens.ts";
import { tokensCss } from "./tokens-css.ts";

const palettes: readonly (readonly [Scheme, PaletteName])[] = [
  ["dark", "normal"],
  ["light", "normal"],
  ["dark", "colour-blind"],
  ["light", "colour-blind"],
];
const surfaces: readonly Role[] = ["bg", "panel", "raised", "itm", "hover", "overlay"];
// Where inputs and bars stand. The page background and the hovered row are left out: in the light palettes `edge` and
// `call-fill` reach only 2.75 to 2.99 there, and a bar always has its figure beside it.
const fillSurfaces: readonly Role[] = ["panel", "raised", "itm", "overlay", "input"];
// `replay` as text is the clock in a pane header; on grey surfaces it is a frame or a fill, which need 3:1.
const headerSurfaces: readonly Role[] = ["panel", "overlay"];
const textRoles: readonly Role[] = [
  "ink",
  "ink-2",
  "ink-3",
  "spot",
  "accent",
  "call",
  "put",
  "up",
  "down",
  "buy",
  "sell",
  "fut",
  "warn",
  "danger",
  "ok",
  ...ROLES.filter((role) => /^s\d$/.test(role)),
];
const underInk: readonly Role[] = ["top1", "top2", "top3", "call-bar", "put-bar", "flash"];

describe.each(palettes)("palette %s %s", (scheme, palette) => {
  const { colours } = themeOf(scheme, palette);

  const pairs: (readonly [Role, Role, number])[] = [];
  for (const surface of surfaces) {
    for (const role of textRoles) pairs.push([role, surface, 4.5]);
    pairs.push(["replay", surface, headerSurfaces.includes(surface) ? 4.5 : 3]);
  }
  for (const surface of fillSurfaces)
    for (const role of ["edge", "call-fill", "put-fill"] as const) pairs.push([role, surface, 3]);
  for (const surface of underInk) pairs.push(["ink", surface, 4.5]);

  it("keeps text readable on every surface it may stand on", () => {
    const failures = pairs
      .map(([role, surface, least]) => ({ role, surface, least, ratio: ratio(role, surface) }))
      .filter(({ ratio: found, least }) => found < least);
    expect(failures).toEqual([]);
  });

  it("keeps white readable on the action fills", () => {
    for (const fill of ["buy-fill", "sell-fill", "accent-fill"] as const)
      expect(contrastRatio("#FFFFFF", colours[fill]), fill).toBeGreaterThanOrEqual(4.5);
  });

  it("keeps the inverted at-the-money cell readable", () => {
    expect(ratio("atm-ink", "atm")).toBeGreaterThanOrEqual(4.5);
  });

  function ratio(role: Role, surface: Role): number {
    return contrastRatio(colours[role], colours[surface]);
  }
});

describe("token table", () => {
  it("holds whole hexadecimal colours only", () => {
    for (const [scheme, palette] of palettes)
      for (const role of ROLES) expect(themeOf(scheme, palette).colours[role], role).toMatch(/^#[0-9A-F]{6}$/);
  });

  it("swaps the sides and nothing else", () => {
    const plain = themeOf("dark", "normal");
    const swapped = swapSides(plain);
    expect(swapped.colours.call).toBe(plain.colours.put);
    expect(swapped.colours["put-bar"]).toBe(plain.colours["call-bar"]);
    expect(swapped.colours.up).toBe(plain.colours.up);
    expect(swapSides(swapped).colours).toEqual(plain.colours);
    expect(swapSides(plain)).toBe(swapped);
  });

  it("is what tokens.css says", () => {
    const file = new URL("./tokens.css", import.meta.url);
    if (process.env["UPDATE_TOKENS"] === "1") writeFileSync(file, tokensCss());
    expect(readFileSync(file, "utf8")).toBe(tokensCss());
  });
});
