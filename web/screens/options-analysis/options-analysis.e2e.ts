/** Options Analysis as a trader uses it: both views, whose contracts, in which order, and what is kept. */
import { expect, test } from "../../testing/fixtures.ts";
import { figure } from "../../testing/grid.ts";
import { stored } from "../../testing/session.ts";
import { columnWords, control, FRAME_WORDS, openTable } from "../../testing/table-screen.ts";

const ROUTE = "/options-analysis";

test("both views, and what is kept", async ({ page, complaints }) => {
  const grid = await openTable(page, ROUTE);
  const view = (number: 1 | 2) => page.getByText(`View ${number}`, { exact: true });

  await test.step("view 1: one contract in blocks with running sums; a press on the price shows the LTP", async () => {
    await view(1).click();
    await expect.poll(async () => (await columnWords(grid))[0]).toBe("Time");
    await expect(control(page, "Type").locator("option")).toHaveText(["CE", "PE"]);
    await expect(control(page, "Block").locator("option")).toHaveText(["15 min", "60 min"]);
    await expect(control(page, "Block")).toHaveValue("5");
    expect((await columnWords(grid)).slice(0, 5)).toEqual(["Time", "Price Chng", "OI Chng", "Vol Chng", "Analysis"]);

    // The sums of a block are those of its rows: here of its first five.
    const [oi, code, longs] = await Promise.all(["oi", "analysis", "sum-LB"].map((id) => grid.column(id)));
    const built = oi!.texts.slice(0, 5).map((text, i) => (code!.texts[i] === "Long Build" ? figure(text) : 0));
    expect(figure(longs!.texts[4] ?? "") * 1e5).toBeCloseTo(
      built.reduce((sum, one) => sum + one, 0),
      -3,
    );
    for (const text of code!.texts)
      expect(text).toMatch(/^(Long Build|Short Build|Short Cover|Long Unwind|No change)$/);

    await page.getByRole("button", { name: /Price Chng/ }).click();
    await expect.poll(async () => (await columnWords(grid))[1]).toBe("LTP");
    await control(page, "Type").selectOption("PE");
    await expect(page.getByText(/ - Puts$/)).toBeVisible();
    await control(page, "Block").selectOption("60 min");
  });

  await test.step("view 2: titles, controls and mirrored columns, verbatim; the latest row is in view", async () => {
    await view(2).click();
    await expect(control(page, "Time frame").locator("option")).toHaveText(FRAME_WORDS);
    const side = ["Analysis", "Vol-Lakh", "VolChg-Lakh", "OI-Lakh", "OI Chg", "Ltp", "Price Chg"];
    await expect.poll(() => columnWords(grid)).toEqual([...side, "Time", ...side.toReversed()]);

    // Both begin at spot rounded to the step, each is chosen for itself.
    const strike = Number(await control(page, "CE").inputValue());
    expect(strike % 50).toBe(0);
    await expect(control(page, "PE")).toHaveValue(String(strike));
    await control(page, "PE").selectOption(String(strike + 100));
    const name = (one: number) => one.toLocaleString("en-IN");
    await expect(page.getByText(`${name(strike)} - Calls`)).toBeVisible();
    await expect(page.getByText(`${name(strike + 100)} - Puts`)).toBeVisible();

    const last = (await grid.rows()) - 1;
    await expect.poll(async () => (await grid.visibleRows()).last).toBe(last);
    const times = (await grid.column("time")).texts;
    expect(times[0]).toBe("09:18");
    await page.getByRole("button", { name: /^Time/ }).click();
    await expect.poll(async () => (await grid.column("time")).texts.at(-1)).toBe("09:18");
    await expect.poll(async () => (await grid.visibleRows()).first).toBe(0);
    await control(page, "Time frame").selectOption("15 min");
    await expect.poll(async () => (await grid.column("time")).texts.at(-1)).toBe("09:30");
  });

  await test.step("settings are kept; labels are short in a window of 1000 px", async () => {
    await page.reload();
    await grid.ready();
    await expect(control(page, "Time frame")).toHaveValue("15");
    expect((await grid.column("time")).texts.at(-1)).toBe("09:30");
    expect(await stored(page, "timeInvert")).toBe("true");
    await view(1).click();
    await expect(control(page, "Block")).toHaveValue("20");
    await expect.poll(async () => (await columnWords(grid))[1]).toBe("LTP");
    await page.setViewportSize({ width: 1001, height: 700 });
    await expect.poll(async () => (await grid.column("analysis")).texts.join()).toMatch(/Build|Cover|Unwind/);
    await page.setViewportSize({ width: 1000, height: 700 });
    await expect.poll(async () => (await grid.column("analysis")).texts.join()).toMatch(/^(LB|SB|SC|LU|No change|,)+$/);
  });
  expect(complaints).toEqual([]);
});
