/** PE-CE Difference as a trader uses it: categories, strikes, table and charts on one cursor, and what is kept. */
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figureLine } from "../../testing/pane.ts";
import { stored } from "../../testing/session.ts";
import { columnWords, control, FRAME_WORDS, openTable } from "../../testing/table-screen.ts";

const ROUTE = "/ce-pe-difference";

test("categories, strikes, table and charts on one cursor, and what is kept", async ({ page, complaints }) => {
  const grid = await openTable(page, ROUTE);
  const legend = page.getByRole("group", { name: "Series" });

  await test.step("table and charts stand on one cursor; the legend switches lines and the average's period", async () => {
    await expect(page.getByRole("radio", { name: "Table", exact: true })).toBeChecked();
    await page.getByText("Table + Chart", { exact: true }).click();
    const totals = chartOf(page, "OI of puts and calls");
    const below = chartOf(page, "PE-CE Difference through");
    await totals.ready();
    await expect(figureLine(page, "PE-CE")).toHaveText(/^PE-CE : \u2212?[\d.]+ (Cr|L) (Bullish|Bearish|Neutral)$/);
    await expect(legend.getByRole("button")).toHaveText([
      "CE",
      "PE",
      "Spot",
      "PE-CE Difference",
      "PE-CE Diff ema ( 10 )",
    ]);

    // A row marks its minute in the charts, a chart the row whose interval its minute is in.
    const rows = await grid.rows();
    const row = rows - 4;
    const time = (await grid.cell(row, "time")).text;
    // The pointer moves until the table listens: that comes after the figures.
    await expect(async () => {
      const box = await grid.box(row, "pe");
      await page.mouse.move(box.x + 12, box.y + 9);
      await page.mouse.move(box.x + 10, box.y + 8);
      await expect(below.root.getByText(time, { exact: true })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.mouse.move(700, 20);
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) - 1;
    await below.cursor(minute);
    await expect.poll(async () => (await grid.cell(row, "pe")).surface).toBe("hover");

    await expect(control(page, "Ema:")).toBeVisible();
    await control(page, "Ema:").selectOption("21");
    await legend.getByRole("button", { name: "PE-CE Diff ema ( 21 )" }).click();
    await expect(control(page, "Ema:")).toBeHidden();
    await page.getByText("Chart", { exact: true }).click();
    await expect(page.getByRole("grid")).toBeHidden();
    await page.getByText("Table", { exact: true }).click();
    await grid.ready();
  });

  await test.step("title, controls and columns by category, verbatim; strikes and order are kept", async () => {
    await expect(control(page, "Time frame").locator("option")).toHaveText(FRAME_WORDS);
    await expect(control(page, "Time frame")).toHaveValue("3");
    const ranges = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "All", "Custom"];
    await expect(control(page, "Range:").locator("option")).toHaveText(ranges);
    await expect(control(page, "Category").locator("option")).toHaveText([
      "OI",
      "Change in OI",
      "Volume",
      "Price",
      "Vega (Beta)",
    ]);
    await expect(control(page, "Strike")).toBeDisabled(); // the range is All
    await expect(control(page, "Auto ATM")).toBeDisabled();
    const future = ["Future OI", "Future ltp", "Future Analysis"];
    const columns = (cat: string, ...rest: string[]) => [
      `Time`,
      `Total PE ${cat}`,
      `Total CE ${cat}`,
      `PE-CE ${cat} Diff`,
      ...rest,
    ];
    expect(await columnWords(grid)).toEqual([...columns("OI", "OI Trend"), ...future]);
    expect((await grid.column("pe")).texts.at(-1)).toMatch(/^[\d.]+ [+\u2212]?\d+\.\d%$/);
    for (const [option, cat, ...trend] of [
      ["Change in OI", "Change in OI", "OI Trend"],
      ["Volume", "Volume"],
      ["Price", "Price", "Price Trend"],
      ["Vega (Beta)", "Vega", "Vega Trend"],
    ] as const) {
      await control(page, "Category").selectOption(option);
      await expect.poll(() => columnWords(grid)).toEqual([...columns(cat, ...trend), ...future]);
      if (option === "Price")
        await expect(figureLine(page, "PE-CE")).toHaveText(/ (Bullish, PE dearer|Bearish, CE dearer|Neutral, equal)$/);
    }
    await control(page, "Category").selectOption("OI");

    await control(page, "Range:").selectOption("2");
    await expect.poll(async () => (await columnWords(grid))[1]).toBe("PE OI");
    await control(page, "Auto ATM").check();
    const atm = Number(await control(page, "Strike").inputValue());
    const name = (strike: number) => strike.toLocaleString("en-IN");
    await expect(page.getByText(`${name(atm - 100)} - ${name(atm + 100)}`)).toBeVisible();

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Show PE & CE OI diff from previous time").check();
    await expect(page.getByLabel("Switch Color")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect.poll(() => columnWords(grid)).toContain("CE OI Diff");
    await page.getByRole("button", { name: /^Time/ }).click();
    await expect.poll(async () => (await grid.column("time")).texts.at(-1)).toBe("09:15");

    await page.reload();
    await grid.ready();
    await expect(control(page, "Range:")).toHaveValue("2");
    await expect(control(page, "Auto ATM")).toBeChecked();
    expect(await columnWords(grid)).toContain("PE OI Diff");
    expect((await grid.column("time")).texts.at(-1)).toBe("09:15");
    expect(await stored(page, "selectedcategory")).toBe('"oi"');
    await page.getByText("Table + Chart", { exact: true }).click();
    await expect(legend.getByRole("button", { name: /ema/ })).toHaveAttribute("aria-pressed", "false");

    // Custom opens the picker; 'Strikes' opens it again.
    await control(page, "Range:").selectOption("Custom");
    const picker = page.getByRole("region", { name: "Strikes" });
    await expect(picker).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(picker).toBeHidden();
    await page.getByRole("button", { name: "Strikes", exact: true }).click();
    await expect(picker).toBeVisible();
  });
  expect(complaints).toEqual([]);
});
