import { atom, createStore } from "jotai";
import { expect, it, vi } from "vitest";
import type { Client } from "#client/client.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { defineWatch } from "#contract/worker/watch.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { armedWatchesAtom } from "./market.ts";
import { openWatch } from "./watch.ts";

const definition = defineWatch<{ readonly level: number }, string>({
  id: "level",
  home: "underlying",
  needs: () => [],
});

function open() {
  const store = createStore();
  const contextAtom = atom<PaneContext | undefined>(undefined);
  const rulesAtom = atom<{ readonly level: number } | undefined>(undefined);
  const handle = { setParams: vi.fn(), setPane: vi.fn(), dispose: vi.fn() };
  const watch = vi.fn(() => handle);
  const client = { watch } as unknown as Pick<Client, "watch">;
  const end = openWatch(store, client, definition, { contextAtom, rulesAtom }, () => undefined);
  return { store, contextAtom, rulesAtom, handle, watch, end };
}

it("is armed while there are rules and the live market lists what they are about", () => {
  const { store, contextAtom, rulesAtom, handle, watch, end } = open();
  store.set(contextAtom, makePane());
  expect(watch).not.toHaveBeenCalled();
  store.set(rulesAtom, { level: 1 });
  expect(watch).toHaveBeenCalledTimes(1);
  expect(store.get(armedWatchesAtom)).toBe(1);
  store.set(contextAtom, undefined);
  expect(handle.dispose).toHaveBeenCalledTimes(1);
  expect(store.get(armedWatchesAtom)).toBe(0);
  store.set(contextAtom, makePane());
  expect(watch).toHaveBeenCalledTimes(2);
  store.set(rulesAtom, undefined);
  expect(handle.dispose).toHaveBeenCalledTimes(2);
  store.set(rulesAtom, { level: 1 });
  end();
  expect(handle.dispose).toHaveBeenCalledTimes(3);
  expect(store.get(armedWatchesAtom)).toBe(0);
});

it("sends the worker what changed, and nothing else", () => {
  const { store, contextAtom, rulesAtom, handle, watch } = open();
  store.set(contextAtom, makePane());
  store.set(rulesAtom, { level: 1 });
  store.set(rulesAtom, { level: 2 });
  expect(handle.setParams.mock.calls).toEqual([[{ level: 2 }]]);
  expect(handle.setPane).not.toHaveBeenCalled();
  const other = makePane({ symbol: "BANKNIFTY" });
  store.set(contextAtom, other);
  expect(handle.setPane.mock.calls).toEqual([[other]]);
  expect(handle.setParams).toHaveBeenCalledTimes(1);
  expect(watch).toHaveBeenCalledTimes(1);
});
