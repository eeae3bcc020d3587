/** Every folder here is a screen: what it must have, whatever it shows. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Derivation } from "#contract/worker/derivation.ts";
import type { ScreenDefinition } from "#contract/worker/screen.ts";
import { makeMarket } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const REQUIRED = ["screen.ts", "snapshot.ts", "derive.ts", "pane.ts", "View.tsx"];
/** Each pane's heading, and what its address says. */
const PANE = makePane();

const folders = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const definitions = import.meta.glob<{ screen: ScreenDefinition<unknown, unknown> }>("./*/screen.ts", { eager: true });
const derivations = import.meta.glob<{ derivation: Derivation<unknown, unknown, unknown, unknown> }>("./*/derive.ts", {
  eager: true,
});

describe.each(folders)("%s", (folder) => {
  const screen = definitions[`./${folder}/screen.ts`]?.screen;
  const files = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" });

  test("has every file that a screen has", () => {
    expect(files).toEqual(expect.arrayContaining(REQUIRED));
  });

  test("is called like its folder, and its derivation is its own", () => {
    expect(screen?.id).toBe(folder);
    expect(derivations[`./${folder}/derive.ts`]?.derivation.screen).toBe(screen);
  });

  test("declares a title, a route, a rate that a main thread can bear, and what its pane needs", () => {
    expect(screen?.title).not.toBe("");
    expect(screen?.route).toMatch(/^\/[a-zA-Z0-9-]+$/);
    expect(screen?.rate).toBeGreaterThan(0);
    expect(screen?.rate).toBeLessThanOrEqual(10);
    // A screen of the user's own things needs nothing before there are any.
    if (!screen?.beginsEmpty) expect(screen?.needs(screen.defaults, PANE).length).toBeGreaterThan(0);
  });

  test("its view's chunk says what the screen is, for the shell around it", () => {
    expect(readFileSync(`${ROOT}${folder}/View.tsx`, "utf8")).toContain('export { screen } from "./screen.ts";');
  });

  test("keeps its settings under keys of its own, not those of the folder that it was copied from", () => {
    if (folder === "_skeleton") return;
    for (const file of files.filter((one) => /\.tsx?$/.test(one)))
      expect(readFileSync(`${ROOT}${folder}/${file}`, "utf8")).not.toMatch(/stored\w*(<\w+>)?\("skeleton/);
  });

  test("imports no other screen", () => {
    for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
      const text = readFileSync(`${ROOT}${folder}/${file}`, "utf8");
      for (const [, path = ""] of text.matchAll(/from\s+"([^"]+)"/g)) {
        const leaves = /^\.\.\/([^./][^/]*)\//.exec(path)?.[1];
        expect(leaves === undefined || !folders.includes(leaves), `${file} imports ${path}`).toBe(true);
        expect(path).not.toMatch(/\/screens\//);
      }
    }
  });

  test("its derivation gives nothing while its room is not loaded", () => {
    if (screen?.needs(screen.defaults, PANE).length === 0) return;
    const derivation = derivations[`./${folder}/derive.ts`]?.derivation;
    const clock = { mode: "live", date: PANE.expiry, minute: 600, speed: 1 } as never;
    const input = { market: makeMarket(), pane: PANE, params: screen?.defaults, clock, kernel: undefined };
    expect(derivation?.derive(input, derivation.createScratch())).toBeUndefined();
  });
});

test("a screen's route is its folder's name", () => {
  for (const { screen } of Object.values(definitions)) expect(screen.route).toBe(`/${screen.id.replace(/^_/, "")}`);
});

test("folders whose name begins with '_' are for developers, and in no menu", () => {
  for (const [path, { screen }] of Object.entries(definitions))
    if (path.startsWith("./_")) expect(screen.menu).toBeUndefined();
});
