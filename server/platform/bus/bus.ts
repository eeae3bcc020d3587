/**
 * Messages between the processes of one deployment: at most once, in the order in which one sender published them.
 * Whoever needs more finds out what it missed (`lost`, `onRestored`) and fetches it.
 */
export interface Bus {
  /** Nothing is queued: while the bus is away the message is dropped and counted in `lost`. */
  publish(channel: string, message: Uint8Array): void;
  /**
   * Resolves when messages that are published from now on arrive; while the bus is away, when it is back.
   * @returns what ends it. One listener a channel.
   */
  subscribe(channel: string, listener: (message: Uint8Array) => void): Promise<() => void>;
  /** How many processes subscribe to each channel. Rejects while the bus is away. */
  listeners(channels: readonly string[]): Promise<readonly number[]>;
  /** Messages of this process that may not have been published, since its start. */
  readonly lost: number;
  /** The connection was lost, and is back: messages may have been missed since `downSince` (monotonic ms). */
  onRestored(listener: (downSince: number) => void): () => void;
  /** What is wrong with the connection; undefined while it is well. */
  readonly fault: string | undefined;
  close(): Promise<void>;
}
