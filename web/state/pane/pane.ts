/**
 * A pane's state, and its subscription. The snapshot lives in one atom, set once per snapshot; React does not re-render
 * on a tick: live parts subscribe to the store and paint, slow facts are small derived atoms.
 */
import { type Atom, atom, type createStore, type PrimitiveAtom, useAtomValue, useStore } from "jotai";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Client, PaneSubscription } from "#client/client.ts";
import type { MarketClock } from "#contract/domain/clock.ts";
import type { PaneMessage } from "#contract/worker/quant-api.ts";
import { isSamePane, isSameSubject, type PaneContext, type PaneDefinition } from "#contract/worker/screen.ts";
import { frameQueue } from "../../frame/frame-queue.ts";
import { clientAtom } from "../market/market.ts";
import { afterPaint } from "./after-paint.ts";
import { type PaneVisibility, watchVisibility } from "./visibility.ts";

/** What a pane shows. After the first load old figures stay until new ones come. */
export interface PaneState<Snapshot> {
  readonly status: "loading" | "ready" | "missing";
  readonly snapshot: Snapshot | undefined;
  /** The clock the snapshot was derived at. */
  readonly clock: MarketClock | undefined;
  /** What the snapshot is of; a snapshot of another symbol or expiry is never shown under this header. */
  readonly context: PaneContext | undefined;
  /** Monotonic time of the newest frame behind the snapshot; NaN where there was none. */
  readonly frameAt: number;
  /** Minutes between two frames of the source; 0 where it ticks. */
  readonly cadence: number;
  /** Off the live market, the minute whose figures are shown: in a hole, the last recorded one; NaN where none is. */
  readonly recorded: number;
  /** What is wrong with the feed, in words; '' for nothing. */
  readonly trouble: string;
  /** What its rooms lack though their feed is up, in words; '' for nothing. */
  readonly lacks: string;
  /** Live, before the session: the minute at which it opens; else NaN. */
  readonly opensAt: number;
  readonly sequence: number;
  /** Milliseconds of a worker that the snapshot took. */
  readonly cost: number;
  /** Why a room cannot be had. */
  readonly message: string;
}

/** What the board, tests and benches may ask of a pane's root element. */
export interface PaneHandle {
  state(): PaneState<unknown>;
  /** Monotonic time at which the page painted the newest snapshot. */
  paintedAt: number;
  /** The user turned to the pane. */
  activate(): void;
  /** Called with each snapshot when the page has painted it; a grid tells itself when its canvas shows it. */
  onPainted?: (state: PaneState<unknown>) => void;
}
export type PaneElement = HTMLElement & { paneHandle?: PaneHandle };

export interface PaneAtoms<Params, Snapshot> {
  /** What the pane looks at; undefined until the market is known. */
  readonly contextAtom: Atom<PaneContext | undefined>;
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
  lacks: "",
  opensAt: Number.NaN,
  sequence: 0,
  cost: 0,
  message: "",
});

/** The one snapshot atom of a pane. */
export function createStateAtom<Snapshot>(label: string): PrimitiveAtom<PaneState<Snapshot>> {
  const initial: PaneState<Snapshot> = empty(undefined);
  const stateAtom = atom(initial);
  stateAtom.debugLabel = label;
  return stateAtom;
}

function nextState<Snapshot>(
  state: PaneState<Snapshot>,
  message: PaneMessage<Snapshot>,
  context: PaneContext,
): PaneState<Snapshot> {
  switch (message.type) {
    case "snapshot": {
      const { type: _type, pane: _pane, age, ...figures } = message;
      return { ...figures, status: "ready", context, frameAt: performance.now() - age, message: "" };
    }
    case "missing":
      return { ...empty<Snapshot>(context), status: "missing", message: message.message };
    case "loading":
      return state.snapshot ? state : empty(context);
  }
}

type Store = ReturnType<typeof createStore>;

export interface PaneSession {
  readonly handle: PaneHandle;
  /** Asks again for what could not be had: it may be there now. */
  retry(): void;
  close(): void;
}

