import { expect, it } from "vitest";
import { subscribeState } from "./subscribe-state.ts";

it.each([
  [{ isSelected: false, isAccepted: false, secondsToWait: 0 }, "Choose Duration", "nothing"],
  [{ isSelected: false, isAccepted: true, secondsToWait: 9 }, "Choose Duration", "nothing"],
  [{ isSelected: true, isAccepted: false, secondsToWait: 0 }, "Accept Terms", "accept"],
  [{ isSelected: true, isAccepted: true, secondsToWait: 42 }, "Wait for 42 seconds", "nothing"],
  [{ isSelected: true, isAccepted: true, secondsToWait: 0 }, "Subscribe", "subscribe"],
] as const)("%o: %s", (state, text, can) => expect(subscribeState(state)).toEqual({ text, can }));
