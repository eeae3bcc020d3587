/** No minute yet: the market stands before its open, and its rooms have the figures of the previous close alone. */
import type { ScreenActor } from "./actor.ts";
import { until } from "./until.ts";

const OPENS = "opens 09:15";

/** Goes to a screen of a product whose market has not opened. */
export async function beforeOpen({ driver, screen, ...actor }: ScreenActor): Promise<void> {
  await actor.goTo();
  await until(
    screen.isLive ? `the chip says that the market ${OPENS}` : "figures of past days",
    actor.pane,
    ({ status, freshnessText }) => status === "ready" && (!screen.isLive || freshnessText.includes(OPENS)),
  );
  await actor.expectRightTexts();
  const { grids, charts } = await actor.figures();
  // A screen of past days without either shows those.
  if (grids.length + charts.length === 0) return;
  const isEmpty = grids.every(({ cells }) => cells.length === 0) && charts.every(({ x }) => x.length === 0);
  if (!screen.isLive || !isEmpty) return;
  const read = () => driver.ask(() => document.querySelector("[data-pane]")?.textContent ?? "", undefined);
  await until("where figures would stand", read, (words) => words.includes("The market opens at 09:15."));
}