/**
 * One subscription as long as the pane is mounted: symbol, expiry, day and params change over its port. Opened once the
 * market is known.
 */
export function openPaneSession<Params, Snapshot>(
  store: Store,
  client: Pick<Client, "prepare" | "subscribe">,
  definition: PaneDefinition<Params, Snapshot>,
  { contextAtom, paramsAtom, stateAtom }: PaneAtoms<Params, Snapshot>,
  visibility: PaneVisibility,
): PaneSession {
  const handle: PaneHandle = {
    state: () => store.get(stateAtom),
    paintedAt: 0,
    activate: () => subscription?.activate(),
  };
  let subscription: PaneSubscription | undefined;
  /** What was subscribed to last. */
  let shown: PaneContext | undefined;
  /** Acknowledges the snapshot that waits for the page's next frame. */
  let painting: { readonly callOff: () => void; readonly painted: () => void } | undefined;

  function receive(message: PaneMessage<Snapshot>): void {
    const wanted = store.get(contextAtom) ?? shown;
    if (wanted && isSamePane(message.pane, wanted)) store.set(stateAtom, (state) => nextState(state, message, wanted));
    if (message.type !== "snapshot") return;
    const painted = (): void => {
      painting = undefined;
      handle.paintedAt = performance.now();
      subscription?.painted(message.sequence);
      handle.onPainted?.(store.get(stateAtom));
    };
    // When it is painted here, or on its way to the render worker, another snapshot may come. Nothing is painted of a pane
    // that goes on while it is hidden.
    if (visibility.visible) painting = { callOff: frameQueue().whenPainted(painted), painted };
    else painted();
  }

  function setVisible(visible: boolean): void {
    subscription?.setVisible(visible);
    if (visible || !painting) return;
    // A hidden page has no frames.
    painting.callOff();
    painting.painted();
  }

  /** With the figures goes what React has written of them: the header names another symbol in the same task. */
  function takeAway(context: PaneContext): void {
    store.set(stateAtom, empty<Snapshot>(context));
    afterPaint.now();
  }

  function follow(): void {
    const context = store.get(contextAtom);
    // The market's list may come again without a change.
    if (!context || (shown && isSamePane(context, shown))) return;
    const before = shown;
    shown = context;
    // The same chain on another day keeps its figures, under their own date, until those of the day come.
    if (!before || !isSameSubject(definition.home, before, context)) takeAway(context);
    if (subscription) subscription.setPane(context);
    else {
      const initial = { pane: context, params: store.get(paramsAtom), visible: visibility.visible };
      subscription = client.subscribe(definition, initial, receive);
    }
  }

  client.prepare(definition.id);
  const ends = [
    visibility.watch(setVisible),
    store.sub(contextAtom, follow),
    store.sub(paramsAtom, () => subscription?.setParams(store.get(paramsAtom))),
  ];
  follow();

  return {
    handle,
    retry() {
      if (shown) takeAway(shown);
      subscription?.retry();
    },
    close() {
      for (const end of ends) end();
      subscription?.dispose();
      subscription = undefined;
    },
  };
}

/**
 * Subscribes the pane while it is mounted; off screen or in a hidden tab it asks for nothing.
 * @param root the element whose visibility counts.
 * @returns the session's `retry`
 */
export function usePane<Params, Snapshot>(
  definition: PaneDefinition<Params, Snapshot>,
  { contextAtom, paramsAtom, stateAtom }: PaneAtoms<Params, Snapshot>,
  root: RefObject<PaneElement | null>,
): () => void {
  const store = useStore();
  const client = useAtomValue(clientAtom);
  const session = useRef<PaneSession | undefined>(undefined);
  useEffect(() => {
    if (!client) return;
    const atoms = { contextAtom, paramsAtom, stateAtom };
    const opened = openPaneSession(store, client, definition, atoms, watchVisibility(root.current));
    session.current = opened;
    if (root.current) root.current.paneHandle = opened.handle;
    return () => opened.close();
  }, [client, definition, contextAtom, paramsAtom, stateAtom, store, root]);
  return useCallback(() => session.current?.retry(), []);
}
