/** The little of an event emitter that Socket.IO asks of a parser's decoder. */
type Listener = (...values: never[]) => void;

export class LiveEmitter {
  #listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  /** Removes one listener, all of an event, or all. */
  off(event?: string, listener?: Listener): this {
    if (event === undefined) this.#listeners.clear();
    else
      this.#listeners.set(event, listener ? (this.#listeners.get(event) ?? []).filter((one) => one !== listener) : []);
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    return this.off(event, listener);
  }

  removeAllListeners(event?: string): this {
    return this.off(event);
  }

  emitReserved(event: string, ...values: unknown[]): this {
    for (const listener of this.#listeners.get(event) ?? []) (listener as (...values: unknown[]) => void)(...values);
    return this;
  }
}
