/** The PCR chart as a trader uses it: which ratio, of which strikes, with which average, and what is kept. */
import type { Page } from "@playwright/test";
import type { ChartElement } from "../../charts/use-chart.ts";
import { chartOf } from "../../testing/chart.ts";
import { dragHead, enterReplay } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figureLine } from "../../testing/pane.ts";
import { logIn, NIFTY, stored } from "../../testing/session.ts";

const upper = (page: Page) => chartOf(page, "PCR through");
const picker = (page: Page) => page.getByRole("region", { name: "Strikes" });
const range = (page: Page) => page.getByLabel("Range:");
const centre = (page: Page) => page.getByLabel("Strike", { exact: true });

async function open(page: Page) {
  await logIn(page, NIFTY);
  await page.goto("/pcr");
  const chart = upper(page);
  await chart.ready();
  return chart;
}

test("which ratio, of which strikes, days in a row, narrow windows, and what is kept", async ({ page, complaints }) => {
  const chart = await open(page);

  await test.step("title, selectors and controls, verbatim, in their first state", async () => {
    await expect(page.getByLabel("Type").locator("option")).toHaveText(["PCR", "Volume PCR"]);
    const ranges = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "All", "Custom (beta)"];
    await expect(range(page).locator("option")).toHaveText(ranges);
    await expect(range(page)).toHaveValue("11");
    await expect(centre(page)).toBeDisabled();
    const periods = ["3", "5", "7", "8", "9", "10", "11", "12", "13", "14", "15", "20", "21"];
    await expect(page.getByLabel("Ema:").locator("option")).toHaveText(periods);
    await expect(page.getByLabel("Ema:")).toHaveValue("10");
    await expect(figureLine(page, "PCR")).toHaveText(/^PCR : \d\.\d\d \([+\u2212]?\d+%\)$/);

    // PCR, its average and the spot, with the last values at the right and the crosshair's reading.
    const { x, columns } = await chart.data();
    expect(columns).toHaveLength(3);
    expect((await chart.drawn()).tags).toHaveLength(4); // and the previous day's
    const readings = await chart.cursor(x[30] as number);
    expect(readings.map(({ label }) => label)).toEqual(["Pcr", "Ema 10", "Spot"]);
    for (const { text } of readings) expect(text).toMatch(/^[\d,]+\.\d+$/);
  });

  await test.step("strikes by hand: the buttons, the boxes, and what Ok and Esc do with them", async () => {
    await range(page).selectOption("Custom (beta)");
    await expect(centre(page)).toBeDisabled();
    const button = page.getByRole("button", { name: "Strikes", exact: true });
    await button.click();
    await expect(picker(page)).toBeVisible();
    const on = async (side: "CE" | "PE"): Promise<number[]> => {
      const boxes = picker(page).getByRole("checkbox", { name: new RegExp(`${side}$`), checked: true });
      const names = await boxes.evaluateAll((all) => all.map((box) => box.getAttribute("aria-label") ?? ""));
      return names.map((name) => Number(name.replaceAll(",", "").split(" ")[0]));
    };
    const press = (name: string) => picker(page).getByRole("button", { name, exact: true }).click();
    const all = await on("CE");
    const atTheMoney = picker(page).locator("[data-atm] button");
    const text = await atTheMoney.innerText();
    const atm = Number(text.replaceAll(",", ""));
    expect(all.length).toBeGreaterThan(20);

    await press("Clear All");
    expect([await on("CE"), await on("PE")]).toEqual([[], []]);
    await press("OTM CE");
    await press("OTM PE");
    expect(await on("CE")).toEqual(all.filter((strike) => strike > atm));
    expect(await on("PE")).toEqual(all.filter((strike) => strike <= atm));
    await press("ITM CE");
    await press("ITM PE");
    expect(await on("CE")).toEqual(all.filter((strike) => strike <= atm));
    expect(await on("PE")).toEqual(all.filter((strike) => strike > atm));
    await press("Select All");
    expect(await on("PE")).toEqual(all);

    // A strike switches both sides, its boxes one each.
    await press("Clear All");
    await press(text);
    expect([await on("CE"), await on("PE")]).toEqual([[atm], [atm]]);
    await picker(page)
      .getByRole("checkbox", { name: `${text} PE` })
      .uncheck();
    await page.keyboard.press("Escape");
    await expect(picker(page)).toBeHidden();
    await expect(button).toBeFocused();
    await expect(page.getByText(`${all.length} CE, ${all.length} PE`)).toBeVisible(); // discarded

    await button.click();
    await press("OTM CE");
    const atmNow = Number((await atTheMoney.innerText()).replaceAll(",", "")); // it may have moved since
    const above = all.filter((strike) => strike > atmNow).length;
    await press("Ok");
    await expect(page.getByText(`${above} CE, ${all.length} PE`)).toBeVisible();
  });

  await test.step("a range stands around a strike, and says from where to where", async () => {
    await range(page).selectOption("2");
    await expect(centre(page)).toBeEnabled();
    const strike = Number(await centre(page).inputValue());
    const words = (low: number, high: number) => `${low.toLocaleString("en-IN")} - ${high.toLocaleString("en-IN")}`;
    await expect(page.getByText(words(strike - 100, strike + 100))).toBeVisible();
    await centre(page).selectOption(String(strike + 200));
    await expect(page.getByText(words(strike + 100, strike + 300))).toBeVisible();
    await range(page).selectOption("All");
  });

  await test.step("a line of one's own formula is drawn", async () => {
    await page.getByRole("button", { name: "Formulas" }).click();
    await page.getByRole("button", { name: "Alerts (Beta)" }).click();
    await page.getByRole("button", { name: "Close Alerts" }).click(); // the other panel does not cover it
    const formula = page.getByLabel("Formula", { exact: true });
    await formula.fill("Spot - lag(Spott, 15)");
    await expect(page.getByText("Character 12: 'Spott' is no field, number or operator")).toBeVisible();
    const add = page.getByRole("button", { name: "Add", exact: true });
    await expect(add).toBeDisabled();
    await formula.fill("Spot - lag(Spot, 15)");
    await page.getByLabel("Name", { exact: true }).fill("Quarter");
    await page.getByLabel("Drawn in").selectOption({ label: "PCR, left axis" });
    await add.click();
    await page.keyboard.press("Escape");
    const quarter = async () => {
      const { columns } = await chart.data();
      const [, , spot = [], own = []] = columns.map((column) => Array.from(column));
      return [own[40], (spot[40] ?? 0) - (spot[25] ?? 0)].map((value) => value?.toFixed(2));
    };
    await expect.poll(async () => new Set(await quarter()).size).toBe(1);
    expect(await quarter()).not.toContain("0.00");
  });

  await test.step("days in a row: named on the axis and under the crosshair, kept as the line of one's own is; a replay moves the last one alone", async () => {
    await page.getByLabel("Days").selectOption("3");
    const days = () =>
      chart.root.evaluate((element: ChartElement) => {
        const { days: all = [], columns: [pcr = []] = [] } = element.chartHandle?.data() ?? {};
        return all.map(({ name, from, to, at }, i) => {
          const points = Array.from(pcr).slice(at, all[i + 1]?.at);
          return { name, from, length: to - from + 1, figures: points.filter((one) => !Number.isNaN(one)).length };
        });
      });
    await expect
      .poll(async () => (await days()).map(({ length, figures }) => figures === length), { timeout: 30_000 })
      .toEqual([true, true, true]);
    const [first, second, last] = await days();
    expect(first?.length).toBeGreaterThanOrEqual(376);
    const { ticks } = await chartOf(page, "Volume PCR through").drawn();
    for (const day of [first, second, last]) expect(ticks).toContain(day?.name);
    await chart.cursor((second?.from ?? 0) + 30);
    await expect(page.getByText(`${second?.name} 09:45`).first()).toBeAttached();

    await enterReplay(page);
    await dragHead(page, 600);
    const isAt = (minute: number) => (day: { length: number } | undefined) => day?.length === minute - 555 + 1;
    await expect.poll(async () => (await days()).map(isAt(600))).toEqual([false, false, true]);
    expect((await days()).slice(0, 2)).toEqual([first, second]);

    await page.reload();
    await expect(page.getByLabel("Days")).toHaveValue("3");
    await expect.poll(async () => (await days()).length, { timeout: 30_000 }).toBe(3);
    await expect(page.getByRole("button", { name: "Formulas (1)" })).toBeVisible();
    const entry = page.getByRole("group", { name: "Series" }).getByRole("button", { name: "Quarter" });
    await entry.click();
    await expect(entry).toHaveAttribute("aria-pressed", "false");
    await page.getByLabel("Days").selectOption("1");
  });

  await test.step("the legend switches lines, the dropdown the ratio above; settings are kept", async () => {
    const legend = page.getByRole("group", { name: "Series" });
    await expect(legend.getByRole("button")).toHaveText(["Pcr", "Volume Pcr", "Ema 10", "Spot", "Quarter"]);
    await legend.getByRole("button", { name: "Volume Pcr" }).click();
    await expect(page.getByRole("heading", { name: "Volume PCR" })).toBeHidden(); // its chart has nothing left to show
    await legend.getByRole("button", { name: "Spot" }).click();
    await expect.poll(async () => (await chart.drawn()).tags.length).toBe(3); // ratio, average, the previous day's
    await page.getByLabel("Ema:").selectOption("21");
    await page.getByLabel("Type").selectOption("Volume PCR");
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Volume PCR");
    await range(page).selectOption("3");

    await page.reload();
    await expect(page.getByLabel("Type")).toHaveValue("volumePcr");
    await expect(range(page)).toHaveValue("3");
    await expect(page.getByLabel("Ema:")).toHaveValue("21");
    await expect(legend.getByRole("button", { name: "Spot" })).toHaveAttribute("aria-pressed", "false");
    expect(JSON.parse((await stored(page, "pcrChartoptions")) ?? "")).toMatchObject({ spot: false, volumePcr: false });
    expect(await stored(page, "pcremaPeriod")).toBe("21");
    expect(JSON.parse((await stored(page, "pcrOptions")) ?? "")).toEqual({ type: "volumePcr", range: 3 });
  });

  await test.step("an alert's condition counts its firings", async () => {
    await page.getByRole("button", { name: "Alerts (Beta)" }).click();
    await page.getByRole("radio", { name: "Formula", exact: true }).check();
    await page.getByLabel("Fires when this comes to hold").fill("change(Spot) > 0");
    await expect(page.getByText(/^Today this would/)).toBeVisible();
    await page.getByRole("button", { name: "Create Alert" }).click();
    await expect(page.getByRole("list", { name: "Active alerts" })).toContainText("change(Spot) > 0");
  });

  await test.step("in a narrow window 'Range' is 'Rng'", async () => {
    await page.setViewportSize({ width: 701, height: 700 });
    await expect(page.getByText("Range:", { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 700, height: 700 });
    await expect(page.getByText("Rng", { exact: true })).toBeVisible();
    await expect(page.getByText("Range:", { exact: true })).toBeHidden();
  });
  expect(complaints).toEqual([]);
});
