/** Many strikes as a trader uses them: the plots, which strikes, the window, and what is kept. */
import type { Page } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { symbolSelect } from "../../testing/pane.ts";
import { logIn, NIFTY, stored } from "../../testing/session.ts";

/** Words of the dropdown, and what the chart's name begins with. */
const PLOTS = [
  ["OI", "Open Interest"],
  ["OI-Change", "OI Change"],
  ["Price", "Price through"],
  ["Volume", "Volume"],
  ["Straddle", "Straddle"],
  ["IV", "IV"],
  ["Delta", "Delta"],
  ["Theta", "Theta"],
  ["Vega", "Vega"],
  ["Gamma", "Gamma"],
  ["Price * Vega (Beta)", "Price * Vega"],
] as const;
const range = (page: Page) => page.getByLabel("Range:");
const plot = (page: Page) => page.getByLabel("Plot", { exact: true });
const type = (page: Page, name: string) =>
  page.getByRole("radiogroup", { name: "Option type" }).getByRole("radio", { name, exact: true });
const strip = (page: Page) => page.getByRole("list", { name: "Strikes, CE and PE" });
const picker = (page: Page) => page.getByRole("region", { name: "Strikes" });

async function open(page: Page) {
  await logIn(page, NIFTY);
  await page.goto("/multi-strike-chart");
  const chart = chartOf(page, "Open Interest");
  await chart.ready();
  return chart;
}

test("the plots, which strikes, the window, the room of plot and legend, and what is kept", async ({
  page,
  complaints,
}) => {
  const chart = await open(page);

  await test.step("the plot has its margins, the legend its places, and neither is smaller than it may be", async () => {
    const margins = () =>
      chart.root.evaluate((root) => {
        const plot = root.querySelector(".u-over")?.getBoundingClientRect();
        const all = root.getBoundingClientRect();
        const inner = plot ?? all;
        const sides = [inner.top - all.top, all.right - inner.right, all.bottom - inner.bottom, inner.left - all.left];
        return sides.map(Math.round);
      });
    await expect.poll(margins).toEqual([50, 80, 80, 80]);
    await range(page).selectOption("2");
    const legend = page.getByRole("group", { name: "Series" }).getByRole("button");
    const step = async () => {
      const [first, second] = [await legend.nth(0).boundingBox(), await legend.nth(1).boundingBox()];
      return Math.round((second?.x ?? 0) - (first?.x ?? 0));
    };
    await expect.poll(step).toBeGreaterThanOrEqual(80);
    await page.setViewportSize({ width: 790, height: 330 });
    const size = async () => (await chart.root.boundingBox())?.height ?? 0;
    await expect.poll(size).toBeGreaterThanOrEqual(200);
    await page.setViewportSize({ width: 1366, height: 768 });
    await range(page).selectOption("0");
  });

  await test.step("Custom opens the picker; the window has its modes, and ends in one strike", async () => {
    await range(page).selectOption("Custom");
    await expect(picker(page)).toBeVisible();
    await expect(picker(page).getByRole("checkbox", { checked: true })).toHaveCount(2);
    await page.keyboard.press("Escape");
    await page.getByLabel("Strikes Window (Beta)").check();
    await expect(range(page)).toHaveValue("12");
    await expect(strip(page).getByRole("listitem")).toHaveCount(11);
    const on = strip(page).getByRole("button", { pressed: true });
    await expect(on).toHaveCount(2);
    await page.getByLabel("Mode").selectOption("OTM");
    await expect(on).toHaveCount(11);
    await strip(page).locator("[data-atm]").getByRole("button", { name: / CE$/ }).click();
    await expect(page.getByLabel("Mode")).toHaveValue("-");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect(on).toHaveCount(0);
    await page.getByLabel("Strikes Window (Beta)").uncheck();
    await expect(range(page)).toHaveValue("0");
  });

  await test.step("controls verbatim; each plot draws; a straddle has both sides", async () => {
    await expect(plot(page).locator("option")).toHaveText(PLOTS.map(([label]) => label));
    await expect(range(page).locator("option")).toHaveText(["0", "1", "2", "Custom"]);
    await expect.poll(async () => (await chart.data()).columns.length).toBe(3); // call, put and spot
    for (const [label, name] of PLOTS) {
      await plot(page).selectOption(label);
      await expect
        .poll(async () => (await chartOf(page, name).data()).columns[0]?.some((value) => value !== null))
        .toBe(true);
      if (label === "Straddle") await expect(type(page, "CE")).toBeDisabled();
    }
    await type(page, "PE").check({ force: true });
    await range(page).selectOption("2");
    const puts = chartOf(page, "Price * Vega");
    await expect.poll(async () => (await puts.data()).columns.length).toBe(6); // and spot
    const { x } = await puts.data();
    const readings = await puts.cursor(x[20] as number);
    expect(readings.map(({ label }) => label.replace(/[\d,]+/, "K"))).toEqual([...Array(5).fill("K PE"), "Spot"]);
  });

  await test.step("Skip 50 is NIFTY's; settings are kept", async () => {
    await page.getByLabel("Skip 50 Strikes").check();
    const offered = await page.getByLabel("Strike", { exact: true }).locator("option:not([hidden])").allTextContents();
    expect(offered.every((text) => text.endsWith("00"))).toBe(true);
    await plot(page).selectOption("IV");
    await page.getByLabel("Spot", { exact: true }).uncheck();
    await page.reload();
    await expect(plot(page)).toHaveValue("iv");
    await expect(page.getByLabel("Spot", { exact: true })).not.toBeChecked();
    await expect(page.getByLabel("Skip 50 Strikes")).toBeChecked();
    expect(JSON.parse((await stored(page, "mstrikeOptions")) ?? "")).toMatchObject({
      plot: "iv",
      skip50: true,
      range: 2,
    });
    expect(await stored(page, "multistrikeSpot")).toBe("false");
    await symbolSelect(page).selectOption("BANKNIFTY");
    await expect(page.getByLabel("Skip 50 Strikes")).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});
