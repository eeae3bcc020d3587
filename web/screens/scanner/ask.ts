/**
 * Asks the server for the pane's scan, and again on a timer: while the pane is seen on the live market. A scan that is armed is
 * asked for unseen, too, on whatever page and day the board is: of several tabs by one, because the server takes forty a minute.
 */
import type { createStore } from "jotai";
import { SCAN_PATH } from "#contract/wire/http/api-path.ts";
import type { scan as scanCall } from "#contract/wire/http/scanner.ts";
import { tellAlert } from "../../components/toasts/alert.ts";
import { notifiesAtom } from "../../kit/alerts/rules.ts";
import { load, RefusedCall } from "../../state/api.ts";
import { alertSettingsAtom } from "../../state/market/alerts.ts";
import { exchangeClockAtom } from "../../state/market/market.ts";
import { createNewcomers, newcomersText } from "./newcomers.ts";
import type { scanner } from "./pane.ts";
import { withAnswer } from "./strip.ts";
import { takeTurn } from "./turn.ts";

type Store = ReturnType<typeof createStore>;
type Pane = ReturnType<typeof scanner.of>;

/** The server takes forty scans a minute from one user: twelve of a pane, and those that the user asks for. */
const AGAIN_MS = 5000;

const followed = new WeakMap<Pane, { by: number; readonly end: () => void }>();

/** For its screen, and for who watches it while it is armed: both hear of the same answers. @returns the end of it. */
export function followScan(store: Store, pane: Pane): () => void {
  const one = followed.get(pane) ?? { by: 0, end: ask(store, pane) };
  followed.set(pane, one);
  one.by++;
  return () => {
    if (--one.by > 0) return;
    followed.delete(pane);
    one.end();
  };
}

/** @returns the end of it. */
function ask(
  store: Store,
  { contextAtom, scanAtom, foundAtom, whyNotAtom, historyAtom, isArmedAtom, armedExchangeAtom, isSeenAtom }: Pane,
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
  /** What came last was asked for while the exchange's clock stood: until it goes on no answer is another one. */
  let isFinal = false;

  const stands = (): boolean => store.get(exchangeClockAtom)?.time.rate === 0;
  /** Unseen it stays on the exchange that it was armed on, whatever chain the user looks at. */
  const shown = () => {
    const context = store.get(contextAtom);
    const armedOn = store.get(isSeenAtom) ? null : store.get(armedExchangeAtom);
    return context && { exchange: armedOn ?? context.exchange, ...store.get(scanAtom) };
  };
  /** What to ask for; undefined while nobody wants an answer. */
  const wanted = () => (store.get(isSeenAtom) || turn?.isMine() === true ? shown() : undefined);

  async function again(): Promise<void> {
    clearTimeout(timer);
    const question = wanted();
    const text = JSON.stringify(question);
    asked = text;
    const mine = ++sequence;
    isFinal = false;
    if (!question) return;
    const stood = stands();
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
        tellAlert(
          newcomersText(names, question.formula),
          store.get(alertSettingsAtom),
          store.get(notifiesAtom) ? "Scanner" : undefined,
        );
      store.set(whyNotAtom, "");
      isFinal = stood;
    } catch (error) {
      if (mine !== sequence) return;
      const words = error instanceof RefusedCall ? error.message : "";
      store.set(whyNotAtom, words || "The server does not answer. The scan is tried again.");
    }
    wait();
  }

  function wait(): void {
    timer = setTimeout(() => (isFinal && stands() ? wait() : void again()), AGAIN_MS);
  }

  const arm = (): void => {
    const scan = store.get(isArmedAtom) ? shown() : undefined;
    const name = scan ? `${scan.exchange} ${scan.kind} ${scan.formula}` : "";
    if (name === armed) return;
    armed = name;
    turn?.end();
    turn = scan && takeTurn(name, changed);
  };
  const changed = (): void => {
    arm(); // a turn that is kept after its scan is left would silence the other tabs
    if (JSON.stringify(wanted()) !== asked) void again();
  };
  /** What is seen armed is what is armed. */
  const looked = (): void => {
    const exchange = store.get(contextAtom)?.exchange;
    const isArmedHere = store.get(isSeenAtom) && store.get(isArmedAtom);
    if (exchange && isArmedHere && exchange !== store.get(armedExchangeAtom)) store.set(armedExchangeAtom, exchange);
    changed();
  };
  const ends = [
    store.sub(contextAtom, looked),
    store.sub(armedExchangeAtom, changed),
    store.sub(scanAtom, changed),
    store.sub(isArmedAtom, looked),
    store.sub(isSeenAtom, looked),
    // Another tab's changes are followed only while somebody listens.
    ...[alertSettingsAtom, notifiesAtom].map((one) => store.sub(one, () => undefined)),
  ];
  looked();
  return () => {
    sequence++;
    clearTimeout(timer);
    turn?.end();
    for (const end of ends) end();
  };
}
