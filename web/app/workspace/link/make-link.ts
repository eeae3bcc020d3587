/** The address of workspaces as they stand now. */
import type { createStore } from "jotai";
import { replayAtom, shownDayAtom } from "../../../state/clock/day.ts";
import type { LinkLetter } from "../../../state/pane/link-letters.ts";
import { linkedLettersAtom } from "../../../state/pane/linked-letters.ts";
import type { Workspace } from "../layout/workspace.ts";
import { type Link, linkOf } from "./link.ts";

export { LONGEST_LINK } from "./link.ts";

type Store = ReturnType<typeof createStore>;

export async function addressOf(store: Store, workspaces: readonly Workspace[]): Promise<string> {
  const used = new Set(workspaces.flatMap(({ panes }) => Object.values(panes).map(({ letter }) => letter)));
  const letters = Object.entries(store.get(linkedLettersAtom)).filter(([name]) => used.has(name as LinkLetter));
  const day = store.get(shownDayAtom);
  const minute = store.get(replayAtom)?.minute;
  const link: Link = {
    workspaces,
    letters: Object.fromEntries(letters),
    ...(day !== undefined && day !== "today" && { day: { source: day.source, date: day.date } }),
    ...(minute !== undefined && { minute }),
  };
  return `${location.origin}${location.pathname}${await linkOf(link)}`;
}
