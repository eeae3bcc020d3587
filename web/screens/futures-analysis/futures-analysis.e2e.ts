/** Futures Analysis as a trader uses it: both views, blocks, the order of time, and what is kept. */
import { expect, test } from "../../testing/fixtures.ts";
import { stored } from "../../testing/session.ts";
import { columnWords, control, FRAME_WORDS, openTable } from "../../testing/table-screen.ts";

const ROUTE = "/futures-analysis";

test("both views, and what is kept", async ({ page, complaints }) => {
  const grid = await openTable(page, ROUTE);

  await test.step("view 1: controls and columns, verbatim; blocks with totals; price or its change; what is kept", async () => {
    await expect(control(page, "Block").locator("option")).toHaveText(["15 min", "60 min"]);
    expect(await columnWords(grid)).toEqual(["Time", "Price Chng", "OI Chng", "Vol Chng", "Analysis"]);
    const times = async () => (await grid.column("time")).texts;
    expect((await times()).slice(0, 7)).toEqual(["09:18", "09:21", "09:24", "09:27", "09:30", "Σ 09:30", "09:33"]);
    for (const text of (await grid.column("analysis")).texts)
      expect(text).toMatch(/^(Long Build|Short Build|Short Cover|Long Unwind|No change)$/);
    await control(page, "Block").selectOption("60 min");
    await expect.poll(async () => (await times()).find((text) => text.startsWith("Σ"))).toBe("Σ 10:15");
    expect(await stored(page, "futuresAnalysisBlock")).toBe("Hour");
    await page.getByRole("button", { name: "Price Chng" }).click();
    await expect.poll(() => columnWords(grid)).toEqual(["Time", "LTP", "OI Chng", "Vol Chng", "Analysis"]);
    await page.getByRole("button", { name: "LTP" }).click();
    await expect.poll(() => columnWords(grid)).toEqual(["Time", "Price Chng", "OI Chng", "Vol Chng", "Analysis"]);
    await page.reload();
    await grid.ready();
    await expect(control(page, "Block")).toHaveValue("20");
  });

  await test.step("view 2: frames and columns, verbatim; the order of time; words above 1120 px, codes up to it", async () => {
    await page.getByRole("button", { name: "View - 2" }).click();
    await expect
      .poll(() => columnWords(grid))
      .toEqual(["Time", "LTP", "Price Chng", "OI Chng", "Vol Chng", "Analysis"]);
    await expect(control(page, "Time frame").locator("option")).toHaveText(FRAME_WORDS);
    const times = async () => (await grid.column("time")).texts;
    await control(page, "Time frame").selectOption("30 min");
    await expect.poll(async () => (await times())[0]).toBe("09:45");
    await page.getByRole("button", { name: /^Time/ }).click();
    await expect.poll(async () => (await times()).at(-1)).toBe("09:45");
    const said = async () => (await grid.column("analysis")).texts;
    await page.setViewportSize({ width: 1121, height: 768 });
    await expect.poll(async () => (await said()).every((text) => text.length > 2)).toBe(true);
    await page.setViewportSize({ width: 1120, height: 768 });
    await expect.poll(async () => (await said()).every((text) => /^(LB|SB|SC|LU|No change)$/.test(text))).toBe(true);
    // The newest row goes on with the ticks.
    const newest = async () => (await grid.column("vol")).texts[0];
    const before = await newest();
    await expect.poll(newest, { timeout: 15_000 }).not.toBe(before);
  });
  expect(complaints).toEqual([]);
});
