import { canvasFont } from "../../styles/fonts.ts";

/** Measures text in the axis font, CSS pixels, on a canvas that is never shown. */
export function createMeasure(): (text: string) => number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("This browser gives no 2D canvas");
  return (text) => {
    context.font = canvasFont(500, 11);
    return context.measureText(text).width;
  };
}
