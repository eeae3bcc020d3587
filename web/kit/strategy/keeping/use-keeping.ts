/** Saving and loading of the builder's strategy, and what happens when the page is left. */
import { useAtomValue, useStore } from "jotai";
import { useCallback, useEffect, useState } from "react";
import { EXCHANGES, type Exchange } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { RefusedCall } from "../../../state/api.ts";
import { isReplayingAtom } from "../../../state/clock/day.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { symbolsOf, type Universe } from "../../../state/market/universe.ts";
import type { Letter } from "../../../state/pane/letters.ts";
import { legsOf } from "../../../state/saved/kept-strategy.ts";
import { loadStrategyAtom, type OpenStrategy, sealStrategyAtom } from "../../../state/saved/strategies.ts";
import { ROUTE_MOUNT, useLetter, useMount } from "../../pane/mount.ts";
import { REPLAY_KEEPS } from "../../pane/use-choose-symbol.ts";
import { type StrategyPane, useStrategy } from "../strategy-pane.ts";
import { fullName, kept, lastExpiry, refusal } from "./keeping.ts";
import type { SaveChoice } from "./SaveForm.tsx";

/** Legs that are sealed and ready to be sent. */
interface Sealed {
  /** @returns the server's words. @throws as `SealedSave.send` */
  send(isLast?: boolean): Promise<string>;
}

/** Seals legs. @param isUnasked see `SaveStrategy`. @throws RefusedCall without a leg */
function useSeal(): (choice: SaveChoice, legs: readonly StrategyLeg[], isUnasked?: boolean) => Promise<Sealed> {
  const pane = useStrategy();
  const store = useStore();
  return useCallback(
    async ({ name, replaced, portfolio }, legs, isUnasked = false) => {
      const { snapshot } = store.get(pane.stateAtom);
      const context = store.get(pane.contextAtom);
      const expiry = lastExpiry(legs);
      if (!snapshot || !context || expiry === undefined) throw new RefusedCall(0, "There is no leg to save");
      const { symbol } = context;
      const { date, spot } = snapshot;
      const openBefore = store.get(pane.openAtom);
      const idBefore = store.get(pane.strategyIdAtom);
      const shown = name === undefined ? (replaced?.name ?? symbol) : fullName(name, symbol, date, expiry);
      const sealed = await store.set(sealStrategyAtom, {
        strategy: kept({ name: shown, symbol, date, expiry, legs, spot: spot.spot }),
        ...(replaced ? { replaced } : !openBefore && { newId: idBefore }),
        ...(portfolio !== undefined && { portfolio }),
        isUnasked,
      });
      return {
        async send(isLast) {
          const { saved, message } = await sealed.send(isLast);
          const openNow = store.get(pane.openAtom);
          const isThere = store.get(pane.contextAtom)?.symbol === symbol && store.get(pane.legsAtom).length > 0;
          // Another strategy, loaded or begun meanwhile, is not this one; nor is the same one, loaded again.
          const isSame = openNow === openBefore && store.get(pane.strategyIdAtom) === idBefore;
          if (isThere && (isSame || openNow?.keptRevision === saved.keptRevision)) {
            store.set(pane.openAtom, saved);
            store.set(pane.savedLegsAtom, legs);
          }
          return message;
        },
      };
    },
    [pane, store],
  );
}

/** Saves what the builder holds. @returns the server's words. @throws as `SealedSave.send` */
export function useSave(): (choice: SaveChoice) => Promise<string> {
  const { legsAtom } = useStrategy();
  const store = useStore();
  const seal = useSeal();
  return useCallback(async (choice) => (await seal(choice, store.get(legsAtom))).send(), [seal, store, legsAtom]);
}

/**
 * Opens a kept strategy: of another symbol, the letter turns to that symbol first, and to its exchange.
 * @throws as `loadStrategyAtom`; RangeError, in words for the user, as `turnTo`
 */
export function useLoad(): (open: OpenStrategy) => Promise<void> {
  const pane = useStrategy();
  const store = useStore();
  const letter = useLetter();
  return useCallback(
    async (open) => {
      const { kept: strategy, keptRevision } = await store.set(loadStrategyAtom, open.id);
      const legs = legsOf(strategy);
      turnTo(strategy.symbolName, store, letter);
      store.set(pane.clearAtom);
      store.set(pane.legsAtom, legs);
      store.set(pane.openAtom, { ...open, keptRevision });
      store.set(pane.savedLegsAtom, legs);
    },
    [pane, store, letter],
  );
}

