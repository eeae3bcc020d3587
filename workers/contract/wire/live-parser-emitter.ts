/** The little of an event emitter that Socket.IO asks of a parser's decoder. */
type Listener = (...values: never[]) => void;

interface Heard {
  readonly event: string;
  readonly listener: Listener;
}

/** A server has one of these a connection: what nobody listens to weighs nothing. */
const NOBODY: readonly Heard[] = [];

export class LiveEmitter {
  #heard = NOBODY;

  on(event: string, listener: Listener): this {
    // Not by spreading, which leaves room for sixteen more.
    this.#heard = this.#heard.concat({ event, listener });
    return this;
  }

  /** Removes one listener, all of an event, or all. */
  off(event?: string, listener?: Listener): this {
    const isOver = (heard: Heard): boolean =>
      (event === undefined || heard.event === event) && (listener === undefined || heard.listener === listener);
    this.#heard = this.#heard.filter((heard) => !isOver(heard));
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    return this.off(event, listener);
  }

  removeAllListeners(event?: string): this {
    return this.off(event);
  }

  emitReserved(event: string, ...values: unknown[]): this {
    for (const heard of this.#heard) {
      if (heard.event === event) (heard.listener as (...values: unknown[]) => void)(...values);
    }
    return this;
  }
}
