/**
 * Where an unlocked data key rests: with this page, with the user's other tabs, and where the user wants that, in this
 * browser. It cannot be read out in any of them. The passphrase rests nowhere.
 */
import { readItem } from "../storage.ts";

interface Held {
  readonly keyId: string;
  readonly key: CryptoKey;
  /** The login it was unlocked in: the next login asks anew. */
  readonly ticket: string | null;
}

/** Between tabs. */
type Message = { readonly ask: string } | { readonly keyId: string; readonly key: CryptoKey } | { readonly lock: true };

/** Another tab answers at once, or there is none. Milliseconds. */
const ANSWER_MS = 200;
/** `session.ts` deletes it when the session ends. */
const DATABASE = "private-key";
const STORE = "keys";

let held: Held | undefined;
let channel: BroadcastChannel | undefined;
const lockListeners = new Set<() => void>();

/** Calls back when another tab locked. */
export function onLock(listener: () => void): () => void {
  openChannel();
  lockListeners.add(listener);
  return () => void lockListeners.delete(listener);
}

/** @returns undefined where the passphrase has to be asked for */
export async function findKey(keyId: string): Promise<CryptoKey | undefined> {
  const here = heldKey(keyId);
  if (here) return here;
  const found = (await ofDevice(keyId)) ?? (await ofOtherTabs(keyId));
  if (found) hold(keyId, found);
  return found;
}

function heldKey(keyId: string): CryptoKey | undefined {
  return held?.keyId === keyId && held.ticket === readItem("tk") ? held.key : undefined;
}

/** @param onDevice it stays when the last tab is closed, until the user locks or logs out */
export async function keepKey(keyId: string, key: CryptoKey, onDevice: boolean): Promise<void> {
  hold(keyId, key);
  if (!onDevice) return;
  try {
    await inStore("readwrite", (store) => store.put(key, keyId));
  } catch (error) {
    console.warn("the key is kept with the page only:", error); // storage is switched off
  }
}

/** In every tab, and on the device. */
export function lock(): void {
  held = undefined;
  indexedDB.deleteDatabase(DATABASE);
  openChannel().postMessage({ lock: true } satisfies Message);
}

function hold(keyId: string, key: CryptoKey): void {
  held = { keyId, key, ticket: readItem("tk") };
  openChannel();
}

function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(DATABASE);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ("lock" in data) {
      held = undefined;
      for (const listener of lockListeners) listener();
    } else if ("ask" in data) {
      const key = heldKey(data.ask);
      if (key) channel?.postMessage({ keyId: data.ask, key } satisfies Message);
    }
  };
  return channel;
}

function ofOtherTabs(keyId: string): Promise<CryptoKey | undefined> {
  const asking = new BroadcastChannel(DATABASE);
  return new Promise<CryptoKey | undefined>((resolve) => {
    asking.onmessage = ({ data }: MessageEvent<Message>) => {
      if ("key" in data && data.keyId === keyId) resolve(data.key);
    };
    asking.postMessage({ ask: keyId } satisfies Message);
    setTimeout(() => resolve(undefined), ANSWER_MS);
  }).finally(() => asking.close());
}

async function ofDevice(keyId: string): Promise<CryptoKey | undefined> {
  try {
    const found: unknown = await inStore("readonly", (store) => store.get(keyId));
    return found instanceof CryptoKey ? found : undefined;
  } catch {
    return undefined; // storage is switched off
  }
}

/** The database is closed again at once: an open one could not be deleted. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database fails"));
  });
