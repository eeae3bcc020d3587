/**
 * Where an unlocked data key rests: with this page, with the user's other tabs, and where the user wants that, in this
 * browser. It cannot be read out in any of them. The passphrase rests nowhere.
 */
import { readItem } from "../storage.ts";

/** A data key that the passphrase has opened. */
export interface OpenKey {
  readonly id: string;
  readonly key: CryptoKey;
}

interface Held extends OpenKey {
  /** The login it was unlocked in: the next login asks anew. */
  readonly ticket: string | null;
}

/** Between tabs. */
type Message = { readonly ask: string } | OpenKey | { readonly lock: true };

/** Another tab answers at once, or there is none. Milliseconds. */
const ANSWER_MS = 200;
/** `session.ts` deletes it when the session ends. */
const DATABASE = "private-key";
const STORE = "keys";

let held: Held | undefined;
let channel: BroadcastChannel | undefined;
type KeyListener = (isLock: boolean) => void;
const listeners = new Set<KeyListener>();

/** Calls back when the user unlocked or locked, in any tab. */
export function onKeyChange(listener: KeyListener): () => void {
  openChannel();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @returns undefined where the passphrase has to be asked for */
export async function findKey(id: string | undefined): Promise<OpenKey | undefined> {
  if (id === undefined) return undefined;
  const here = heldKey(id);
  if (here) return here;
  const found = (await ofDevice(id)) ?? (await ofOtherTabs(id));
  return found && hold({ id, key: found });
}

function heldKey(id: string): OpenKey | undefined {
  return held?.id === id && held.ticket === readItem("tk") ? { id, key: held.key } : undefined;
}

/** @param onDevice it stays when the last tab is closed, until the user locks or logs out */
export async function keepKey(opened: OpenKey, onDevice: boolean): Promise<void> {
  hold(opened);
  openChannel().postMessage(opened satisfies Message);
  tellListeners(false);
  if (!onDevice) return;
  try {
    await inStore("readwrite", (store) => store.put(opened.key, opened.id));
  } catch (error) {
    console.warn("the key is kept with the page only:", error); // storage is switched off
  }
}

/** In every tab, and on the device. */
export function lock(): void {
  held = undefined;
  indexedDB.deleteDatabase(DATABASE);
  openChannel().postMessage({ lock: true } satisfies Message);
  tellListeners(true);
}

function hold(opened: OpenKey): OpenKey {
  held = { ...opened, ticket: readItem("tk") };
  openChannel();
  return opened;
}

function tellListeners(isLock: boolean): void {
  for (const listener of listeners) listener(isLock);
}

function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(DATABASE);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ("lock" in data) {
      held = undefined;
      tellListeners(true);
    } else if ("ask" in data) {
      const opened = heldKey(data.ask);
      if (opened) channel?.postMessage(opened satisfies Message);
    } else if (!heldKey(data.id)) {
      hold(data);
      tellListeners(false);
    }
  };
  return channel;
}

function ofOtherTabs(id: string): Promise<CryptoKey | undefined> {
  const asking = new BroadcastChannel(DATABASE);
  return new Promise<CryptoKey | undefined>((resolve) => {
    asking.onmessage = ({ data }: MessageEvent<Message>) => {
      if ("key" in data && data.id === id) resolve(data.key);
    };
    asking.postMessage({ ask: id } satisfies Message);
    setTimeout(() => resolve(undefined), ANSWER_MS);
  }).finally(() => asking.close());
}

async function ofDevice(id: string): Promise<CryptoKey | undefined> {
  try {
    const found: unknown = await inStore("readonly", (store) => store.get(id));
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
