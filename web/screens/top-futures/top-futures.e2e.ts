/** The ranked futures as a trader uses them; the lists against a plain script over the day's JSON. */
import type { Page } from "@playwright/test";
import { dragHead, enterReplay, leaveReplay } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, gridOf } from "../../testing/grid.ts";
import { symbolSelect } from "../../testing/pane.ts";
import { futuresRoomOf, plainFutures, plainMoves } from "../../testing/plain-futures.ts";
import { logIn, stored } from "../../testing/session.ts";
import { FILTERS, RANKED } from "./snapshot.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const OPEN = 9 * 60 + 15;
const view = (page: Page, number: 1 | 2) => page.getByRole("button", { name: `View - ${number}` });
const filter = (page: Page) => page.getByLabel("Filter");

async function open(page: Page): Promise<void> {
  await logIn(page, NIFTY);
  await page.goto("/top-futures");
  await expect.poll(() => gridOf(page).paintedVersion(), { timeout: 30_000 }).toBeGreaterThanOrEqual(0);
}

test("both views, what is traded, and a replay against a plain script", async ({ page, complaints }) => {
  await open(page);

  await test.step("title, controls and columns, verbatim; what each filter puts first; analysis is kept", async () => {
    await expect(filter(page).locator("option")).toHaveText([...FILTERS]);
    await expect(page.getByLabel("Top", { exact: true }).locator("option")).toHaveText(["5", "10", "15", "20", "25"]);
    await expect(page.getByLabel("Top", { exact: true })).toHaveValue("10");
    const windows = ["Current", ...[5, 10, 15, 30, 60].map((minutes) => `Last ${minutes} minutes`)];
    await expect(page.getByLabel("Window").locator("option")).toHaveText(windows);
    const heads = async (label?: string) =>
      (await gridOf(page, label).headers()).map((text) => text.replace(/[↑↓]/, "").trim());
    const order = async () => (await heads()).filter((text) => /chng|LTP|Analysis|Name|Basis|Carry|20d/.test(text));
    const rest = ["LTP", "Analysis", "Vol / 20d", "Basis", "Carry%"];
    expect(await order()).toEqual(["Name", "% Price chng", "Price chng", "% OI chng", "% Vol chng", ...rest]);
    await filter(page).selectOption("Top OI Gainers");
    await expect.poll(order).toEqual(["Name", "% OI chng", "% Price chng", "Price chng", "% Vol chng", ...rest]);
    await filter(page).selectOption("Volume Gainers");
    await expect.poll(order).toEqual(["Name", "% Vol chng", "% Price chng", "Price chng", "% OI chng", ...rest]);
    await expect(page.getByLabel("Analysis")).toHaveCount(0);

    await view(page, 2).click();
    await expect(filter(page)).toBeDisabled();
    const titles = FILTERS.map((one) => RANKED[one].title);
    expect(titles).toEqual(["Top Gainers", "Top Losers", "OI Gainers", "OI Losers", "Volume Gainers"]);
    for (const title of titles) await expect.poll(() => heads(title), title).toEqual(["NAME", "price%", "oi%", "vol%"]);
    await page.getByLabel("Analysis").check();
    await expect.poll(() => heads("OI Losers")).toEqual(["NAME", "price%", "oi%", "vol%", "An"]);
    await expect(async () => {
      const codes = (await gridOf(page, "OI Losers").column("analysis")).texts;
      expect(codes.length).toBeGreaterThan(0);
      for (const code of codes) expect(code).toMatch(/^(LB|SB|SC|LU|-)$/);
    }).toPass();
    expect(await stored(page, "analysisTS")).toBe("true");
    await page.reload();
    await view(page, 2).click();
    await expect(page.getByLabel("Analysis")).toBeChecked();
  });

  await test.step("in a replay the lists are those of a plain script over the day's JSON", async () => {
    await enterReplay(page);
    const futures = await plainFutures(page, await futuresRoomOf(page));
    expect(futures.length).toBeGreaterThan(5);
    for (const [minute, minutes] of [
      [11 * 60, 0],
      [11 * 60, 15],
      [9 * 60 + 40, 60],
    ] as const) {
      await page.getByLabel("Window").selectOption(`${minutes}`);
      await dragHead(page, minute);
      const moves = plainMoves(futures, minute - OPEN, minutes);
      for (const one of FILTERS) {
        const { title, measure, falling } = RANKED[one];
        const sign = falling ? -1 : 1;
        const wanted = moves
          .filter((move) => move[measure] * sign > 0)
          .sort((a, b) => (b[measure] - a[measure]) * sign)
          .slice(0, 10);
        const grid = gridOf(page, title);
        const words = `${title} at ${minute} over ${minutes}`;
        await expect.poll(async () => (await grid.column("name")).texts, words).toEqual(wanted.map(({ name }) => name));
        const shown = (await grid.column(measure)).texts.map(figure);
        for (const [i, move] of wanted.entries())
          expect(Math.abs((shown[i] ?? Number.NaN) - move[measure]), words).toBeLessThan(
            measure === "volume" ? 0.51 : 0.0051,
          );
      }
    }
    // A replay keeps its symbols.
    const { x, y, height } = await gridOf(page, "Top Gainers").box(0, "name");
    await page.mouse.click(x + 20, y + height / 2);
    await expect(page.getByText("A replay keeps its symbols.")).toBeVisible();
    expect(JSON.parse((await stored(page, "lastExSymbol")) ?? "{}").NSE[0]).toBe("NIFTY");
    await leaveReplay(page);
  });

  await test.step("a name turns the letter; B and S want to trade, and are not there on BSE", async () => {
    await view(page, 1).click();
    const grid = gridOf(page);
    const buy = page.getByRole("button", { name: "B", exact: true, includeHidden: true });
    const pointAt = async (past: number): Promise<void> => {
      const { x, y, height } = await grid.box(0, "name");
      await page.mouse.move(x + past, y + height / 2);
    };
    /** The grid may come to stand elsewhere, or its rows may be others, after the pointer has moved: then it moves again. */
    const pointUntilBuy = (): Promise<void> =>
      expect(async () => {
        await pointAt(20);
        await pointAt(22);
        await expect(buy).toBeVisible({ timeout: 3000 });
      }).toPass();
    let name = "";
    // Rows stay in place for two seconds after the pointer has moved. A slow machine may take longer to press: then again.
    await expect(async () => {
      await pointAt(20);
      [name = ""] = (await grid.column("name")).texts;
      await page.mouse.down();
      await page.mouse.up();
      const { NSE } = JSON.parse((await stored(page, "lastExSymbol")) ?? "{}");
      expect(NSE[0]).toBe(name);
    }).toPass();
    await pointUntilBuy();
    await buy.click();
    await page.waitForURL(/broker-login/);
    await page.goBack();
    await page.getByRole("button", { name: "Options", exact: true }).click();
    await page.getByRole("menuitem", { name: "Maxpain" }).click();
    await expect(symbolSelect(page)).toHaveValue(name);

    await page.goBack();
    await pointUntilBuy();
    await page.getByText("BSE", { exact: true }).click();
    // Of its few futures none may have gained at this minute, or none lost.
    await expect(async () => {
      const before = await filter(page).inputValue();
      await filter(page).selectOption(
        FILTERS.find((one) => one !== before && RANKED[one].measure === "price") ?? before,
      );
      await expect
        .poll(async () => (await grid.column("name")).texts.join(), { timeout: 3000 })
        .toMatch(/SENSEX|BANKEX|SENSEX50/);
    }).toPass();
    await pointAt(30);
    await expect(buy).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});
