/**
 * Asks the server for the pane's scan, and again on a timer: while the market is live and the pane is seen. A scan that is
 * armed is asked for in a hidden tab, too.
 */
import type { createStore } from "jotai";
import { SCAN_PATH } from "#contract/wire/http/api-path.ts";
import type { scan as scanCall } from "#contract/wire/http/scanner.ts";
import { tellAlert } from "../../components/toasts/alert.ts";
import { load, RefusedCall } from "../../state/api.ts";
import { alertSettingsAtom } from "../../state/market/alerts.ts";
import type { PaneVisibility } from "../../state/pane/visibility.ts";
import { createNewcomers, newcomersText } from "./newcomers.ts";
import type { scanner } from "./pane.ts";
import { withAnswer } from "./strip.ts";
import { takeTurn } from "./turn.ts";

type Store = ReturnType<typeof createStore>;

/** The server takes forty scans a minute from one user: twelve of a pane, and those that the user asks for. */
const AGAIN_MS = 5000;

/** @returns the end of it. */
export function followScan(
  store: Store,
  { contextAtom, scanAtom, foundAtom, whyNotAtom, historyAtom, isArmedAtom }: ReturnType<typeof scanner.of>,
  visibility: PaneVisibility,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What was asked for last. */
  let asked = "";
  /** Grows with each question; what answers an earlier one is too late. */
  let sequence = 0;
  const newcomers = createNewcomers();
  /** Who passed when the same was asked before: of those that do no longer the server says why. */
  let watched: { readonly of: string; readonly token: number[] } = { of: "", token: [] };
  let turn: ReturnType<typeof takeTurn> | undefined;
  /** The scan that it is the turn of; '' while none is armed. */
  let armed = "";

  /** What to ask for; undefined where there is nothing to ask. */
  function wanted() {
    const context = store.get(contextAtom);
    if (!context || context.day !== undefined) return undefined;
    if (!visibility.visible && !store.get(isArmedAtom)) return undefined;
    return { exchange: context.exchange, ...store.get(scanAtom) };
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    const question = wanted();
    const text = JSON.stringify(question);
    asked = text;
    const mine = ++sequence;
    if (!question) return;
    try {
      const { data } = await load<typeof scanCall>("post", SCAN_PATH, {
        ...question,
        ...(watched.of === text && { watched: watched.token }),
      });
      if (mine !== sequence) return;
      const found = { ...data, ...question, sequence: mine };
      const isWhole = data.matches === data.found.token.length;
      watched = { of: text, token: isWhole ? data.found.token : [] };
      store.set(foundAtom, found);
      store.set(historyAtom, withAnswer(store.get(historyAtom), `${asked} ${data.date}`, data.minute, data.matches));
      const names = newcomers.of(found);
      if (names.length > 0 && turn?.isMine() === true)
        tellAlert(newcomersText(names, question.formula), store.get(alertSettingsAtom), "Scanner");
      store.set(whyNotAtom, "");
    } catch (error) {
      if (mine !== sequence) return;
      const words = error instanceof RefusedCall ? error.message : "";
      store.set(whyNotAtom, words || "The server does not answer. The scan is tried again.");
    }
    timer = setTimeout(ask, AGAIN_MS);
  }

  const arm = (): void => {
    const question = store.get(isArmedAtom) ? wanted() : undefined;
    const name = question ? `${question.exchange} ${question.kind} ${question.formula}` : "";
    if (name === armed) return;
    armed = name;
    turn?.end();
    turn = question && takeTurn(name);
  };
  const changed = (): void => {
    arm(); // a turn that is kept after its scan is left would silence the other tabs
    if (JSON.stringify(wanted()) !== asked) void ask();
  };
  const ends = [
    store.sub(contextAtom, changed),
    store.sub(scanAtom, changed),
    store.sub(isArmedAtom, changed),
    visibility.watch(changed),
    store.sub(alertSettingsAtom, () => undefined), // another tab's changes are followed only while somebody listens
  ];
  arm();
  void ask();
  return () => {
    sequence++;
    clearTimeout(timer);
    turn?.end();
    for (const end of ends) end();
  };
}
