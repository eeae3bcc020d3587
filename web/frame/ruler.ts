import type { Ruler } from "./paint-context.ts";

type RulerContext = Pick<CanvasRenderingContext2D, "font" | "measureText">;

/**
 * Chromium keeps the shape of each text that a canvas was asked about until that canvas shows a frame. A ruler's canvas never
 * does, and prices are new texts all day: without an end it would hold a megabyte more every minute.
 */
export const MOST_TEXTS = 4000;

/** Measures on a canvas that is never shown, which another one replaces after so many texts. */
export function createRuler(newContext: () => RulerContext = pageContext): Ruler {
  let context: RulerContext | undefined;
  let asked = 0;
  return (text, font) => {
    if (context === undefined || asked === MOST_TEXTS) {
      context = newContext();
      asked = 0;
    }
    asked++;
    context.font = font;
    return context.measureText(text).width;
  };
}

function pageContext(): RulerContext {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("No 2D canvas context.");
  return context;
}

/** For all who measure before there is a canvas, or for one that is elsewhere. */
export const pageRuler: Ruler = createRuler();
