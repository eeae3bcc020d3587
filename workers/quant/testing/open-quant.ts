/** A pool worker's core between two ports that a test holds the other ends of. Timers are the test's own. */
import { vi } from "vitest";
import type { FeedRequest, FeedUpdate } from "#contract/worker/feed-api.ts";
import type { HostPort } from "#contract/worker/port.ts";
import type { PaneControl, PaneMessage, QuantApi, SubscribeRequest } from "#contract/worker/quant-api.ts";
import { createKernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { createQuant } from "../quant.ts";
import type { RegisteredScreen, ScreenRegistry } from "../registered.ts";

const module = loadQuantModule();

export function createPort<Sent, Heard>() {
  const sent: Sent[] = [];
  let listener: ((event: { readonly data: unknown }) => void) | undefined;
  /** As a real port does, it keeps what comes before somebody listens. */
  const early: Heard[] = [];
  let isClosed = false;
  const port: HostPort = {
    postMessage: (message) => void sent.push(structuredClone(message) as Sent),
    addEventListener: (_type, one) => {
      listener = one;
    },
    start() {
      for (const message of early.splice(0)) listener?.({ data: message });
    },
    close: () => {
      isClosed = true;
    },
  };
  const say = (message: Heard): void => {
    if (listener) listener({ data: message });
    else early.push(message);
  };
  return { port, sent, say, isClosed: () => isClosed };
}

/** Screens that are there already, but for the turn that a load takes. */
export const registryOf = (...screens: readonly RegisteredScreen[]): ScreenRegistry =>
  new Map(screens.map((one) => [one.screen.id, () => Promise.resolve(one)]));

export async function openQuant<Snapshot>(screens: ScreenRegistry, request: SubscribeRequest) {
  const quant: QuantApi = createQuant({ createKernel, screens, now: () => Date.now() });
  const feed = createPort<FeedRequest, FeedUpdate>();
  quant.start(module, feed.port);
  const pane = createPort<PaneMessage<Snapshot>, PaneControl>();
  await quant.subscribe(request, pane.port);
  const pass = (ms = 1) => vi.advanceTimersByTimeAsync(ms);
  const snapshots = () => pane.sent.flatMap((one) => (one.type === "snapshot" ? [one] : []));
  /** Says that the last snapshot is on the screen. */
  const paint = (): void => {
    const last = snapshots().at(-1);
    if (last) pane.say({ type: "painted", sequence: last.sequence });
  };
  return { quant, feed, pane, pass, paint, snapshots };
}
