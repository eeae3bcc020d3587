/**
 * A pane: one screen mounted for one link group. Its snapshot lives in one atom, set once per snapshot; React does not
 * re-render on a tick: live parts subscribe to the store and paint, slow facts are small derived atoms.
 */
import { type Atom, atom, type PrimitiveAtom, useAtomValue, useStore } from "jotai";
import { type RefObject, useEffect, useRef } from "react";
import type { PaneSubscription } from "#client/client.ts";
import type { MarketClock } from "#contract/domain/clock.ts";
import { isSameDay } from "#contract/domain/room-key.ts";
import type { PaneMessage } from "#contract/worker/quant-api.ts";
import type { PaneContext, PaneDefinition } from "#contract/worker/screen.ts";
import { clientAtom, paneContextAtom } from "./market.ts";

/** What a pane shows. After the first load old figures stay until new ones come. */
export interface PaneState<Snapshot> {
  readonly status: "loading" | "ready" | "missing";
  readonly snapshot: Snapshot | undefined;
  /** The clock the snapshot was derived at. */
  readonly clock: MarketClock | undefined;
  /** The symbol and expiry the snapshot is of; a snapshot of another one is never shown under this header. */
  readonly context: PaneContext | undefined;
  /** Monotonic time of the newest frame behind the snapshot; NaN where there was none. */
  readonly frameAt: number;
  /** Minutes between two frames of the source; 0 where it ticks. */
  readonly cadence: number;
  /** Off the live market, the minute whose figures are shown: in a hole, the last recorded one; NaN where none is. */
  readonly recorded: number;
  /** What is wrong with the feed, in words; '' for nothing. */
  readonly trouble: string;
  readonly sequence: number;
  /** Why a room cannot be had. */
  readonly message: string;
}

/** What tests and benches may ask of a pane's root element. */
export interface PaneHandle {
  state(): PaneState<unknown>;
  /** Told of each snapshot in the page's next frame, after its painting; a grid tells itself when its canvas shows it. */
  onPainted?: (state: PaneState<unknown>) => void;
}
export type PaneElement = HTMLElement & { paneHandle?: PaneHandle };

export interface PaneAtoms<Params, Snapshot> {
  readonly paramsAtom: Atom<Params>;
  readonly stateAtom: PrimitiveAtom<PaneState<Snapshot>>;
}

/** Its feed is in trouble: the figures stand, and are shown quietly. */
export const isTroubled = ({ trouble }: PaneState<unknown>): boolean => trouble !== "";

const empty = <Snapshot>(context: PaneContext | undefined): PaneState<Snapshot> => ({
  status: "loading",
  snapshot: undefined,
  clock: undefined,
  context,
  frameAt: Number.NaN,
  cadence: 0,
  recorded: Number.NaN,
  trouble: "",
  sequence: 0,
  message: "",
});

/** The one snapshot atom of a pane. */
export function createStateAtom<Snapshot>(label: string): PrimitiveAtom<PaneState<Snapshot>> {
  const initial: PaneState<Snapshot> = empty(undefined);
  const stateAtom = atom(initial);
  stateAtom.debugLabel = label;
  return stateAtom;
}

const isSamePane = (a: PaneContext, b: PaneContext): boolean =>
  a.symbol === b.symbol &&
  a.expiry === b.expiry &&
  a.exchange === b.exchange &&
  a.isMonthly === b.isMonthly &&
  isSameDay(a.day, b.day);

function nextState<Snapshot>(
  state: PaneState<Snapshot>,
  message: PaneMessage<Snapshot>,
  context: PaneContext,
): PaneState<Snapshot> {
  switch (message.type) {
    case "snapshot":
      return {
        status: "ready",
        snapshot: message.snapshot,
        clock: message.clock,
        context,
        frameAt: performance.now() - message.age,
        cadence: message.cadence,
        recorded: message.recorded,
        trouble: message.trouble,
        sequence: message.sequence,
        message: "",
      };
    case "missing":
      return { ...empty<Snapshot>(context), status: "missing", message: message.message };
    case "loading":
      return state.snapshot ? state : empty(context);
  }
}

/**
 * Subscribes the pane while it is mounted; off screen or in a hidden tab it asks for nothing.
 * @param root the element whose visibility counts.
 */
export function usePane<Params, Snapshot>(
  screen: PaneDefinition<Params, Snapshot>,
  { paramsAtom, stateAtom }: PaneAtoms<Params, Snapshot>,
  root: RefObject<PaneElement | null>,
): void {
  const store = useStore();
  const client = useAtomValue(clientAtom);
  const context = useAtomValue(paneContextAtom);
  const subscription = useRef<PaneSubscription>(undefined);
  const shown = useRef(context);
  const hasContext = context !== undefined;

  // One subscription as long as the pane lives: symbol and expiry change over its port.
  useEffect(() => {
    const first = shown.current ?? store.get(paneContextAtom);
    if (!client || !hasContext || !first) return;
    shown.current = first;
    store.set(stateAtom, empty<Snapshot>(first));
    const handle: PaneHandle = { state: () => store.get(stateAtom) };
    if (root.current) root.current.paneHandle = handle;
    const visibility = watchVisibility(root.current, (visible) => subscription.current?.setVisible(visible));
    const opened = client.subscribe(
      screen,
      { pane: first, params: store.get(paramsAtom), group: "A", visible: visibility.visible },
      (message) => {
        const wanted = store.get(paneContextAtom) ?? first;
        if (isSamePane(message.pane, wanted)) store.set(stateAtom, (state) => nextState(state, message, wanted));
        if (message.type !== "snapshot") return;
        // The next frame's callbacks paint what the render worker does not; when they have run, another may come.
        requestAnimationFrame(() => {
          opened.painted(message.sequence);
          handle.onPainted?.(store.get(stateAtom));
        });
      },
    );
    subscription.current = opened;
    const unsubscribe = store.sub(paramsAtom, () => opened.setParams(store.get(paramsAtom)));
    return () => {
      unsubscribe();
      visibility.stop();
      opened.dispose();
      subscription.current = undefined;
    };
  }, [client, hasContext, screen, paramsAtom, stateAtom, store, root]);

  useEffect(() => {
    if (!context) return;
    // What the market lists may be told again: the same pane said anew is no change.
    const before = shown.current;
    if (before !== undefined && isSamePane(context, before)) return;
    shown.current = context;
    // The same chain on another day: its figures stand, under their own date, until those of the day come.
    const isSameChain =
      before !== undefined && isSamePane({ ...context, day: undefined }, { ...before, day: undefined });
    if (!isSameChain) store.set(stateAtom, empty<Snapshot>(context));
    subscription.current?.setPane(context);
  }, [context, stateAtom, store]);
}

interface Visibility {
  readonly visible: boolean;
  stop(): void;
}

function watchVisibility(element: HTMLElement | null, changed: (visible: boolean) => void): Visibility {
  let onScreen = true;
  let visible = !document.hidden;
  const update = (): void => {
    const next = onScreen && !document.hidden;
    if (next === visible) return;
    visible = next;
    changed(next);
  };
  const observer = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? onScreen; // oldest first
    update();
  });
  if (element) observer.observe(element);
  document.addEventListener("visibilitychange", update);
  return {
    get visible() {
      return visible;
    },
    stop() {
      observer.disconnect();
      document.removeEventListener("visibilitychange", update);
    },
  };
}
