import { createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import { makeHookAtom } from "./drafts.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a hook's address, which is told once, is not lost where the list cannot be read after it", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (_url: string, init?: { method?: string }) => {
    if (init?.method?.toUpperCase() !== "POST") throw new TypeError("no network");
    return Response.json({ status: "success", data: { url: "https://here.example/hook/1" } });
  });
  expect(await createStore().set(makeHookAtom, "Signals")).toBe("https://here.example/hook/1");
  expect(warned).toHaveBeenCalled();
});
