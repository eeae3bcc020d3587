/**
 * The main thread's face of the workers, and the only part of them that the web imports besides the contract:
 * connect, subscribe, dispose.
 *
 * Threads: one feed worker, and a small pool of quant workers, each with a port of its own to the feed worker.
 * Comlink opens things; no per-tick message passes through it.
 */
import { type Remote, transfer, wrap } from "comlink";
import type { DayKey } from "#contract/domain/clock.ts";
import type { HistoryDay, InitList } from "#contract/wire/http/market.ts";
import type { FeedApi, FeedConfig, FeedEvent, ReplayControl } from "#contract/worker/feed-api.ts";
import { type TypedPort, typedPort } from "#contract/worker/port.ts";
import type { PaneMessage, QuantApi, SubscribeRequest } from "#contract/worker/quant-api.ts";
import type { PaneContext, PaneDefinition } from "#contract/worker/screen.ts";
import type { VaultApi } from "#contract/worker/vault-api.ts";
import type { WatchDefinition, WatchMessage, WatchRequest } from "#contract/worker/watch.ts";
import { createHomes, poolSize } from "./homes.ts";
import type { RunJob } from "./jobs.ts";
import { compileQuantCore } from "./quant-core.ts";
import { openSubscription, type PaneSubscription } from "./subscription.ts";

export type { PaneSubscription } from "./subscription.ts";

export type WatchHandle = Pick<PaneSubscription, "setParams" | "setPane" | "dispose">;

export interface Client {
  /** Connects; a second call is an error. Events come until {@link Client.disconnect}. */
  connect(config: FeedConfig, listener: (event: FeedEvent) => void): void;
  /** Loads what the market lists again. */
  refresh(): void;
  /** False closes the market's namespaces while a past day is looked at; true opens them again. */
  setLive(isLive: boolean): void;
  /** The days that can be shown as history. @throws Error in words for the user. */
  history(): Promise<readonly HistoryDay[]>;
  /** What a past day lists. @throws Error in words for the user. */
  universeOf(day: DayKey): Promise<InitList>;
  /** The days that the user keeps in this browser. Rejects where its code cannot be loaded. */
  vault(): Promise<VaultApi>;
  /** Moves the replay; what becomes of it comes back as events. */
  replay(control: ReplayControl): void;
  /** Closes the sockets. Subscriptions stay, and their figures stand. */
  disconnect(): void;
  /** Loads a screen's derivation, so that it is there when the screen is subscribed to. */
  prepare(screen: string): void;
  /** Sends one-off work to a worker that has little to do. Rejects with what the work throws, or with the signal's reason. */
  readonly job: RunJob;
  /** Arms a watch: only what fires is heard of. */
  watch<Rules, Fired>(
    watch: WatchDefinition<Rules, Fired>,
    initial: { readonly pane: PaneContext; readonly params: Rules },
    listener: (message: WatchMessage<Fired>) => void,
  ): WatchHandle;
  /** Opens a screen's subscription. May be called before {@link Client.connect}: it waits. */
  subscribe<Params, Snapshot>(
    screen: PaneDefinition<Params, Snapshot>,
    initial: {
      readonly pane: PaneContext;
      readonly params: Params;
      readonly visible: boolean;
    },
    listener: (message: PaneMessage<Snapshot>) => void,
  ): PaneSubscription;
}

/** Starts the workers. @param failed is called once if a worker or the kernel cannot be loaded. */
export function createClient(failed: (why: unknown) => void): Client {
  const feed: Remote<FeedApi> = wrap(
    new Worker(new URL("../feed/feed.worker.ts", import.meta.url), { type: "module", name: "feed" }),
  );
  const kernel = compileQuantCore();
  const pool = Array.from({ length: poolSize(navigator.hardwareConcurrency) }, (_, i) =>
    startQuant(feed, kernel, `quant ${i}`, failed),
  );
  const homes = createHomes(pool.length);
  let events: TypedPort<ReplayControl, FeedEvent> | undefined;
  /** Opened with the first thing that a user does with it. */
  let vault: Promise<VaultApi> | undefined;
  /** Loaded with the first job: figures need none. */
  let jobs: Promise<RunJob> | undefined;

  return {
    connect(config, listener) {
      const { port1, port2 } = new MessageChannel();
      events = typedPort<ReplayControl, FeedEvent>(port1);
      events.listen(listener);
      feed.start(config, transfer(port2, [port2])).catch(failed);
    },
    refresh: () => void feed.refresh(),
    setLive: (isLive) => void feed.setLive(isLive),
    history: () => feed.history(),
    universeOf: (day) => feed.universeOf(day),
    vault() {
      vault ??= openVault(feed).catch((error: unknown) => {
        vault = undefined; // the next call tries again
        throw error;
      });
      return vault;
    },
    replay: (control) => events?.send(control),
    disconnect: () => void feed.stop(),
    async job(...work) {
      jobs ??= import("./jobs.ts").then(({ createJobs }) =>
        createJobs({
          workers: pool.length,
          loadOf: homes.load,
          open: (worker, id, input, port) => pool[worker]!.job(id, input, transfer(port, [port])),
        }),
      );
      return (await jobs)(...work);
    },
    // In each worker, since the symbol that says which is home may not be known yet; the file is fetched once.
    prepare: (screen) => {
      for (const quant of pool) void quant.prepare(screen);
    },
    watch<Rules, Fired>(
      { id, home }: WatchDefinition<Rules, Fired>,
      initial: Omit<WatchRequest, "id">,
      listener: (message: WatchMessage<Fired>) => void,
    ) {
      const open = (worker: number, request: WatchRequest, port: MessagePort): void => {
        pool[worker]!.watch(request, transfer(port, [port])).catch(failed);
      };
      return openSubscription<WatchMessage<Fired>, WatchRequest>({ homes, open }, home, { id, ...initial }, listener);
    },
    subscribe<Params, Snapshot>(
      screen: PaneDefinition<Params, Snapshot>,
      initial: Omit<SubscribeRequest, "screen">,
      listener: (message: PaneMessage<Snapshot>) => void,
    ) {
      const open = (worker: number, request: SubscribeRequest, port: MessagePort): void => {
        pool[worker].subscribe(request, transfer(port, [port])).catch(failed);
      };
      const request = { screen: screen.id, ...initial };
      return openSubscription<PaneMessage<Snapshot>, SubscribeRequest>({ homes, open }, screen.home, request, listener);
    },
  };
}

async function openVault(feed: Remote<FeedApi>): Promise<VaultApi> {
  const { port1, port2 } = new MessageChannel();
  await feed.openVault(transfer(port2, [port2]));
  return wrap<VaultApi>(port1);
}

/** May be subscribed to at once: the worker answers when it has started. */
function startQuant(
  feed: Remote<FeedApi>,
  kernel: Promise<WebAssembly.Module>,
  name: string,
  failed: (why: unknown) => void,
): Remote<QuantApi> {
  const quant: Remote<QuantApi> = wrap(
    new Worker(new URL("../quant/quant.worker.ts", import.meta.url), { type: "module", name }),
  );
  const { port1, port2 } = new MessageChannel();
  feed
    .attach(transfer(port1, [port1]))
    .then(async () => quant.start(await kernel, transfer(port2, [port2])))
    .catch(failed);
  return quant;
}
