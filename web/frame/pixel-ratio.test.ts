import { afterEach, expect, it, vi } from "vitest";
import { onPixelRatio } from "./pixel-ratio.ts";

afterEach(() => vi.unstubAllGlobals());

it("hears of each change of the ratio, until it is ended", () => {
  const queries: { readonly media: string; readonly target: EventTarget }[] = [];
  vi.stubGlobal("matchMedia", (media: string) => {
    const target = new EventTarget();
    queries.push({ media, target });
    return target;
  });
  const zoom = (ratio: number): void => {
    vi.stubGlobal("devicePixelRatio", ratio);
    queries.at(-1)?.target.dispatchEvent(new Event("change"));
  };
  vi.stubGlobal("devicePixelRatio", 1);
  let heard = 0;
  const end = new AbortController();
  onPixelRatio(() => heard++, end.signal);
  zoom(1.25);
  zoom(2);
  expect(heard).toBe(2);
  expect(queries.map(({ media }) => media)).toEqual([1, 1.25, 2].map((ratio) => `(resolution: ${ratio}dppx)`));
  end.abort();
  zoom(1);
  expect(heard).toBe(2);
});
