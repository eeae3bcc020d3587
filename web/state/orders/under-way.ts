/**
 * Orders of strategies that were sent. Until the answers are booked a strategy has them as not traded, and so has what is loaded
 * of it elsewhere: the browser keeps each press, so that neither a reload nor another tab sends one of its orders again.
 */
import { atom } from "jotai";
import { readItem, writeItem } from "../saved/storage.ts";
import type { BasketState } from "./basket/basket.ts";
import type { Child } from "./child.ts";
import { nameOfSent } from "./order-name.ts";

/** How many presses of this page are under way: until all is answered nobody knows which of these orders would be sent twice. */
export const underWayAtom = atom(0);
underWayAtom.debugLabel = "underWay";

/** The browser asks, in its own words, before the page is left. @returns its end */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

export interface KeptPress {
  /** Orders that were sent, or may have been, as {@link nameOfOrder}. */
  readonly names: readonly string[];
  /** When what went last of it was sent, ms since 1970. */
  readonly at: number;
  /** The press with no more than what tells its calls apart and what became of them: {@link FIELDS}. */
  readonly basket: BasketState;
}

/** Also the lock that a page holds while it sends the press. */
export const PRESS_PREFIX = "press ";
const FIELDS =
  "names at basket press stage legs id draft side type lot strategy children state item qty reads isOurs".split(" ");
/** Orders of an earlier day are over, and the broker tells what became of them. */
const KEPT_MS = 16 * 3_600_000;

/** The broker has nothing of it. */
export const isRefused = ({ state }: Child): boolean => state === "rejected" || state === "dropped";

/** Keeps a press with those of its orders that may be at the broker; without any it is forgotten. */
export function keepPress(basket: BasketState, isSending = false): void {
  const now = Date.now();
  const own = PRESS_PREFIX + basket.press;
  const at = (isSending ? undefined : keptPress(basket.press)?.at) ?? now;
  for (const [key, text] of kept()) if (!(now - (read(text)?.at ?? 0) < KEPT_MS)) writeItem(key, "{}");
  const names = basket.legs.filter(({ children }) => !children.every(isRefused)).map(nameOfSent);
  const press: KeptPress = { names, at, basket };
  writeItem(own, names.length > 0 ? JSON.stringify(press, FIELDS) : "{}");
}

/** A press as it is kept now; undefined where nothing of it is at the broker any more. */
export const keptPress = (press: string): KeptPress | undefined => read(readItem(PRESS_PREFIX + press) ?? "");

/** The kept presses that any of these orders may have gone with. */
export function keptPresses(names: readonly string[]): readonly KeptPress[] {
  return kept().flatMap(([, text]) => {
    // Tables ask with each tick: what is not of them is not read.
    const press = names.some((name) => text.includes(name)) ? read(text) : undefined;
    return press?.names.some((name) => names.includes(name)) ? [press] : [];
  });
}

/**
 * Whether one of these orders was sent today, and what becomes of it is still to be booked: what the product gave up may come as long as
 * the rest of its press is asked for.
 * @param waiting names of orders that are not traded
 */
export const mayBeBooked = (names: readonly string[], waiting: readonly string[]): boolean =>
  keptPresses(waiting).some(
    ({ at, basket }) =>
      Date.now() - at < KEPT_MS &&
      basket.legs.some(
        (leg) => names.includes(nameOfSent(leg)) && !leg.children.every((one) => isRefused(one) && !one.isOurs),
      ),
  );

function kept(): readonly (readonly [key: string, text: string])[] {
  const found: [string, string][] = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i) ?? "";
      if (key.startsWith(PRESS_PREFIX)) found.push([key, readItem(key) ?? ""]);
    }
  } catch {
    // It is switched off: then a press lives as long as the page.
  }
  return found;
}

function read(text: string): KeptPress | undefined {
  try {
    const press = JSON.parse(text);
    return Array.isArray(press?.names) && press.basket ? press : undefined;
  } catch {
    return undefined;
  }
}
