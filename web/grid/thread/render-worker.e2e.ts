/** Where the grid is painted: in the render worker, on the page where there is none, and there too when it dies. */
import type { Page, Worker } from "@playwright/test";
import { rangeSelect } from "../../testing/chain-page.ts";
import { enterReplay, replayIcon } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { type Grid, gridOf } from "../../testing/grid.ts";
import { symbolSelect } from "../../testing/pane.ts";
import { logIn } from "../../testing/session.ts";
import { stillPicture } from "../../testing/still-picture.ts";
import type { GridElement } from "../grid-handle.ts";

const PATH = "/option-chain-new";
const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };

/** Opens the chain at the first minute of its day, which stands still: every picture of it is the same. */
async function openStill(page: Page): Promise<Grid> {
  await page.goto(PATH);
  const grid = gridOf(page);
  await grid.ready();
  await enterReplay(page);
  await replayIcon(page).hover(); // no row is pointed at
  return grid;
}

const paintWorkers = (page: Page): Worker[] => page.workers().filter((worker) => worker.url().includes("paint"));

const picture = (page: Page): Promise<string> => stillPicture(page.locator("[data-grid] canvas"));

/** The worker answers nothing for a second and a half. */
const holdUp = async (page: Page): Promise<void> =>
  paintWorkers(page)[0]?.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 1500;
      while (performance.now() < end);
    });
  });

const otherTheme = (page: Page) => page.getByTitle(/^Switch to the (light|dark) theme$/);

/** Dark, light, and light in another window. */
async function pictures(page: Page): Promise<readonly string[]> {
  const taken = [await picture(page)];
  const another = async (): Promise<void> => {
    await replayIcon(page).hover();
    await expect.poll(async () => (await picture(page)) === taken.at(-1)).toBe(false);
    taken.push(await picture(page));
  };
  await otherTheme(page).click();
  await another();
  await page.setViewportSize({ width: 1200, height: 600 });
  await another();
  await otherTheme(page).click();
  return taken;
}

test("the worker and the page paint the same picture, to the pixel; a worker that fails is replaced by the page in its place", async ({
  page,
  context,
  complaints,
}) => {
  await logIn(page, NIFTY);
  const grid = await openStill(page);
  expect(paintWorkers(page)).toHaveLength(1);
  const painted = await pictures(page);

  const old = await context.newPage();
  // As a browser that cannot give a canvas away.
  await old.addInitScript(() => Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen"));
  await openStill(old);
  expect(paintWorkers(old)).toEqual([]);
  expect((await pictures(old)).map((one, i) => one === painted[i])).toEqual([true, true, true]);
  expect(complaints).toEqual([]);
  await old.close();

  await replayIcon(page).hover();
  const before = await picture(page);
  const box = await grid.box(0, "strike");
  await paintWorkers(page)[0]?.evaluate(() => {
    setTimeout(() => {
      throw new Error("on purpose");
    });
  });
  await expect.poll(() => complaints.some((each) => each.includes("the render worker is given up"))).toBe(true);
  expect(paintWorkers(page)).toEqual([]);
  await expect.poll(async () => (await picture(page)) === before).toBe(true);
  expect(await grid.box(0, "strike")).toEqual(box);
  // And goes on there.
  const { x, y } = await grid.box(2, "strike");
  await page.mouse.move(x + 5, y + 5);
  await expect.poll(async () => (await picture(page)) === before).toBe(false);
  expect((await grid.cell(2, "strike")).surface).toBe("hover");
});

test("one that shows nothing any more is replaced by another, and that one by the page", async ({ page }) => {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await logIn(page, NIFTY);
  const grid = await openStill(page);
  const before = await picture(page);
  for (const [next, workers] of [
    ["another one is started", 1],
    ["this page paints itself", 0],
  ] as const) {
    await paintWorkers(page)[0]?.evaluate(() => close());
    const { x, y } = await grid.box(2, "strike");
    await page.mouse.move(x + 5, y + 5); // a frame that will not be shown
    await expect.poll(() => warnings.join()).toContain(`it shows no frames); ${next}`);
    await expect.poll(() => paintWorkers(page).length).toBe(workers);
    await expect.poll(async () => (await picture(page)) === before).toBe(false);
    await replayIcon(page).hover();
    await expect.poll(async () => (await picture(page)) === before).toBe(true);
  }
});

test("rows of another symbol go in the task that names the new one, though the worker still paints them; one worker serves every grid", async ({
  page,
  complaints,
}) => {
  await logIn(page, NIFTY);
  await page.goto(PATH);
  const grid = gridOf(page);
  await grid.ready();
  await holdUp(page);
  const seen = await symbolSelect(page).evaluate(async (select: HTMLSelectElement) => {
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const grid = document.querySelector<GridElement>("[data-grid]");
    const canvas = grid?.querySelector("canvas");
    if (!grid || !canvas) throw new Error("no grid");
    await wait(600); // a tick is on its way to the worker
    select.value = "BANKNIFTY";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await wait(0);
    return [select.value, grid.gridHandle?.rows, getComputedStyle(canvas).visibility];
  });
  expect(seen).toEqual(["BANKNIFTY", 0, "hidden"]);
  await expect.poll(() => grid.rows()).toBeGreaterThan(4);
  await expect(page.locator("[data-grid] canvas").first()).toHaveCSS("visibility", "visible");

  // Those that come and go.
  for (let i = 0; i < 3; i++) {
    await page.getByRole("button", { name: "Options", exact: true }).click();
    await page.getByRole("menuitem", { name: "Maxpain" }).click();
    await expect(page.locator("[data-grid]")).toHaveCount(0);
    await page.goBack();
    await grid.ready();
    const version = await grid.paintedVersion();
    await expect.poll(() => grid.paintedVersion()).toBeGreaterThan(version);
  }
  expect(paintWorkers(page)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("a table that becomes longer while the worker still paints the shorter one is scrolled to the money all the same", async ({
  page,
}) => {
  await logIn(page, NIFTY);
  await page.goto(PATH);
  const grid = gridOf(page);
  await grid.ready();
  const range = rangeSelect(page);
  await range.selectOption("5");
  await expect.poll(() => grid.rows()).toBe(11);
  await holdUp(page);
  await page.waitForTimeout(600); // a tick is on its way to the worker
  await range.selectOption("100");
  await expect.poll(() => grid.rows()).toBeGreaterThan(31);
  await expect.poll(async () => (await grid.atmRow()) - (await grid.visibleRows()).first).toBe(7);
});
