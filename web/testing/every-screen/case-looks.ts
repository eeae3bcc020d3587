/** What a screen looks like: accessible, whole in every window, and legible in every palette. */
import assert from "node:assert/strict";
import type { Case } from "./cases.ts";
import type { Driver, Size } from "./driver.ts";
import { until } from "./until.ts";

export const USUAL: Size = { width: 1366, height: 768 };
/** Among them a phone that is held level. */
const SIZES: readonly Size[] = [
  { width: 844, height: 390 },
  { width: 1366, height: 640 },
  { width: 1920, height: 1080 },
  USUAL,
];
const PALETTES = [
  { dark: true, colourBlind: true },
  { dark: false, colourBlind: true },
  { dark: false, colourBlind: false },
  { dark: true, colourBlind: false },
];
/** Words that may not be read on any screen in a window of that width: long ones in a narrow one, short ones in a wide one. */
const UNREAD = [
  { width: 1121, words: /^(LB|SB|SC|LU)$/ },
  { width: 1000, words: /^(Long Build|Short Build|Short Cover|Long Unwind)$/ },
  { width: 701, words: /^Rng$/ },
  { width: 700, words: /^(Range|Auto ATM)$/ },
];

export const looks: Case = {
  name: "accessible; short words in narrow windows",
  async run({ driver, figures }) {
    // A table's cells come after its first figures: until then it says that it is busy.
    const isBusy = () => document.querySelector("[data-pane] [aria-busy=true]") !== null;
    await until(
      "no table is busy",
      () => driver.ask(isBusy, undefined),
      (busy) => !busy,
    );
    assert.deepEqual(await driver.faults(), []);
    for (const { width, words } of UNREAD) {
      await driver.resize({ width, height: USUAL.height });
      await until(
        `none of the words ${words} at ${width} px`,
        async () => {
          const labels = await driver.ask(
            () =>
              [...document.querySelectorAll<HTMLElement>("[data-pane] *")]
                .filter((one) => one.childElementCount === 0 && one.checkVisibility())
                .map((one) => one.textContent?.trim() ?? ""),
            undefined,
          );
          const cells = (await figures()).grids.flatMap((grid) => grid.cells.flat());
          return [...labels, ...cells].filter((text) => words.test(text));
        },
        (found) => found.length === 0,
      );
    }
    await driver.resize(USUAL);
  },
};

export const sizes: Case = {
  name: "every size",
  async run({ driver }) {
    for (const size of SIZES) {
      await driver.resize(size);
      await until(
        `nothing is cut off at ${size.width}x${size.height}`,
        () => driver.ask(cutOff, undefined),
        (cut) => cut.length === 0,
      );
    }
  },
};

export const palettes: Case = {
  name: "every palette",
  async run({ driver }) {
    for (const theme of PALETTES) {
      await showTheme(driver, theme);
      assert.deepEqual(await driver.faults(["color-contrast"]), [], JSON.stringify(theme));
    }
  },
};

/** As another tab of the same browser would change it. */
const showTheme = (driver: Driver, theme: (typeof PALETTES)[number]): Promise<void> =>
  driver.ask((chosen) => {
    const { dataset } = document.documentElement;
    dataset["theme"] = chosen.dark ? "dark" : "light";
    dataset["palette"] = chosen.colourBlind ? "colour-blind" : "normal";
  }, theme);

/** In the page: what does not fit the window. The page never scrolls, and no control leaves it. */
function cutOff(): readonly string[] {
  const root = document.documentElement;
  const page = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight ? ["the page scrolls"] : [];
  const controls = document.querySelectorAll<HTMLElement>("[data-pane] :is(button, select, input, h1, [data-figure])");
  const outside = [...controls].filter((control) => {
    const { left, right, top, bottom, width } = control.getBoundingClientRect();
    const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    return width > 0 && control.checkVisibility() && !isInside && !isReached(control);
  });
  /** By scrolling what it stands in, or in a window of its own. */
  function isReached(control: Element): boolean {
    if (control.closest("[data-grid], [role=dialog], [popover]") !== null) return true;
    for (let at = control.parentElement; at !== null; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return true;
      if (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  }
  return [...page, ...outside.map((one) => one.getAttribute("aria-label") ?? one.textContent ?? one.tagName)];
}
