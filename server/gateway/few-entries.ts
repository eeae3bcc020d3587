/** What Socket.IO uses of a Map, for a handful of entries a connection: a Map's table is bigger than all of them. */
export class FewEntries<Key, Value> {
  /** Each key, and its value behind it. */
  #flat: readonly unknown[] = [];

  constructor(entries: Iterable<readonly [Key, Value]>) {
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#flat.length / 2;
  }

  has(key: Key): boolean {
    return this.#indexOf(key) >= 0;
  }

  get(key: Key): Value | undefined {
    const index = this.#indexOf(key);
    return index < 0 ? undefined : (this.#flat[index + 1] as Value);
  }

  set(key: Key, value: Value): this {
    this.delete(key);
    this.#flat = this.#flat.concat([key], [value]);
    return this;
  }

  delete(key: Key): boolean {
    const index = this.#indexOf(key);
    if (index >= 0) this.#flat = this.#flat.filter((_, i) => i !== index && i !== index + 1);
    return index >= 0;
  }

  clear(): void {
    this.#flat = [];
  }

  /** As they are now: who is deleted meanwhile is given all the same. */
  values(): IterableIterator<Value> {
    return (this.#flat.filter((_, i) => i % 2 === 1) as Value[]).values();
  }

  #indexOf(key: Key): number {
    for (let i = 0; i < this.#flat.length; i += 2) if (this.#flat[i] === key) return i;
    return -1;
  }
}
