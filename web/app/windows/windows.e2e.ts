/** Two windows of one board: they look at the same, one replay drives both, and it goes on when its owner closes. */
import type { Page } from "@playwright/test";
import { dragHead, replayTime, stripReady } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { ownContext } from "../../testing/kept-browser.ts";
import { logIn, NIFTY, withoutAccountSettings } from "../../testing/session.ts";
import { storedBoard } from "../../testing/wall.ts";

test.use({ context: ownContext }); // windows that a page opens are without the account's settings, too

const panes = (page: Page) => page.locator("[data-workspace]:not([data-aside]) > [data-place]");
const chartIn = (page: Page, region: string) =>
  page.getByRole("region", { name: region, exact: true }).getByRole("img").first();
/** Times on the axes under the crosshair. */
const cursorTags = (page: Page): Promise<readonly string[]> =>
  page
    .locator("[class*='cursorTag']")
    .evaluateAll((tags) => tags.flatMap((tag) => ((tag as HTMLElement).hidden ? [] : [tag.textContent ?? ""])));
const symbolOfA = (page: Page) => page.getByRole("group", { name: "Link group A" }).getByLabel("Symbol");

/** Notes when the head of the strip comes to each place, on the machine's clock: it moves with the replay's clock. */
const note = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const shown: Record<string, number> = {};
    (globalThis as { shownAt?: typeof shown }).shownAt = shown;
    const look = (): void => {
      for (const element of document.querySelectorAll<HTMLElement>("[data-day-strip] [style*='--head']"))
        shown[element.style.getPropertyValue("--head")] ??= performance.timeOrigin + performance.now();
    };
    new MutationObserver(look).observe(document.body, { subtree: true, attributeFilter: ["style"] });
  });
const shownAt = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => (globalThis as { shownAt?: Record<string, number> }).shownAt ?? {});

test("two tabs of a browser are boards of their own: what is chosen in one turns nothing in the other", async ({
  page,
  context,
}) => {
  await withoutAccountSettings(context);
  const board = storedBoard({ name: "First", rows: [["maxpain"]] }, { name: "Second", rows: [["pcr"]] });
  await logIn(page, { ...NIFTY, ...board });
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto("/workspace");
    await expect(panes(one)).toHaveCount(1, { timeout: 30_000 });
  }
  await symbolOfA(other).selectOption("BANKNIFTY");
  await other.getByRole("tab").nth(1).click();
  await expect(other.getByRole("tab").nth(1)).toHaveAttribute("aria-selected", "true");
  await page.waitForTimeout(500);
  await expect(symbolOfA(page)).toHaveValue("NIFTY");
  await expect(page.getByRole("tab").first()).toHaveAttribute("aria-selected", "true");
  // The next page begins where the last choice was made.
  await page.reload();
  await expect(symbolOfA(page)).toHaveValue("BANKNIFTY");
});

test("a pane pops out; letters, crosshair and replay are shared; the owner closes, and the replay goes on", async ({
  page,
  context,
}) => {
  await withoutAccountSettings(context);
  await logIn(page, { ...NIFTY, ...storedBoard({ name: "Charts", rows: [["pcr", "multi-strike-chart"]] }) });
  await page.goto("/workspace");
  await expect(panes(page)).toHaveCount(2);
  const opening = context.waitForEvent("page");
  const pcr = panes(page).filter({ has: page.getByRole("region", { name: "PCR Chart", exact: true }) });
  await pcr.getByRole("button", { name: "Pane menu" }).click();
  await pcr.getByRole("menuitem", { name: "Pop out" }).click();
  const other = await opening;
  await expect(panes(page)).toHaveCount(1);
  await expect(panes(other)).toHaveCount(1);
  await expect(other.getByRole("region", { name: "PCR Chart", exact: true })).toBeVisible();
  await expect(other.locator("[data-freshness]").first()).toHaveAttribute("data-state", "fresh", { timeout: 60_000 });

  // A symbol that is chosen in either window is that of both.
  await symbolOfA(other).selectOption("BANKNIFTY");
  await expect(symbolOfA(page)).toHaveValue("BANKNIFTY");
  await symbolOfA(page).selectOption("NIFTY");
  await expect(symbolOfA(other)).toHaveValue("NIFTY");

  // The crosshair of a chart in one window stands at the same minute in the charts of the other.
  const chart = chartIn(page, "Multi Strike Chart");
  await expect(chartIn(other, "PCR Chart")).toHaveAttribute("aria-busy", "false", { timeout: 30_000 });
  await expect(chart).toHaveAttribute("aria-busy", "false", { timeout: 30_000 });
  await chart.hover({ position: { x: 150, y: 60 } });
  await expect.poll(() => cursorTags(page)).toContainEqual(expect.stringMatching(/^\d\d:\d\d$/));
  const [minute] = await cursorTags(page);
  await expect.poll(() => cursorTags(other)).toContain(minute);

  // One replay, moved and played from the window that does not own it.
  await stripReady(other);
  await dragHead(other, 10 * 60 + 15);
  const at = (await replayTime(other).textContent()) ?? "";
  await expect(replayTime(page)).toHaveText(at);
  for (const one of [page, other]) await note(one);
  await other.getByLabel("Speed").selectOption("0.5");
  await other.getByRole("button", { name: "Play", exact: true }).click();
  const seen = async () => {
    const [here, there] = await Promise.all([shownAt(page), shownAt(other)]);
    return { here, there, both: Object.keys(here).filter((minute) => minute in there) };
  };
  await expect.poll(async () => (await seen()).both.length, { timeout: 8000 }).toBeGreaterThan(8);
  const { here, there, both } = await seen();
  const skews = both.map((minute) => Math.abs((here[minute] ?? 0) - (there[minute] ?? 0))).sort((a, b) => a - b);
  test.info().annotations.push({
    type: "skew",
    description: `${both.length} minutes, median ${skews[skews.length >> 1]} ms, p95 ${skews[Math.floor(skews.length * 0.95)]} ms`,
  });

  // Its owner closes while it plays.
  await page.close();
  const stood = await replayTime(other).textContent();
  await expect.poll(() => replayTime(other).textContent()).not.toBe(stood);
  const then = await replayTime(other).textContent();
  await expect.poll(() => replayTime(other).textContent()).not.toBe(then);
});
