/** Asks the server for the pane's scan, and again on a timer: while the market is live and the page is seen. */
import type { createStore } from "jotai";
import { SCAN_PATH } from "#contract/wire/http/api-path.ts";
import type { scan as scanCall } from "#contract/wire/http/scanner.ts";
import { load, RefusedCall } from "../../state/api.ts";
import type { PaneVisibility } from "../../state/pane/visibility.ts";
import type { scanner } from "./pane.ts";

type Store = ReturnType<typeof createStore>;

/** The server takes forty scans a minute from one user: twelve of a pane, and those that the user asks for. */
const AGAIN_MS = 5000;

/** @returns the end of it. */
export function followScan(
  store: Store,
  { contextAtom, scanAtom, foundAtom, whyNotAtom }: ReturnType<typeof scanner.of>,
  visibility: PaneVisibility,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What was asked for last. */
  let asked = "";
  /** Grows with each question; what answers an earlier one is too late. */
  let sequence = 0;

  /** What to ask for; undefined where there is nothing to ask. */
  function wanted() {
    const context = store.get(contextAtom);
    if (!context || context.day !== undefined || !visibility.visible) return undefined;
    return { exchange: context.exchange, ...store.get(scanAtom) };
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    const question = wanted();
    asked = JSON.stringify(question);
    const mine = ++sequence;
    if (!question) return;
    try {
      const { data } = await load<typeof scanCall>("post", SCAN_PATH, question);
      if (mine !== sequence) return;
      store.set(foundAtom, { ...data, ...question, sequence: mine });
      store.set(whyNotAtom, "");
    } catch (error) {
      if (mine !== sequence) return;
      const words = error instanceof RefusedCall ? error.message : "";
      store.set(whyNotAtom, words || "The server does not answer. The scan is tried again.");
    }
    timer = setTimeout(ask, AGAIN_MS);
  }

  const changed = (): void => {
    if (JSON.stringify(wanted()) !== asked) void ask();
  };
  const ends = [store.sub(contextAtom, changed), store.sub(scanAtom, changed), visibility.watch(changed)];
  void ask();
  return () => {
    sequence++;
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
