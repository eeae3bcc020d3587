/** OI Change as a trader uses it: what, from when, in what unit, in which order, and what is kept. */
import type { GridElement } from "../../grid/grid-handle.ts";
import { dragHead, enterReplay, head } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure } from "../../testing/grid.ts";
import { stored } from "../../testing/session.ts";
import { columnWords, control, FRAME_WORDS, openTable } from "../../testing/table-screen.ts";

const ROUTE = "/option-oi-change";

test("what, in what unit and order, what is kept, and a replay that steps", async ({ page, complaints }) => {
  const grid = await openTable(page, ROUTE);

  await test.step("title, controls and mirrored columns, verbatim; metrics, lots and order are kept", async () => {
    await expect(control(page, "Time frame").locator("option")).toHaveText(FRAME_WORDS);
    await expect(control(page, "Show").locator("option")).toHaveText([
      "OI Change",
      "OI Change %",
      "Vol Change",
      "Price Change",
      "Analysis",
      "Vega (Beta)",
    ]);
    await expect(page.getByText("CALLS", { exact: true })).toBeVisible();
    await expect(page.getByText("PUTS", { exact: true })).toBeVisible();

    // Five times a side, the newest next to the strike; the last start is preselected.
    const headers = await columnWords(grid);
    expect(headers).toHaveLength(11);
    expect(headers[5]).toBe("Strike");
    expect(headers.slice(6)).toEqual(headers.slice(0, 5).toReversed());
    const starts = await control(page, "Start time").locator("option").allTextContents();
    expect(starts.at(-1)).toBe(headers[0]);
    expect(starts[0]).toBe("09:30");
    const atm = await grid.atmRow();
    const { first, last } = await grid.visibleRows();
    expect(atm).toBeGreaterThanOrEqual(first);
    expect(atm).toBeLessThanOrEqual(last);
    await control(page, "Start time").selectOption("09:30");
    await expect
      .poll(() => columnWords(grid))
      .toEqual(["09:30", "09:45", "10:00", "10:15", "10:30", "Strike", "10:30", "10:15", "10:00", "09:45", "09:30"]);

    // A lot of NIFTY is 65: closed intervals do not change.
    const row = await grid.atmRow();
    const units = figure((await grid.cell(row, "ce:4")).text);
    await page.getByRole("button", { name: "Lot", exact: true }).click();
    await expect.poll(async () => figure((await grid.column("ce:4")).texts[row] ?? "-")).toBe(Math.round(units / 65));
    await expect(page.getByRole("button", { name: "Lot-X" })).toBeVisible();
    const cell = await grid.cell(row, "ce:4");
    expect(cell.ink).toBe(figure(cell.text) > 0 ? "up" : figure(cell.text) < 0 ? "down" : "ink");

    await control(page, "Change In OI").check();
    await expect.poll(async () => (await columnWords(grid)).filter((text) => text === "Change In OI")).toHaveLength(2);
    const strikes = (await grid.column("strike")).texts;
    await page.getByRole("button", { name: /^Strike/ }).click();
    await expect.poll(async () => (await grid.column("strike")).texts).toEqual(strikes.toReversed());

    for (const [metric, shape] of [
      ["OI Change %", /^([+\u2212]?[\d,]+\.\d\d%|-)$/],
      ["Vol Change", /^(\+?[\d,]+|-)$/],
      ["Price Change", /^([+\u2212]?[\d,]+\.\d\d|-)$/],
      ["Vega (Beta)", /^([+\u2212]?\d+\.\d{3}|-)$/],
      ["Analysis", /^(Long Build|Short Build|Short Cover|Long Unwind|-)$/],
    ] as const) {
      await control(page, "Show").selectOption(metric);
      await expect
        .poll(async () => {
          const { texts } = await grid.column("ce:3");
          return texts.length > 0 && texts.every((text) => shape.test(text));
        })
        .toBe(true);
      // What is shown of the strikes changes, which strikes are in view does not.
      await expect.poll(async () => (await grid.visibleRows()).first).toBeGreaterThan(0);
    }

    await page.reload();
    await grid.ready();
    await expect(control(page, "Show")).toHaveValue("analysis");
    await expect(control(page, "Change In OI")).toBeChecked();
    await expect(page.getByRole("button", { name: "Lot-X" })).toBeVisible();
    expect((await grid.column("strike")).texts).toEqual(strikes.toReversed());
    expect(await stored(page, "oiChangelotToogle")).toBe("true");
    expect(await stored(page, "oichaingeselected")).toBe('"analysis"');
    expect(await stored(page, "strikeInverse")).toBe('{"currentInverse":true}');
  });

  await test.step("the rows stay in place while a replay steps through minutes, each of which names other columns", async () => {
    await enterReplay(page);
    await dragHead(page, 660);
    await expect.poll(() => columnWords(grid)).toContain("11:00");
    await page.locator("[data-grid]").evaluate((element: GridElement) => {
      const look = (): void => {
        if (element.gridHandle?.rows === 0) element.dataset["wasEmpty"] = "";
        requestAnimationFrame(look);
      };
      look();
    });
    await head(page).focus();
    for (let minute = 1; minute < 6; minute++) {
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => columnWords(grid)).toContain(`${minute} min 11:0${minute}`);
    }
    await expect(page.locator("[data-grid]")).not.toHaveAttribute("data-was-empty");
  });
  expect(complaints).toEqual([]);
});
