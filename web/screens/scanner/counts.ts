/** How many contracts each scan of the rail finds: one is asked for after the other, beside the scan that is shown. */
import type { createStore } from "jotai";
import type { Scan } from "#contract/domain/formula/scan.ts";
import { SCAN_PATH } from "#contract/wire/http/api-path.ts";
import type { scan as scanCall } from "#contract/wire/http/scanner.ts";
import { READY_MADE } from "../../kit/futures/ready-made-scans.ts";
import { load } from "../../state/api.ts";
import type { PaneVisibility } from "../../state/pane/visibility.ts";
import { ownScans, type scanner } from "./pane.ts";

type Store = ReturnType<typeof createStore>;

/** The server takes forty counts a minute from one user, beside his scans: fifteen of a pane. */
const EACH_MS = 4000;

/** While the rail is seen and the market is live. @returns the end of it. */
export function followCounts(
  store: Store,
  { contextAtom, scans, countsAtom }: ReturnType<typeof scanner.of>,
  visibility: PaneVisibility,
): () => void {
  let at = 0;
  let isAsking = false;

  /** The next scan but the one that is shown, whose answer counts anyway. */
  function next(): { readonly name: string; readonly scan: Scan } | undefined {
    const own = store.get(ownScans.setsAtom);
    const all = new Map([...READY_MADE, ...Object.entries(own)]);
    const names = store.get(scans.namesAtom).filter((name) => name !== store.get(scans.currentAtom).name);
    const name = names[at++ % Math.max(names.length, 1)];
    const scan = name === undefined ? undefined : all.get(name);
    return name === undefined || scan === undefined ? undefined : { name, scan };
  }

  async function ask(): Promise<void> {
    const context = store.get(contextAtom);
    const counted = !isAsking && context && context.day === undefined && visibility.visible ? next() : undefined;
    if (counted === undefined || context === undefined) return;
    isAsking = true;
    const { exchange } = context;
    try {
      const { data } = await load<typeof scanCall>("post", SCAN_PATH, { exchange, ...counted.scan, most: 0 });
      if (store.get(contextAtom)?.exchange === exchange)
        store.set(countsAtom, (before) => new Map(before).set(counted.name, data.matches));
    } catch {
      // Its count stays as old as it is, and its turn comes again.
    } finally {
      isAsking = false;
    }
  }

  let exchange = store.get(contextAtom)?.exchange;
  const end = store.sub(contextAtom, () => {
    const now = store.get(contextAtom)?.exchange;
    if (now !== exchange) store.set(countsAtom, new Map());
    exchange = now;
  });
  const timer = setInterval(ask, EACH_MS);
  return () => {
    clearInterval(timer);
    end();
  };
}
