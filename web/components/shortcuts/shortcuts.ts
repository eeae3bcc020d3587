/**
 * The keys that work wherever the focus is. Each is registered here with the words that the list under '?' shows of it, so
 * that no key works that the list does not name.
 */

export interface Shortcut {
  /** As the list shows it: 'Alt+Enter'. Keys that do the same are divided by ' or '. */
  readonly keys: string;
  /** What it does, as a sentence without a full stop. */
  readonly does: string;
  readonly group: ShortcutGroup;
  /** Acts on a key. @returns whether it was this one */
  readonly press: (event: KeyboardEvent) => boolean;
  /** It is heard before what has the focus: a table has a use for Enter and arrows of its own. */
  readonly isFirst?: boolean;
}

export const SHORTCUT_GROUPS = ["Everywhere", "Workspace", "Replay", "Tables", "Charts"] as const;
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];

const registered = new Set<readonly Shortcut[]>();
let listening: AbortController | undefined;

/** What can be pressed now, in the order in which it was registered. */
export const shortcuts = (): readonly Shortcut[] => [...registered].flat();

/** @returns what takes them away */
export function registerShortcuts(list: readonly Shortcut[]): () => void {
  registered.add(list);
  if (!listening) {
    listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("keydown", (event) => hear(event, true), { capture: true, signal });
    document.addEventListener("keydown", (event) => hear(event, false), { signal });
  }
  return () => {
    registered.delete(list);
    if (registered.size > 0) return;
    listening?.abort();
    listening = undefined;
  };
}

/** Where a plain letter is text, or opens an entry of a list. */
const TYPING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

function hear(event: KeyboardEvent, isFirst: boolean): void {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const { key, ctrlKey, altKey, metaKey, target } = event;
  const isPlain = key.length === 1 && !ctrlKey && !altKey && !metaKey;
  if (isPlain && target instanceof Element && target.closest(TYPING)) return;
  const heard = shortcuts().some((one) => (one.isFirst ?? false) === isFirst && one.press(event));
  if (!heard) return;
  event.preventDefault();
  if (isFirst) event.stopPropagation();
}
