/** Max pain as a trader uses it: bars, the day's line, and the settings between them. */
import type { Page } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure } from "../../testing/grid.ts";
import { figureLine } from "../../testing/pane.ts";
import { logIn } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };

async function open(page: Page): Promise<ReturnType<typeof chartOf>> {
  await logIn(page, NIFTY);
  await page.goto("/maxpain");
  const chart = chartOf(page, "Maxpain ( In");
  await chart.ready();
  return chart;
}

test("bars, day highs and the day's line, with the figures above them", async ({ page }) => {
  const chart = await open(page);

  await test.step("controls and figures, verbatim", async () => {
    await expect(page.getByText("Scale :")).toBeVisible();
    await expect(page.getByLabel("Scale").locator("option")).toHaveText(["In Crores", "In Lakhs"]);
    await expect(page.getByLabel("Day High Maxpain")).not.toBeChecked();
    await expect(page.getByLabel("Maxpain Line Chart (Beta)")).not.toBeChecked();
    await expect(figureLine(page, "Maxpain")).toHaveText(/^Maxpain : \d\d,\d{3}$/);
    const pcr = figureLine(page, "PCR");
    await expect(pcr).toHaveText(/^PCR : \d+\.\d\d \([+\u2212]?\d+%\)$/);
    const isUp = ((await pcr.textContent()) ?? "").includes("+");
    const colour = await pcr.locator("[class*=change]").evaluate((element) => getComputedStyle(element).color);
    // The two roles of the dark theme.
    expect(colour).toBe(isUp ? "rgb(69, 196, 146)" : "rgb(255, 125, 133)");
  });

  await test.step("seventeen bars around max pain, labelled, in crores or lakhs", async () => {
    const maxPain = figureLine(page, "Maxpain");
    // The header's words follow the bars, and the market moves meanwhile.
    await expect(async () => {
      const { x } = await chart.data();
      expect(x).toHaveLength(17);
      expect(x[8]).toBe(figure(((await maxPain.textContent()) ?? "").split(" : ")[1] ?? ""));
    }).toPass();
    const { x, columns } = await chart.data();
    const pains = columns[0] as number[];
    expect(Math.min(...pains)).toBe(pains[8]);
    // It may have its data and not be drawn yet.
    await expect.poll(async () => (await chart.drawn()).barLabels.length).toBe(17);
    const { barLabels, marks, ticks } = await chart.drawn();
    for (const label of barLabels) expect(label).toMatch(/^[\d,]+\.\d\d \( \+[\d,]+(\.\d\d)? \)$/);
    expect(figure((/\+(.*) \)/.exec(barLabels[8] as string) ?? [])[1] ?? "")).toBe(0);
    expect(marks).toEqual([x[8]]);
    expect(ticks).toHaveLength(17);
    await expect(page.getByRole("heading", { name: "Maxpain ( In Crores )" })).toBeVisible();

    await page.getByLabel("Scale").selectOption("In Lakhs");
    await expect(page.getByRole("heading", { name: "Maxpain ( In Lakhs )" })).toBeVisible();
    await expect
      .poll(async () => ((await chart.data()).columns[0]?.[8] ?? 0) / (pains[8] as number))
      .toBeGreaterThan(90); // a hundred lakhs are a crore; the market moves meanwhile
  });

  await test.step("day highs stand around the bars, never below them", async () => {
    await page.getByLabel("Day High Maxpain").check();
    await expect.poll(async () => (await chart.data()).columns.length).toBe(2);
    const { columns } = await chart.data();
    const [now, highs] = columns as [number[], number[]];
    for (const [i, high] of highs.entries()) expect(high).toBeGreaterThanOrEqual(now[i] as number);
    expect(highs.some((high, i) => high > (now[i] as number))).toBe(true);
  });

  await test.step("the line of the day, with time and value under the crosshair", async () => {
    await page.getByLabel("Maxpain Line Chart (Beta)").check();
    const line = chartOf(page, "Maxpain through the day");
    await line.ready();
    const { x, columns } = await line.data();
    expect(x[0]).toBe(9 * 60 + 15);
    expect(x.length).toBeGreaterThan(179); // from the open to 12:15 at least
    expect((columns[0] ?? []).filter((value) => value === null)).toEqual([]);
    // It may have its data and not be drawn yet.
    await expect.poll(async () => (await line.cursor(11 * 60 + 30))[0]?.value).toBe(columns[0]?.[135]);
    const plot = line.root.locator("canvas").first();
    const box = await plot.boundingBox();
    if (!box) throw new Error("no plot");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(line.root).toContainText(/\d\d:\d\d/);
    await expect(line.root).toContainText(/\d\d,\d{3}/);
    expect(await faults(page)).toEqual([]);
  });
});
