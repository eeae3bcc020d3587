/** Opens a part of the board in a window of its own, for another monitor. */
import { atom } from "jotai";
import { toasts } from "../../components/toasts/toasts.ts";
import type { Workspace } from "../workspace/layout/workspace.ts";
import { WORKSPACE } from "../workspace/open-elsewhere.ts";
import { nameBoardAtom } from "./board-name.ts";
import { openPlaced, rememberPlace } from "./window-places.ts";

/** What the new window shows: one of the user's workspaces by its id, or what another window gives away. */
export type PoppedOut = { readonly show: string } | { readonly copy: Workspace };

/** Read by the new window, which gets a copy of the session storage. */
const KEY = "poppedOut";
const BLOCKED = "The browser blocked the window: allow pop-ups of this site, and try again.";

/** @returns false where the browser opens none; the user is told */
export const popOutAtom = atom(null, (_get, set, shown: PoppedOut): boolean => {
  set(nameBoardAtom);
  sessionStorage.setItem(KEY, JSON.stringify(shown));
  const opened = openPlaced(WORKSPACE, nameOf(shown));
  sessionStorage.removeItem(KEY);
  if (!opened) toasts.show({ message: BLOCKED, type: "warning" });
  return opened !== undefined;
});
popOutAtom.debugLabel = "popOut";

/** A workspace by its id, which it keeps; a copy has another each time, and is named after its screens. */
const nameOf = (shown: PoppedOut): string =>
  "show" in shown
    ? shown.show
    : Object.values(shown.copy.panes)
        .map(({ screen }) => screen)
        .join(" ");

/** Whether another window opened this one, and what for is not read yet. */
export const isPoppedOut = (): boolean => readHere() !== null;

/** What this window was opened for; once. Where it stands when it closes is remembered. */
export function takePoppedOut(): PoppedOut | undefined {
  rememberPlace();
  const text = readHere();
  if (text === null) return undefined;
  sessionStorage.removeItem(KEY);
  return JSON.parse(text); // another window of this product wrote it a moment ago
}

function readHere(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null; // storage is switched off
  }
}
