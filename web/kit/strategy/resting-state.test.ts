import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PaneContext } from "#contract/worker/screen.ts";
import { createStateAtom } from "../../state/pane/pane.ts";
import { createRestingState, REST_MS } from "./resting-state.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const store = createStore();
  const stateAtom = createStateAtom<number>("state");
  const { movedAtom, restingStateAtom } = createRestingState(stateAtom);
  store.sub(restingStateAtom, () => undefined);
  const show = (snapshot: number): void => store.set(stateAtom, (state) => ({ ...state, snapshot }));
  const read = (): number | undefined => store.get(restingStateAtom).snapshot;
  return { store, stateAtom, show, read, move: () => store.set(movedAtom) };
}

it("follows each snapshot while nothing moves", () => {
  const { show, read } = setUp();
  show(1);
  expect(read()).toBe(1);
  show(2);
  expect(read()).toBe(2);
});

it("stays while moves follow each other, and has the newest snapshot when they rest", () => {
  const { show, read, move } = setUp();
  show(1);
  for (let i = 2; i < 8; i++) {
    move();
    show(i);
    vi.advanceTimersByTime(REST_MS - 1);
    expect(read()).toBe(1);
  }
  vi.advanceTimersByTime(1);
  expect(read()).toBe(7);
});

it("never shows one subject's figures under another", () => {
  const { store, stateAtom, show, read, move } = setUp();
  show(1);
  move();
  store.set(stateAtom, (state) => ({ ...state, context: {} as PaneContext, snapshot: 2 }));
  expect(read()).toBe(2);
});
