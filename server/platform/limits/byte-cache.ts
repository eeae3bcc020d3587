/** Bytes by name, up to a total size; the least recently used go first. */

export interface ByteCacheOptions {
  readonly maxBytes: number;
  readonly onSize?: (bytes: number) => void;
}

export class ByteCache<Value extends { readonly bytes: Uint8Array }> {
  /** Insertion order is the order of last use. */
  readonly #entries = new Map<string, Value>();
  readonly #options: ByteCacheOptions;
  #bytes = 0;

  constructor(options: ByteCacheOptions) {
    this.#options = options;
  }

  get(name: string): Value | undefined {
    const value = this.#entries.get(name);
    if (value === undefined) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, value);
    return value;
  }

  /** What is bigger than the whole cache is not kept. */
  set(name: string, value: Value): void {
    this.#delete(name);
    this.#entries.set(name, value);
    this.#bytes += value.bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#options.maxBytes) break;
      this.#delete(oldest);
    }
    this.#options.onSize?.(this.#bytes);
  }

  #delete(name: string): void {
    const value = this.#entries.get(name);
    if (value === undefined) return;
    this.#entries.delete(name);
    this.#bytes -= value.bytes.length;
  }
}
