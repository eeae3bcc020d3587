/** Every screen of the product, out of its folders, and what a case may expect of it by what it declares. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isoDate } from "#contract/domain/units.ts";
import type { PaneScope, ScreenDefinition } from "#contract/worker/screen.ts";
import { makePane } from "#market/__fixtures__/pane.ts";

const SCREENS = resolve(import.meta.dirname, "../../screens");

export interface ScreenFacts {
  readonly id: string;
  readonly title: string;
  readonly route: string;
  readonly menu: { readonly group: string; readonly label: string } | undefined;
  readonly scope: readonly PaneScope[];
  /** It reads rooms: it ticks, has minutes, and follows the clock. A screen of daily figures alone does none of that. */
  readonly isLive: boolean;
  /** It reads daily figures: those of days that the server is still making come one after another. */
  readonly readsDocuments: boolean;
  /** It holds the chains of all listed expiries: turned to another one, it has its figures already. */
  readonly hasAllExpiries: boolean;
  /** A step of a replay changes it. */
  readonly followsReplay: boolean;
  readonly runsHidden: boolean;
  /** Nothing is drawn before the user acts. */
  readonly beginsEmpty: boolean;
}

/**
 * Those of the menu, not those for developers. Left out is /workspace: it is a page that shows these screens beside each other,
 * with no derivation and no pane of its own. Its own browser test walks it.
 */
export async function everyScreen(): Promise<readonly ScreenFacts[]> {
  const folders = readdirSync(SCREENS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map(({ name }) => name)
    .sort();
  return Promise.all(folders.map(factsOf));
}

async function factsOf(folder: string): Promise<ScreenFacts> {
  const module: { screen: ScreenDefinition<unknown, unknown> } = await import(
    pathToFileURL(join(SCREENS, folder, "screen.ts")).href
  );
  const { screen } = module;
  const { id, title, route, menu, scope = ["symbol", "expiry"], showsWholeDay = false } = screen;
  const needs = screen.needs(screen.defaults, makePane());
  const two = [isoDate("2026-08-25"), isoDate("2026-09-29")];
  const ofTwo = screen.needs(screen.defaults, makePane({ expiries: two }));
  const isLive = needs.some((need) => "room" in need);
  const readsDocuments = needs.some((need) => "doc" in need);
  return {
    id,
    title,
    route,
    menu: menu && { group: menu.group, label: menu.label },
    scope,
    isLive,
    readsDocuments,
    hasAllExpiries: ofTwo.length > needs.length,
    followsReplay: isLive && !showsWholeDay,
    runsHidden: "runsHidden" in screen,
    beginsEmpty: screen.beginsEmpty === true,
  };
}

/** A few of many, evenly spread: what costs much and differs little from screen to screen. */
export function someOf<T>(all: readonly T[], count: number): readonly T[] {
  const step = (all.length - 1) / Math.max(count - 1, 1);
  return all.filter((_, i) => Array.from({ length: count }, (_one, nth) => Math.round(nth * step)).includes(i));
}
