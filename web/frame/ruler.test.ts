import { expect, it } from "vitest";
import { createRuler, MOST_TEXTS } from "./ruler.ts";

it("measures in the font that it is asked for, on a canvas that does not last", () => {
  const fonts: string[][] = [];
  const ruler = createRuler(() => {
    const own: string[] = [];
    fonts.push(own);
    return {
      set font(font: string) {
        own.push(font);
      },
      measureText: (text) => ({ width: text.length }) as TextMetrics,
    };
  });
  for (let i = 0; i < 2 * MOST_TEXTS; i++) expect(ruler("12.5", `${i} px`)).toBe(4);
  expect(fonts.map((own) => own.length)).toEqual([MOST_TEXTS, MOST_TEXTS]);
  expect(fonts[1]?.[0]).toBe(`${MOST_TEXTS} px`);
});
