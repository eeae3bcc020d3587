import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("sessionStorage", {});
  vi.stubGlobal("window", {});
  vi.stubGlobal("BroadcastChannel", class {});
});
afterEach(() => void vi.unstubAllGlobals());

/** A page of the user, with what it shows; @returns what is there to be read */
async function page(user: string, isOver: boolean, ...words: readonly string[]): Promise<readonly string[]> {
  vi.resetModules();
  const [{ toasts }, { keepToasts }] = await Promise.all([import("./toasts.ts"), import("./kept-toasts.ts")]);
  keepToasts(user, () => isOver);
  const told = toasts.list().map(({ message, type, autoClose }) => `${type} ${message}${autoClose ? ", goes" : ""}`);
  for (const message of words) toasts.show({ message, type: "warning", autoClose: false });
  toasts.show({ message: "saved" }); // goes by itself
  toasts.show({ message: "a draft waits", autoClose: false, action: { label: "Open", run: () => undefined } });
  window.onpagehide?.call(window, {} as PageTransitionEvent);
  return told;
}

it("what stood when the session ended is told by the next page of the same user, once", async () => {
  expect(await page("asha", true, "not sent x 2", "rejected")).toEqual([]);
  expect(await page("asha", false)).toEqual(["warning rejected", "warning not sent x 2"]);
  expect(await page("asha", false)).toEqual([]);
});

it("nobody else is told, and no page whose session goes on", async () => {
  await page("asha", true, "not sent x 2");
  expect(await page("ravi", false, "shown")).toEqual([]);
  expect(await page("asha", false)).toEqual([]);
});

it("what cannot be read tells nothing", async () => {
  sessionStorage["untold"] = "{";
  expect(await page("asha", false)).toEqual([]);
});
