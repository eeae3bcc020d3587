/** The core of a pool worker, free of its thread: rooms from the feed worker in, snapshots to the panes out. */
import type { ReplayTime } from "#contract/domain/clock.ts";
import { type HostPort, typedPort } from "#contract/worker/port.ts";
import type { QuantApi } from "#contract/worker/quant-api.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { ScreenRegistry } from "./registry.ts";
import { createRooms, type Rooms } from "./rooms.ts";
import { createScheduler } from "./scheduler.ts";
import { createSubscription, type Subscription } from "./subscription.ts";

export interface QuantDeps {
  readonly createKernel: (module: WebAssembly.Module) => Kernel;
  readonly screens: ScreenRegistry;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Running {
  readonly kernel: Kernel;
  readonly rooms: Rooms;
}

export function createQuant({ createKernel, screens, now }: QuantDeps): QuantApi {
  const subscriptions = new Set<Subscription>();
  let replay: ReplayTime | undefined;
  const scheduler = createScheduler({
    now,
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  let running: Running | undefined;

  return {
    start(kernel, feed: HostPort) {
      if (!(kernel instanceof WebAssembly.Module))
        throw new TypeError("the kernel is not a compiled WebAssembly module");
      const rooms = createRooms(
        typedPort(feed),
        now,
        (room) => {
          for (const subscription of subscriptions) if (subscription.reads(room)) subscription.invalidate();
        },
        ({ time }) => {
          replay = time;
          for (const subscription of subscriptions) subscription.replayMoved();
        },
      );
      running = { kernel: createKernel(kernel), rooms };
    },
    subscribe(request, pane: HostPort) {
      const screen = screens.get(request.screen);
      if (!screen) throw new RangeError(`no screen is called ${request.screen}`);
      if (!running) throw new Error("subscribe came before start");
      const host = {
        ...running,
        scheduler,
        replay: () => replay,
        closed: (gone: Subscription) => subscriptions.delete(gone),
      };
      subscriptions.add(createSubscription(screen, request, typedPort(pane), host));
    },
  };
}
