import { createStore, Provider } from "jotai";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../components/toasts/toasts.ts";
import { RefusedCall } from "../../../state/api.ts";
import { type Switch, useSwitch } from "./use-switch.ts";

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** @param answers whether the server says how it stands @returns whether the page shows it, and what was said */
async function turned(error: Error, answers: boolean): Promise<readonly [boolean | undefined, string | undefined]> {
  vi.stubGlobal("fetch", async () => (answers ? Response.json({ stopped: "own" }) : Promise.reject(new TypeError())));
  const said = vi.spyOn(toasts, "show").mockReturnValue(1);
  let made: Switch | undefined;
  function Part() {
    made = useSwitch();
    return null;
  }
  renderToString(
    <Provider store={createStore()}>
      <Part />
    </Provider>,
  );
  const isShown = await made?.turn(() => Promise.reject(error), true);
  return [isShown, said.mock.lastCall?.[0].message];
}

test("a switch is called not thrown where the server said no, and nowhere else", async () => {
  expect(await turned(new RefusedCall(403, "Another page first"), true)).toEqual([false, "Another page first"]);
  expect(await turned(new RefusedCall(400, ""), true)).toEqual([false, "The server did not take it: try again"]);
  const lost = "The answer was lost: the page shows how it stands now";
  expect(await turned(new TypeError("Failed to fetch"), true)).toEqual([true, lost]);
  expect(await turned(new RefusedCall(502, "Bad gateway"), true)).toEqual([true, lost]);
  const unknown = "The answer was lost: it may hold or not. Press again";
  expect(await turned(new TypeError("Failed to fetch"), false)).toEqual([false, unknown]);
});
