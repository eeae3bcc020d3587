/** The address of workspaces as they stand now. */
import type { createStore } from "jotai";
import { replayAtom, shownDayAtom } from "../../../state/clock/day.ts";
import { letters } from "../../../state/pane/letters.ts";
import type { Workspace } from "../layout/workspace.ts";
import { type Link, type LinkedLetter, linkOf } from "./link.ts";

export { LONGEST_LINK } from "./link.ts";

type Store = ReturnType<typeof createStore>;

export async function addressOf(store: Store, workspaces: readonly Workspace[]): Promise<string> {
  const used = new Set(workspaces.flatMap(({ panes }) => Object.values(panes).map(({ letter }) => letter)));
  const linked = [...used].flatMap((letter) => {
    const context = store.get(letters[letter].contextAtom);
    if (!context) return [];
    const { exchange, symbol, expiry, futureExpiry } = context;
    const one: LinkedLetter = { exchange, symbol, expiry, ...(futureExpiry !== undefined && { futureExpiry }) };
    return [[letter, one] as const];
  });
  const day = store.get(shownDayAtom);
  const minute = store.get(replayAtom)?.minute;
  const link: Link = {
    workspaces,
    letters: Object.fromEntries(linked),
    ...(day !== undefined && day !== "today" && { day: { source: day.source, date: day.date } }),
    ...(minute !== undefined && { minute }),
  };
  return `${location.origin}${location.pathname}${await linkOf(link)}`;
}
