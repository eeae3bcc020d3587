/** Weekly/Monthly OI as a trader uses it; its days against a plain script over their JSON. */
import type { Locator, Page } from "@playwright/test";
import { dragHead, enterReplay, leaveReplay } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure } from "../../testing/grid.ts";
import { symbolSelect } from "../../testing/pane.ts";
import { futuresRoomOf, type PlainFuture, plainFutures } from "../../testing/plain-futures.ts";
import { logIn } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const LABELS = ["Long Build", "Short Build", "Long Unwind", "Short Cover", "Total Long", "Total Short"];
const tables = (page: Page): Locator => page.getByRole("region", { name: "Weeks" }).getByRole("table");

async function open(page: Page): Promise<void> {
  await logIn(page, NIFTY);
  await page.goto("/weekly-monthly-OI");
  await expect(tables(page).first()).toBeVisible({ timeout: 30_000 });
}

/** The six figures of a day, lakh. @param label 'Nov 19' */
async function columnOf(page: Page, label: string): Promise<number[]> {
  return (
    await tables(page).evaluateAll((all, wanted) => {
      for (const table of all) {
        const place = [...(table.querySelector("thead tr")?.children ?? [])].findIndex(
          (cell) => cell.textContent?.endsWith(` ${wanted}`) && cell.textContent.length < 14,
        );
        if (place > 0)
          return [...table.querySelectorAll("tbody tr")].map((row) => row.children[place]?.textContent ?? "");
      }
      return [];
    }, label)
  ).map(figure);
}

/** Every third sample is compared, and the last; each change of OI goes to its bucket. Lakh. */
function plainDay({ ltp, oi }: PlainFuture, last: number): number[] {
  const sums = [0, 0, 0, 0];
  let before: { price: number; held: number } | undefined;
  for (let at = 0; at <= last; at++) {
    if (at % 3 !== 0 && at !== last) continue;
    const now = { price: ltp[at] ?? Number.NaN, held: oi[at] ?? Number.NaN };
    const price = now.price - (before?.price ?? Number.NaN);
    const change = now.held - (before?.held ?? Number.NaN);
    const bucket = price > 0 ? (change > 0 ? 0 : 3) : price < 0 ? (change > 0 ? 1 : 2) : -1;
    if (bucket >= 0 && change !== 0) sums[bucket]! += change / 1e5;
    before = now;
  }
  const [longBuild = 0, shortBuild = 0, longUnwind = 0, shortCover = 0] = sums;
  return [...sums, longBuild + longUnwind, shortBuild + shortCover];
}
/** Two decimals of a lakh are shown: the figures are the same but for what rounding does. */
const isSame = (shown: readonly number[], plain: readonly number[], rounding = 0.00501): boolean =>
  shown.length === plain.length && plain.every((one, i) => Math.abs(one - (shown[i] ?? Number.NaN)) < rounding);

test("blocks and ranges, and days of both exchanges against a plain script", async ({ page, complaints }) => {
  await open(page);

  await test.step("controls and labels, verbatim; blocks, range, cumulative", async () => {
    await expect(page.getByLabel("Blocks").locator("option").first()).toHaveText("Monday - Friday");
    await expect(page.getByLabel("Blocks").locator('option[value="5"]')).toHaveText("Friday - Thursday");
    const rowHeads = tables(page).last().locator("tbody tr th:first-child");
    await expect(rowHeads).toHaveText(LABELS);
    await expect(tables(page).last().locator("tbody tr th:not(:first-child)")).toHaveText([
      "Weekly Long Build",
      "Weekly Short Build",
      "Weekly Long Unwind",
      "Weekly Short cover",
      "Weekly Total Long",
      "Weekly Total Short",
    ]);
    // Twenty simulated days come as they are made; the open one is a Friday.
    await expect.poll(() => tables(page).count(), { timeout: 60_000 }).toBeGreaterThan(1);
    const last = tables(page).last().locator("thead th");
    await expect(last.filter({ hasText: "Nov 20" }).last()).toContainText("Fri");
    await page.getByLabel("Blocks").selectOption("5");
    await expect(last).toHaveText(["Nov 20", "Fri Nov 20", "Weekly", "Total"]);

    const expiry = page.getByLabel("Future expiry");
    const cumulative = page.getByLabel("Cumulative");
    await cumulative.check();
    await expect(expiry).toBeDisabled();
    await cumulative.uncheck();
    await expect(expiry).toBeEnabled();
    await cumulative.check();
    await symbolSelect(page).selectOption("USDINR");
    await expect(cumulative).toHaveCount(0);
    await symbolSelect(page).selectOption("NIFTY");
    await expect(cumulative).not.toBeChecked();

    await page.getByLabel("Range").check();
    const from = page.getByLabel("From");
    await expect(from.locator("option").last()).toHaveText("Nov 20");
    await from.selectOption({ label: "Nov 20" });
    await expect(tables(page)).toHaveCount(1);
    await page.getByLabel("Range").uncheck();
    await expect.poll(() => tables(page).count()).toBeGreaterThan(1);
  });

  await test.step("today in a replay and a finished day are those of a plain script over their JSON", async () => {
    const room = await futuresRoomOf(page);
    const nifty = async (day?: string): Promise<PlainFuture> => {
      const found = (await plainFutures(page, room, day)).find(({ name }) => name === "NIFTY");
      if (!found) throw new Error("no NIFTY");
      return found;
    };
    await expect.poll(async () => (await columnOf(page, "Nov 19")).length, { timeout: 60_000 }).toBe(6);
    const past = await nifty("11:19:2026");
    const finished = plainDay(past, past.ltp.length - 1);
    expect(finished.filter((one) => one !== 0)).toHaveLength(6);
    await expect.poll(async () => isSame(await columnOf(page, "Nov 19"), finished)).toBe(true);

    await enterReplay(page);
    const at = 11 * 60 + 1;
    await dragHead(page, at);
    const today = plainDay(await nifty(), at - 555);
    await expect.poll(async () => isSame(await columnOf(page, "Nov 20"), today)).toBe(true);
    await leaveReplay(page);
  });

  await test.step("on BSE a past day and its replay are those of a plain script; no day comes to a lakh, so they are in units", async () => {
    await page.getByText("BSE", { exact: true }).click();
    await expect(symbolSelect(page)).toHaveValue("SENSEX");
    const found = await plainFutures(page, await futuresRoomOf(page, "BSE"), "11:19:2026");
    const sensex = found.find(({ name }) => name === "SENSEX");
    if (!sensex) throw new Error("no SENSEX");
    const unitsAt = (last: number) => plainDay(sensex, last).map((one) => one * 1e5);
    await page.getByRole("radiogroup", { name: "Live or history" }).getByText("History", { exact: true }).click();
    const panel = page.getByRole("region", { name: "History" });
    await panel.getByLabel("Date", { exact: true }).fill("2026-11-19");
    await panel.getByRole("button", { name: "Go", exact: true }).click();
    const shows = async (last: number) => isSame(await columnOf(page, "Nov 19"), unitsAt(last), 0.01);
    await expect.poll(() => shows(sensex.ltp.length - 1), { timeout: 60_000 }).toBe(true);
    await expect(page.getByText("All figures in units.")).toBeVisible();
    await enterReplay(page);
    await dragHead(page, 11 * 60 + 1);
    await expect.poll(() => shows(11 * 60 + 1 - 555)).toBe(true);
  });
  expect(complaints).toEqual([]);
});
