/** What happens to accounts' orders, to whoever listens for it now: behind the order socket of every face. */
import type { OrderView } from "./views.ts";

/** undefined: some changes may have been missed. */
type Listener = (change: OrderView | undefined) => void;

export class OrderChanges {
  readonly #listeners = new Map<string, Set<Listener>>();

  publish(accountId: string, change: OrderView | undefined): void {
    for (const listener of this.#listeners.get(accountId) ?? []) listener(change);
  }

  /** Everybody may have missed something. */
  missed(): void {
    for (const accountId of this.#listeners.keys()) this.publish(accountId, undefined);
  }

  /** From the first change that is asked for on; ends with the signal. */
  async *stream(accountId: string, signal: AbortSignal): AsyncGenerator<OrderView | undefined> {
    const changes: (OrderView | undefined)[] = [];
    let wake = (): void => undefined;
    const stop = this.#listen(accountId, (change) => {
      changes.push(change);
      wake();
    });
    const onAbort = (): void => wake();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      while (!signal.aborted) {
        if (changes.length > 0) yield changes.shift();
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      stop();
    }
  }

  #listen(accountId: string, listener: Listener): () => void {
    const own = this.#listeners.get(accountId) ?? new Set();
    this.#listeners.set(accountId, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0) this.#listeners.delete(accountId);
    };
  }
}
