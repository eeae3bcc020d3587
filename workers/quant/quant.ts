/** The core of a pool worker, free of its thread: rooms from the feed worker in, snapshots to the panes out. */
import type { ReplayTime } from "#contract/domain/clock.ts";
import type { RoomKey } from "#contract/domain/room-key.ts";
import type { DocumentKey } from "#contract/wire/documents.ts";
import type { FeedRequest, FeedUpdate } from "#contract/worker/feed-api.ts";
import { type HostPort, type TypedPort, typedPort } from "#contract/worker/port.ts";
import type { QuantApi } from "#contract/worker/quant-api.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { createDocuments } from "./documents.ts";
import { createExchangeClock, type ExchangeClock } from "./exchange-clock.ts";
import type { Stores } from "./holding.ts";
import { createPrices } from "./prices.ts";
import type { JobRegistry, RegisteredScreen, ScreenRegistry, WatchRegistry } from "./registered.ts";
import { createRooms } from "./rooms.ts";
import { createScheduler } from "./scheduler.ts";
import { createSubscription, type Subscription, type SubscriptionHost } from "./subscription.ts";

export interface QuantDeps {
  readonly createKernel: (module: WebAssembly.Module) => Kernel;
  readonly screens: ScreenRegistry;
  readonly jobs?: JobRegistry;
  readonly watches?: WatchRegistry;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Running extends Stores {
  readonly kernel: Kernel;
  readonly exchange: ExchangeClock;
}

/** Calls back once after `ms`; returns what cancels it. */
function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

export function createQuant({
  createKernel,
  screens,
  jobs = new Map(),
  watches = new Map(),
  now,
}: QuantDeps): QuantApi {
  const subscriptions = new Set<Subscription>();
  let replay: ReplayTime | undefined;
  const scheduler = createScheduler({ now, after });
  const attention: SubscriptionHost["attention"] = { on: undefined };
  let hasStarted: (running: Running) => void = () => undefined;
  const started = new Promise<Running>((resolve) => {
    hasStarted = resolve;
  });

  async function load(id: string): Promise<RegisteredScreen> {
    const loader = screens.get(id);
    if (!loader) throw new RangeError(`no screen is called ${id}`);
    return loader();
  }

  /** What the feed worker tells, to whom it concerns. */
  function openStores(feed: TypedPort<FeedRequest, FeedUpdate>): Stores & { readonly exchange: ExchangeClock } {
    const exchange = createExchangeClock(now);
    const changed = (key: RoomKey | DocumentKey): void => {
      for (const subscription of subscriptions) subscription.changed(key);
    };
    const rooms = createRooms({ send: feed.send, now, exchange, changed });
    const documents = createDocuments(feed.send, changed);
    const prices = createPrices({
      send: feed.send,
      now,
      changed(names) {
        for (const subscription of subscriptions) subscription.pricesChanged(names);
      },
    });
    feed.listen((update) => {
      switch (update.type) {
        case "clock":
          exchange.set(update.time);
          for (const subscription of subscriptions) subscription.clockTold();
          return;
        case "replay":
          replay = update.time;
          for (const subscription of subscriptions) subscription.replayMoved();
          return;
        case "document":
        case "missingDocument":
          documents.apply(update);
          return;
        case "prices":
          prices.apply(update);
          return;
        default:
          rooms.apply(update);
      }
    });
    return { rooms, documents, prices, exchange };
  }

  const hostOf = (running: Running): SubscriptionHost => ({
    ...running,
    scheduler,
    attention,
    now,
    after,
    replay: () => replay,
    closed(gone) {
      subscriptions.delete(gone);
      if (attention.on === gone) attention.on = undefined;
    },
  });

  return {
    start(kernel, feed: HostPort) {
      if (!(kernel instanceof WebAssembly.Module))
        throw new TypeError("the kernel is not a compiled WebAssembly module");
      hasStarted({ kernel: createKernel(kernel), ...openStores(typedPort(feed)) });
    },
    prepare: (id) => void load(id).catch((error: unknown) => console.warn(`screen ${id}:`, error)),
    async job(id, input, port: HostPort) {
      const load = jobs.get(id);
      if (!load) throw new RangeError(`no job is called ${id}`);
      const [work, { kernel }, { runJob }] = await Promise.all([load(), started, import("./jobs.ts")]);
      return runJob(work, input, kernel, typedPort(port));
    },
    async watch(request, port: HostPort) {
      const load = watches.get(request.id);
      if (!load) throw new RangeError(`no watch is called ${request.id}`);
      const [work, running, { createWatch }] = await Promise.all([load(), started, import("./watch.ts")]);
      subscriptions.add(createWatch(work, request, typedPort(port), hostOf(running)));
    },
    async subscribe(request, pane: HostPort) {
      const [screen, running] = await Promise.all([load(request.screen), started]);
      subscriptions.add(createSubscription(screen, request, typedPort(pane), hostOf(running)));
    },
  };
}
