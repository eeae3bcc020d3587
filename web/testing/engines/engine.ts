/** What engines of other drivers than Playwright have in common. */
import type { Driver } from "../every-screen/driver.ts";
import { until } from "../every-screen/until.ts";
import { choose, type Place, placeOf } from "./page-controls.ts";

export interface Engine {
  /** 'Firefox 153.7.0' */
  readonly name: string;
  /** A new page, in front; it shares the browser's session and storage. */
  newDriver(): Promise<EngineDriver>;
  stop(): Promise<void>;
}

export interface EngineDriver extends Driver {
  close(): Promise<void>;
}

/** As WebDriver writes keys that are no characters, in both of its protocols. */
export const KEYS: Readonly<Record<string, string>> = {
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};
const WITHIN_MS = 10_000;

/** The engine and its version, as the last words of its user agent have them. */
export const nameIn = (agent: string): string => agent.split(" ").at(-1)?.replace("/", " ") ?? agent;

/** Controls by name, for a driver that finds none itself. @param pressAt presses and lets go of the mouse there. */
export function pressingControls(
  ask: Driver["ask"],
  pressAt: (place: Place) => Promise<unknown>,
): Pick<Driver, "click" | "choose"> {
  return {
    async click(target) {
      const read = (): Promise<Place | string> => ask(placeOf, target);
      let before = "";
      const isThere = (place: Place | string): boolean => {
        const isAtRest = JSON.stringify(place) === before;
        before = JSON.stringify(place);
        return isAtRest && typeof place !== "string";
      };
      await pressAt((await until("a control to click", read, isThere, WITHIN_MS)) as Place);
    },
    async choose(name, value) {
      const isChosen = (why: string): boolean => why === "";
      await until("an option to choose", () => ask(choose, { name, value }), isChosen, WITHIN_MS);
    },
  };
}
