/** What the ladder offers: the options of the expiry, or its future. */
import { type Atom, atom, type WritableAtom } from "jotai";
import type { PaneContext } from "#contract/worker/screen.ts";

export type LadderMode = "Options" | "Futures";

/** Another symbol or expiry begins with options, and a return to it does, too. */
export function createModeAtom(
  contextAtom: Atom<PaneContext | undefined>,
): WritableAtom<LadderMode, [mode: LadderMode], void> {
  /** The time at one expiry. */
  let stay: { readonly room: string } | undefined;
  const stayAtom = atom((get) => {
    const context = get(contextAtom);
    const room = context && `${context.symbol} ${context.expiry}`;
    if (room !== undefined && room !== stay?.room) stay = { room };
    return stay;
  });
  const futuresAtom = atom<typeof stay>(undefined);
  return atom(
    (get): LadderMode => {
      const futures = get(futuresAtom);
      return futures !== undefined && futures === get(stayAtom) ? "Futures" : "Options";
    },
    (get, set, mode) => set(futuresAtom, mode === "Futures" ? get(stayAtom) : undefined),
  );
}
