/** A quant worker of the pool: it is home to some underlyings, and derives the snapshots of the panes that read them. */
import type { MarketClock } from "../domain/clock.ts";
import type { HostPort } from "./port.ts";
import type { PaneContext } from "./screen.ts";
import type { WatchRequest } from "./watch.ts";

export interface SubscribeRequest {
  /** The screen's id. */
  readonly screen: string;
  readonly pane: PaneContext;
  readonly params: unknown;
  readonly visible: boolean;
}

/** Called through Comlink. */
export interface QuantApi {
  /** `kernel` is the compiled WebAssembly.Module, shared by the pool; `feed` the port to the feed worker. */
  start(kernel: object, feed: HostPort): void;
  /** Loads a screen's derivation before it is subscribed to. */
  prepare(screen: string): void;
  /**
   * Opens a subscription: snapshots come over `pane`, which carries PaneMessage one way and PaneControl the other. What is
   * sent to it before the derivation is loaded, and the worker started, waits in the port.
   */
  subscribe(request: SubscribeRequest, pane: HostPort): Promise<void>;
  /** Opens a watch: what fires comes over `port` as WatchMessage; params, pane and close go the other way. */
  watch(request: WatchRequest, port: HostPort): Promise<void>;
  /** Runs one-off work; `port` carries JobMessage one way and JobControl the other. @throws what the work throws */
  job(id: string, input: unknown, port: HostPort): Promise<unknown>;
}

/** Main thread to quant worker, over the subscription's port. */
export type PaneControl =
  | { readonly type: "params"; readonly params: unknown }
  | { readonly type: "pane"; readonly pane: PaneContext }
  | { readonly type: "visible"; readonly visible: boolean }
  /** The user turned to it: of its worker's panes it goes first from now on, and keeps its rate where others are slowed. */
  | { readonly type: "active" }
  /** The snapshot is on the screen: the next may come. Until then none is sent, so a slow main thread slows the worker. */
  | { readonly type: "painted"; readonly sequence: number }
  /** What the pane could not have may be there now: it is asked for again. */
  | { readonly type: "retry" }
  | { readonly type: "close" };

/** Quant worker to main thread, over the subscription's port. */
export type PaneMessage<Snapshot> = {
  /** What it is about: it marks a message that was under way while the pane changed. */
  readonly pane: PaneContext;
} & (
  | {
      readonly type: "snapshot";
      readonly sequence: number;
      readonly snapshot: Snapshot;
      readonly clock: MarketClock;
      /** Milliseconds since the newest figures of the pane's rooms arrived, when this was sent; NaN where none are of a room. */
      readonly age: number;
      /** Milliseconds that its derivation took. */
      readonly cost: number;
      /** Minutes between two frames of the source, or of the user's plan; 0 where it ticks. */
      readonly cadence: number;
      /**
       * Off the live market: the minute whose figures are shown, the last one recorded at or before the clock's; NaN
       * where none is. Live: the clock's own minute.
       */
      readonly recorded: number;
      /** What is wrong with the feed of the pane's rooms, in words; '' for nothing, and off the live market. */
      readonly trouble: string;
      /** What the pane's rooms lack though their feed is up, in words; '' for nothing, and off the live market. */
      readonly lacks: string;
      /** Live, before the session of the pane's first room: the minute at which it opens. Else NaN. */
      readonly opensAt: number;
    }
  | { readonly type: "loading" }
  /** A room cannot be had; `status` as in RoomUpdate. */
  | { readonly type: "missing"; readonly status: number; readonly message: string }
);
