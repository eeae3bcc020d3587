/** A pane's subscription as the main thread holds it. It follows the pane's underlying from home to home. */
import { type TypedPort, typedPort } from "#contract/worker/port.ts";
import type { PaneControl } from "#contract/worker/quant-api.ts";
import type { PaneContext, PaneHome } from "#contract/worker/screen.ts";
import type { Homes } from "./homes.ts";

export interface PaneSubscription {
  setParams(params: unknown): void;
  setPane(pane: PaneContext): void;
  setVisible(visible: boolean): void;
  /** The user turned to the pane. */
  activate(): void;
  /** The snapshot of this number is on the screen. Until then no further one comes. */
  painted(sequence: number): void;
  /** Asks again for what could not be had. */
  retry(): void;
  dispose(): void;
}

/** What a request says of where it lives and what it asks; a home keeps the newest. */
interface Request {
  readonly pane: PaneContext;
  readonly params: unknown;
}

/** A snapshot has a number and a cost; nothing else does. */
interface Message {
  readonly type: string;
  readonly sequence?: number;
  readonly cost?: number;
}

export interface SubscriptionDeps<Asked extends Request> {
  readonly homes: Homes;
  /** Opens the request at a worker of the pool, which keeps the other end of the port. */
  readonly open: (worker: number, request: Asked, port: MessagePort) => void;
}

/**
 * The `identity` of the pane that the user turned to last; it keeps nothing of a pane that is gone. It stands here because a worker
 * knows only which of its own panes that is.
 */
let turnedTo: object | undefined;

/** Where the panes live that show the whole market. No symbol is called so. */
const MARKET_HOME = "*";

export function openSubscription<Heard extends Message, Asked extends Request>(
  { homes, open }: SubscriptionDeps<Asked>,
  home: PaneHome,
  initial: Asked,
  listener: (message: Heard) => void,
): PaneSubscription {
  const identity = {};
  let request = initial;
  let worker: number;
  let port: TypedPort<PaneControl, Heard>;
  let isOpen = true;
  /** Number of the current home's newest snapshot. */
  let newest = 0;

  function connect(): void {
    const channel = new MessageChannel();
    const mine = typedPort<PaneControl, Heard>(channel.port1);
    port = mine;
    newest = 0;
    // A message of a home that was left, or of a pane that is gone, may still be under way: only the current port speaks.
    mine.listen((message) => {
      if (!isOpen || port !== mine) return;
      newest = message.sequence ?? newest;
      homes.spend(worker, message.cost ?? 0);
      listener(message);
    });
    open(worker, request, channel.port2);
  }

  function disconnect(): void {
    port.send({ type: "close" });
  }

  const homeOf = (pane: PaneContext): string => (home === "market" ? MARKET_HOME : pane.symbol);

  worker = homes.acquire(homeOf(request.pane));
  connect();

  return {
    setParams(params) {
      request = { ...request, params };
      port.send({ type: "params", params });
    },
    setPane(pane) {
      const before = homeOf(request.pane);
      request = { ...request, pane };
      const next = homes.acquire(homeOf(pane));
      homes.release(before);
      if (next === worker) {
        port.send({ type: "pane", pane });
        return;
      }
      disconnect();
      worker = next;
      connect();
      if (turnedTo === identity) port.send({ type: "active" });
    },
    setVisible(visible) {
      request = { ...request, visible };
      port.send({ type: "visible", visible });
    },
    activate() {
      turnedTo = identity;
      port.send({ type: "active" });
    },
    // Over the port that is open: a browser may deliver what another one says of the same things before or after it.
    retry: () => port.send({ type: "retry" }),
    painted(sequence) {
      // One that a former home sent is not the present one's: it would wait for a snapshot that it never made.
      if (sequence === newest) port.send({ type: "painted", sequence });
    },
    dispose() {
      if (!isOpen) return;
      isOpen = false;
      disconnect();
      homes.release(homeOf(request.pane));
    },
  };
}
