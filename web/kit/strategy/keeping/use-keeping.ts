/** Saving and loading of the builder's strategy, and what happens when the page is left. */
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { useCallback, useEffect } from "react";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { RefusedCall } from "../../../state/api.ts";
import { loadStrategyAtom, type OpenStrategy, sealStrategyAtom } from "../../../state/saved/strategies.ts";
import { useLetter } from "../../pane/mount.ts";
import { useStrategy } from "../strategy-pane.ts";
import { fullName, kept, lastExpiry, legsOf } from "./keeping.ts";
import type { SaveChoice } from "./SaveForm.tsx";

/** The legs sealed and ready to be sent. @throws RefusedCall without a leg */
function useSeal(): (
  choice: SaveChoice,
  legs: readonly StrategyLeg[],
) => Promise<{ send(isLast?: boolean): Promise<string> }> {
  const pane = useStrategy();
  const store = useStore();
  const seal = useSetAtom(sealStrategyAtom);
  return useCallback(
    async ({ name, replaced, portfolio }, legs) => {
      const { snapshot } = store.get(pane.stateAtom);
      const context = store.get(pane.contextAtom);
      const expiry = lastExpiry(legs);
      if (!snapshot || !context || expiry === undefined) throw new RefusedCall(0, "There is no leg to save");
      const { symbol } = context;
      const { date, spot } = snapshot;
      const shown = name === undefined ? (replaced?.name ?? symbol) : fullName(name, symbol, date, expiry);
      const sealed = await seal({
        strategy: kept({ name: shown, symbol, date, expiry, legs, spot: spot.spot }),
        ...(replaced && { id: replaced.id }),
        ...(portfolio !== undefined && { portfolio }),
      });
      return {
        async send(isLast) {
          const { saved, message } = await sealed.send(isLast);
          store.set(pane.openAtom, saved);
          store.set(pane.savedLegsAtom, legs);
          return message;
        },
      };
    },
    [pane, store, seal],
  );
}

/** Saves what the builder holds. @returns the server's words. @throws as `SealedSave.send` */
export function useSave(): (choice: SaveChoice) => Promise<string> {
  const { legsAtom } = useStrategy();
  const store = useStore();
  const seal = useSeal();
  return useCallback(async (choice) => (await seal(choice, store.get(legsAtom))).send(), [seal, store, legsAtom]);
}

/** Opens a kept strategy: of another symbol, the letter turns to that symbol first. @throws as `loadStrategyAtom` */
export function useLoad(): (open: OpenStrategy) => Promise<void> {
  const pane = useStrategy();
  const store = useStore();
  const load = useSetAtom(loadStrategyAtom);
  const { chooseSymbolAtom } = useLetter();
  return useCallback(
    async (open) => {
      const strategy = await load(open.id);
      const legs = legsOf(strategy);
      if (store.get(pane.contextAtom)?.symbol !== strategy.symbolName) store.set(chooseSymbolAtom, strategy.symbolName);
      store.set(pane.legsAtom, legs);
      store.set(pane.openAtom, open);
      store.set(pane.savedLegsAtom, legs);
      store.set(pane.panelAtom, "ladder");
    },
    [pane, store, load, chooseSymbolAtom],
  );
}

/** After a change nothing is sent for so long: a price that is being typed is one change. Milliseconds. */
const SETTLED_MS = 2000;

/**
 * With 'Auto Save' a change is sealed at once and sent two seconds later, or when the page goes. Without it the browser asks
 * before legs that are not saved are left behind.
 */
export function useLeaving(): void {
  const pane = useStrategy();
  const legs = useAtomValue(pane.legsAtom);
  const saved = useAtomValue(pane.savedLegsAtom);
  const open = useAtomValue(pane.openAtom);
  const { autoSave } = useAtomValue(pane.autoSaveAtom);
  const seal = useSeal();
  const isChanged = legs.length > 0 && legs !== saved;
  const replaced = autoSave ? open : undefined;

  useEffect(() => {
    if (!isChanged || !replaced) return;
    const sealed = seal({ replaced }, legs);
    let ready: { send(isLast?: boolean): Promise<string> } | undefined;
    const tell = (error: unknown): void => console.warn("the strategy is not saved:", error);
    sealed.then((one) => {
      ready = one;
    }, tell);
    const timer = setTimeout(() => void sealed.then((one) => one.send()).catch(tell), SETTLED_MS);
    const hide = (): void => void ready?.send(true).catch(tell);
    addEventListener("pagehide", hide);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", hide);
    };
  }, [isChanged, replaced, seal, legs]);

  useEffect(() => {
    if (!isChanged || replaced) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault(); // the browser asks in its own words
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged, replaced]);
}
