/**
 * What stands still once it is loaded, a past day's room or a document: loaded for its first reader, sent to each. A load
 * that finds no network, or a server that is down, is tried again.
 */
import type { FeedUpdate } from "#contract/worker/feed-api.ts";
import { MarketHttpError } from "./market-http.ts";
import { createRetry } from "./retry.ts";

/** A reader: a quant worker's port. */
export interface Reader {
  send(update: FeedUpdate, transfer?: ArrayBuffer[]): void;
}

export interface StillDeps<Content, To extends Reader> {
  /** For the log. */
  readonly name: string;
  readonly load: () => Promise<Content>;
  /** What a reader gets of it. */
  readonly told: (content: Content, reader: To) => FeedUpdate;
  /** What readers get when it cannot be had. */
  readonly missing: (why: { readonly status: number; readonly message: string }) => FeedUpdate;
  /** There will be more of it: it is asked for again in time. */
  readonly isPartial?: (content: Content) => boolean;
  /** An HTTP status that concerns the session: 401, 402. */
  readonly refused: (status: number) => void;
}

export interface Still<To extends Reader> {
  readonly readers: ReadonlySet<To>;
  add(reader: To): void;
  remove(reader: To): void;
  /** Loads it again; until then readers keep what they have. */
  reload(): void;
  dispose(): void;
}

export function createStill<Content, To extends Reader = Reader>(deps: StillDeps<Content, To>): Still<To> {
  const readers = new Set<To>();
  let content: Content | undefined;
  /** Readers were told that it cannot be had. */
  let isMissing = false;
  /** Number of the newest load; an older one that comes late is dropped. */
  let newest = 0;
  const retry = createRetry(() => void load());

  async function load(): Promise<void> {
    const mine = ++newest;
    try {
      const loaded = await deps.load();
      if (mine === newest) take(loaded);
    } catch (error) {
      if (mine === newest) fail(error);
    }
  }

  function take(loaded: Content): void {
    content = loaded;
    isMissing = false;
    for (const reader of readers) reader.send(deps.told(loaded, reader));
    if (deps.isPartial?.(loaded)) retry.later();
    else retry.done();
  }

  function fail(error: unknown): void {
    const status = error instanceof MarketHttpError ? error.status : -1;
    const message = error instanceof Error ? error.message : String(error);
    if (status === 401 || status === 402) {
      deps.refused(status);
      return;
    }
    console.warn(`${deps.name}: ${message}`);
    // Without a network readers keep what they have, and wait.
    if (status !== 0) {
      isMissing = true;
      const missing = deps.missing({ status, message });
      if (content === undefined) for (const reader of readers) reader.send(missing);
    }
    // A refusal (403, 404) is an answer; a server that is down or a network that is gone is not.
    if (status !== 0 && status < 500) return;
    retry.later();
  }

  function reload(): void {
    retry.stop();
    void load();
  }

  void load();

  return {
    readers,
    add(reader) {
      readers.add(reader);
      if (content !== undefined) reader.send(deps.told(content, reader));
      // Whoever comes, or asks again, does not want to hear what was answered to another one before.
      else if (isMissing) reload();
    },
    remove: (reader) => void readers.delete(reader),
    reload,
    dispose() {
      newest++;
      retry.stop();
    },
  };
}
