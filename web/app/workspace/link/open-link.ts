/** Opens what a link holds: copies of its workspaces, and what its letters, its day and its minute say. */
import type { createStore } from "jotai";
import { turnBoard } from "../../../components/link/board-place.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { copiesAtom, shownAtom } from "../board.ts";
import { paneScreen } from "../pane-screens.ts";
import { readLink } from "./link.ts";

type Store = ReturnType<typeof createStore>;

const UNREADABLE = "This link to a workspace cannot be read: it may have been cut off.";

/**
 * @param signal ends it: a page that was left turns to no day.
 * @param opened is called when the copies are there, or there are none; letters and day follow.
 */
export async function openLink(store: Store, hash: string, signal: AbortSignal, opened: () => void): Promise<void> {
  const link = await readLink(hash, (id) => paneScreen(id) !== undefined);
  if (signal.aborted) return;
  // Beside those of links before it: what was changed in one and not kept yet is the user's.
  if (link) store.set(copiesAtom, (copies) => [...copies, ...link.workspaces]);
  if (link?.workspaces[0]) store.set(shownAtom, link.workspaces[0].id);
  opened();
  if (!link) {
    toasts.show({ message: UNREADABLE, type: "warning" });
    return;
  }
  await turnBoard(store, link, signal);
}
