/** Without a pointer: every control of the pane is reached, in the order of reading, and is seen to be reached. */
import assert from "node:assert/strict";
import type { Case } from "./cases.ts";
import type { Driver } from "./driver.ts";
import { until } from "./until.ts";

interface Stop {
  readonly name: string;
  /** Place among the pane's stops; -1: outside the pane. */
  readonly at: number;
  readonly isSeen: boolean;
  /** What is scrolled, and no control: some engines stop there by themselves, so that arrow keys scroll it. */
  readonly isScroller: boolean;
}

/** More than any pane has. */
const MOST_STOPS = 150;

export const keyboard: Case = {
  name: "by keyboard",
  async run({ driver }) {
    // A control whose name holds a time is made again when the minute turns: then the walk begins again.
    const walked = await walk(driver);
    const { names, reached } = isWhole(walked) ? walked : await walk(driver);
    const order = reached.map(({ at }) => at);
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
      `the order of focus: ${reached.map(({ name }) => name).join(", ")}`,
    );
    const missed = names.filter((_, at) => !order.includes(at));
    assert.deepEqual(missed, [], "controls that Tab does not reach");
    assert.deepEqual(
      reached.filter(({ isSeen }) => !isSeen).map(({ name }) => name),
      [],
      "controls whose focus is not seen",
    );
    await expectEscape(driver);
  },
};

interface Walked {
  readonly names: readonly string[];
  readonly reached: readonly Stop[];
}

const isWhole = ({ names, reached }: Walked): boolean => names.every((_, at) => reached.some((stop) => stop.at === at));

async function walk(driver: Driver): Promise<Walked> {
  const names = await driver.ask(markStops, undefined);
  const reached: Stop[] = [];
  for (let i = 0; i < MOST_STOPS; i++) {
    await driver.press("Tab");
    const stop = await driver.ask(readStop, undefined);
    if (stop.isScroller) continue;
    if (stop.at < 0) break;
    reached.push(stop);
  }
  return { names, reached };
}

/** In the page: numbers what Tab is to reach, in reading order, and puts the focus before it. @returns their names */
function markStops(): readonly string[] {
  const pane = document.querySelector<HTMLElement>("[data-pane]");
  if (!pane) return [];
  const isStop = (element: HTMLElement): boolean => {
    if (element.tabIndex < 0 || !element.checkVisibility() || element.matches(":disabled")) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
    // Of a group of radio buttons the chosen one is the stop.
    const isAnyChosen = pane.querySelector(`input[name="${element.name}"]:checked`) !== null;
    return element.checked || !isAnyChosen;
  };
  const candidates = pane.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex]");
  const stops = [...candidates].filter(isStop);
  for (const [i, stop] of stops.entries()) {
    stop.dataset["stop"] = `${i}`;
    delete stop.dataset["looked"];
  }
  pane.tabIndex = -1;
  pane.focus();
  pane.removeAttribute("tabindex");
  return stops.map((stop) => stop.getAttribute("aria-label") ?? stop.textContent ?? stop.tagName);
}

/** In the page: where the focus is, and whether anything of it is painted. */
function readStop(): Stop {
  const stop = document.activeElement;
  const marked = stop?.closest<HTMLElement>("[data-stop]") ?? undefined;
  if (!(stop instanceof HTMLElement) || !document.querySelector("[data-pane]")?.contains(stop))
    return { name: "", at: -1, isSeen: true, isScroller: false };
  const name = stop.getAttribute("aria-label") ?? stop.textContent ?? stop.tagName;
  const at = Number(marked?.dataset["stop"] ?? Number.NaN);
  const isLong = stop.scrollHeight > stop.clientHeight || stop.scrollWidth > stop.clientWidth;
  const isScroller =
    marked === undefined && isLong && !stop.matches("a[href], button, input, select, textarea, [tabindex]");
  // A grid paints the ring of its focused cell on the canvas, whenever the focus came by keyboard.
  if (stop.closest("[role=gridcell]")) return { name, at, isSeen: stop.matches(":focus-visible"), isScroller };
  // Inside a field of several parts, as that of a time, Tab goes on: to lose the focus would lead back to the first part.
  if (marked?.hasAttribute("data-looked")) return { name, at, isSeen: true, isScroller };
  marked?.setAttribute("data-looked", "");
  const look = (): string =>
    [stop, stop.parentElement, stop.nextElementSibling]
      .map((one) => {
        const style = one ? getComputedStyle(one) : undefined;
        return `${style?.outlineStyle} ${style?.outlineColor} ${style?.boxShadow} ${style?.borderColor} ${style?.backgroundColor}`;
      })
      .join();
  const focused = look();
  stop.blur();
  const plain = look();
  stop.focus({ preventScroll: true });
  return { name, at, isSeen: focused !== plain, isScroller };
}

/** What a button of the pane opens, Escape closes, and the focus is on the button again. */
async function expectEscape(driver: Driver): Promise<void> {
  const focusNth = (at: number): Promise<string> =>
    driver.ask((nth) => {
      const opener = document.querySelectorAll<HTMLElement>("[data-pane] button[aria-expanded=false]:not(:disabled)")[
        nth
      ];
      opener?.focus();
      return opener?.getAttribute("aria-label") ?? opener?.textContent ?? "";
    }, at);
  const count = await driver.ask(
    () => document.querySelectorAll("[data-pane] button[aria-expanded=false]:not(:disabled)").length,
    undefined,
  );
  const isOpen = (): Promise<boolean> =>
    driver.ask(() => document.querySelector("[data-pane] button[aria-expanded=true]") !== null, undefined);
  for (let nth = 0; nth < count; nth++) {
    const name = await focusNth(nth);
    await driver.press("Enter");
    await until(`'${name}' opens`, isOpen, (open) => open);
    await driver.press("Escape");
    await until(`Escape closes '${name}'`, isOpen, (open) => !open);
    const focused = await driver.ask(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
      undefined,
    );
    assert.equal(focused, name, "the focus after Escape");
  }
}
