import { vi } from "vitest";

/** What tests of browser state need of the page, without a page. */
export interface BrowserGlobals {
  readonly storage: Storage;
  /** Writes as another tab would: this one gets an event. */
  changeElsewhere(key: string, value: string | null): void;
}

/** Puts an empty storage and an event target in place of the browser's; undone by `vi.unstubAllGlobals`. */
export function stubBrowserGlobals(initial: Readonly<Record<string, string>> = {}): BrowserGlobals {
  const storage = memoryStorage(initial);
  const listeners = new Set<(event: StorageEvent) => void>();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("window", {
    addEventListener: (_type: string, listener: (event: StorageEvent) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: StorageEvent) => void) => listeners.delete(listener),
  });
  return {
    storage,
    changeElsewhere(key, value) {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
      const event = { storageArea: storage, key, newValue: value } as StorageEvent;
      for (const listener of listeners) listener(event);
    },
  };
}

function memoryStorage(initial: Readonly<Record<string, string>>): Storage {
  const items = new Map(Object.entries(initial));
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, String(value)),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