/** Undefined where the market does not list the symbol. */
export const exchangeOf = (symbol: string, universe: Universe | undefined): Exchange | undefined =>
  universe && EXCHANGES.find((one) => symbolsOf(universe, one).includes(symbol));

/** @throws RangeError where the market does not list the symbol, or a replay keeps another: legs are no other symbol's */
export function turnTo(symbol: string, store: ReturnType<typeof useStore>, letter: Letter): void {
  if (store.get(letter.contextAtom)?.symbol === symbol) return;
  if (store.get(isReplayingAtom)) throw new RangeError(REPLAY_KEEPS);
  const exchange = exchangeOf(symbol, store.get(universeAtom));
  if (!exchange) throw new RangeError(`${symbol} is not listed`);
  if (store.get(letter.exchangeAtom) !== exchange) store.set(letter.chooseExchangeAtom, exchange);
  store.set(letter.chooseSymbolAtom, symbol);
}

/** After a change nothing is sent for so long: a price that is being typed is one change. Milliseconds. */
const SETTLED_MS = 2000;

/** Ends the question about the legs of a screen that is not looked at: it does so when the screen is returned to. */
const endsQuestion = new WeakMap<StrategyPane, () => void>();

/**
 * With 'Auto Save' a change is sealed at once and sent two seconds later, or when the page or the strategy is left. Without it,
 * and where the change could not be saved, the browser asks before legs that are not saved are left behind.
 */
export function useLeaving(): void {
  const pane = useStrategy();
  const store = useStore();
  const legs = useAtomValue(pane.legsAtom);
  const isChanged = useAtomValue(pane.isUnsavedAtom);
  const id = useAtomValue(pane.openAtom)?.id;
  const { autoSave } = useAtomValue(pane.autoSaveAtom);
  const seal = useSeal();
  // In a workspace the legs end with their pane.
  const outlivesView = useMount() === ROUTE_MOUNT;
  const [failed, setFailed] = useState<readonly StrategyLeg[]>();
  const replacedId = autoSave ? id : undefined;

  useEffect(() => {
    const replaced = store.get(pane.openAtom);
    if (!isChanged || replacedId === undefined || !replaced) return;
    let waiting: Sealed | undefined;
    let isLeft = false;
    function fail(error: unknown): void {
      setFailed(legs);
      console.warn("the strategy is not saved:", error);
      if (error instanceof RefusedCall) toasts.show({ message: `Auto Save: ${refusal(error)}`, type: "warning" });
    }
    function send(isLast: boolean): void {
      const one = waiting;
      waiting = undefined;
      one?.send(isLast).catch((error: unknown) => {
        if (!(error instanceof RefusedCall)) waiting = one; // leaving tries again
        fail(error);
      });
    }
    seal({ replaced }, legs, true).then((one) => {
      waiting = one;
      if (isLeft) send(true);
    }, fail);
    const timer = setTimeout(() => send(false), SETTLED_MS);
    function leave(): void {
      clearTimeout(timer);
      isLeft = true;
      send(true);
    }
    const hide = (): void => {
      if (document.hidden) leave();
    };
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      const isOvertaken = store.get(pane.openAtom)?.id === replacedId && store.get(pane.legsAtom) !== legs;
      const isSaved = store.get(pane.savedLegsAtom) === legs;
      if (!isOvertaken && !isSaved) leave();
    };
  }, [isChanged, replacedId, seal, legs, pane, store]);

  useEffect(() => {
    endsQuestion.get(pane)?.();
    const isUnsaved = (): boolean => store.get(pane.isUnsavedAtom);
    return () => {
      if (!outlivesView || !isUnsaved()) return;
      const ask = (event: BeforeUnloadEvent): void => {
        if (isUnsaved()) event.preventDefault(); // it may be saved by itself meanwhile
      };
      addEventListener("beforeunload", ask);
      endsQuestion.set(pane, () => removeEventListener("beforeunload", ask));
    };
  }, [pane, store, outlivesView]);

  const isSafe = replacedId !== undefined && failed !== legs;
  useEffect(() => {
    if (!isChanged || isSafe) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault(); // the browser asks in its own words
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged, isSafe]);
}
