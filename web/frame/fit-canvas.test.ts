import { afterEach, expect, it, vi } from "vitest";
import { fitCanvas } from "./fit-canvas.ts";

afterEach(() => vi.unstubAllGlobals());

it("sets a size only when it differs, and always empties the canvas", () => {
  vi.stubGlobal("devicePixelRatio", 1.5);
  let resizes = 0;
  let cleared = 0;
  const size = { width: 0, height: 0 };
  const canvas = new Proxy(size, {
    set: (target, key, value) => {
      resizes++;
      return Reflect.set(target, key, value);
    },
  });
  const pen = { canvas, setTransform: () => undefined, clearRect: () => cleared++ };
  const paint = (): void => fitCanvas(pen as unknown as CanvasRenderingContext2D, 101, 40);
  paint();
  expect(size).toEqual({ width: 152, height: 60 });
  paint();
  expect([resizes, cleared]).toEqual([2, 2]);
});
