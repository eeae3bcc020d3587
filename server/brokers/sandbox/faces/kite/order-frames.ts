/** The order socket of the practice broker: what happens to an account's orders, to whoever listens for it now. */
export class OrderFrames {
  readonly #listeners = new Map<string, Set<(frame: string) => void>>();

  publish(accountId: string, frame: string): void {
    for (const listener of this.#listeners.get(accountId) ?? []) listener(frame);
  }

  publishToAll(frame: string): void {
    for (const accountId of this.#listeners.keys()) this.publish(accountId, frame);
  }

  /** From the first frame that is asked for on; ends with the signal. */
  async *stream(accountId: string, signal: AbortSignal): AsyncGenerator<string> {
    const frames: string[] = [];
    let wake = (): void => undefined;
    const stop = this.#listen(accountId, (frame) => {
      frames.push(frame);
      wake();
    });
    const onAbort = (): void => wake();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      while (!signal.aborted) {
        const frame = frames.shift();
        if (frame !== undefined) yield frame;
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

  #listen(accountId: string, listener: (frame: string) => void): () => void {
    const own = this.#listeners.get(accountId) ?? new Set();
    this.#listeners.set(accountId, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0) this.#listeners.delete(accountId);
    };
  }
}
