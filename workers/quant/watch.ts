/** One watch: holds what its rules need, looks at each change, and posts only what fires. */
import type { TypedPort } from "#contract/worker/port.ts";
import type { PaneControl } from "#contract/worker/quant-api.ts";
import { isSamePane, isSameSubject } from "#contract/worker/screen.ts";
import type { WatchMessage, WatchRequest, WatchWork } from "#contract/worker/watch.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { createHolding } from "./holding.ts";
import { paneClock } from "./pane-clock.ts";
import type { Task } from "./scheduler.ts";
import type { Subscription, SubscriptionHost } from "./subscription.ts";

export function createWatch(
  { definition, createScratch, keepsScratch, watch }: WatchWork<unknown, unknown, Kernel, unknown>,
  request: WatchRequest,
  port: TypedPort<WatchMessage<unknown>, PaneControl>,
  host: SubscriptionHost,
): Subscription {
  const { rooms, kernel, scheduler } = host;
  const holding = createHolding(host);
  let { pane, params } = request;
  let scratch = createScratch();
  /** Versions of the rooms that the scratch is of. */
  let seen = "";

  const hold = (): void => holding.hold(definition.needs(params, pane), pane.day);

  const task: Task = {
    rate: Number.POSITIVE_INFINITY, // each change is looked at
    isActive: false,
    isReady: () => true,
    run() {
      if (holding.missing()) return false;
      const clock = paneClock(host, holding.clockRoom, pane, definition);
      if (!clock) return false;
      // The feed began again: a step back is no crossing.
      if (holding.rooms.some(rooms.isBehind)) return true;
      const versions = holding.rooms.map((key) => rooms.room(key)?.structureVersion).join();
      if (versions !== seen && !keepsScratch) scratch = createScratch();
      seen = versions;
      const fired = watch({ market: holding.market, pane, params, clock, kernel }, scratch);
      if (fired.length > 0) port.send({ type: "fired", pane, clock, fired });
      return true;
    },
  };

  const subscription: Subscription = {
    changed(key) {
      if (holding.reads(key)) scheduler.request(task);
    },
    pricesChanged(names) {
      if (holding.readsPrices(names)) scheduler.request(task);
    },
    // Rules are of the live market, and fire when it moves.
    clockTold: () => undefined,
    replayMoved: () => undefined,
  };

  port.listen((control) => {
    if (control.type === "close") {
      holding.release();
      scheduler.forget(task);
      port.close();
      host.closed(subscription);
      return;
    }
    let isOther = !keepsScratch;
    if (control.type === "params") params = control.params;
    else if (control.type === "pane" && !isSamePane(control.pane, pane)) {
      isOther ||= !isSameSubject("underlying", control.pane, pane);
      pane = control.pane;
    } else return;
    if (isOther) scratch = createScratch();
    hold();
    scheduler.request(task);
  });

  hold();
  scheduler.request(task);
  return subscription;
}
