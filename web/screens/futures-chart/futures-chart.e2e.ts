/** The chart of a future as a trader uses it: its lines, combined OI and the rooms behind it. */
import type { Page } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { symbolSelect } from "../../testing/pane.ts";
import { futuresRoomOf, plainFutures } from "../../testing/plain-futures.ts";
import { logIn } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0], BSE: ["SENSEX", 20, 100, 0] } };
const chart = (page: Page) => chartOf(page, "Price and change");
const coi = (page: Page) => page.getByLabel("COI", { exact: true });
const legend = (page: Page) => page.getByRole("group", { name: "Series" });

async function open(page: Page): Promise<void> {
  await logIn(page, NIFTY);
  await page.goto("/futures-chart");
  await chart(page).ready();
}

test("the lines of a future, and its combined OI", async ({ page, complaints }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const room = /\/dbOI\/(Futures-.*)$/.exec(decodeURIComponent(request.url()))?.[1];
    if (room) asked.push(room);
  });
  await open(page);

  await test.step("controls, lines and figures, verbatim; the lines are those of the day's JSON", async () => {
    await expect(page.getByLabel("Future expiry").locator("option").first()).toHaveText(/^\d+:\d+:\d{4}$/);
    await expect(legend(page).getByRole("button")).toHaveText(["Price", "vwap", "OI Change", "Basis"]);
    const futures = await plainFutures(page, await futuresRoomOf(page));
    const { ltp, vwap, oi, prevOi } = futures.find(({ name }) => name === "NIFTY") ?? {
      ltp: [],
      vwap: [],
      oi: [],
      prevOi: 0,
    };
    const { x, columns } = await chart(page).data();
    const at = 100;
    expect(x[at]).toBe(555 + at);
    expect(columns.map((column) => column[at])).toEqual([
      ltp[at],
      vwap[at],
      expect.closeTo(((oi[at] ?? 0) - prevOi) / 1e5, 6),
    ]);
    const readings = await chart(page).cursor(555 + at);
    expect(readings.map(({ label }) => label)).toEqual(["Price", "vwap", "OI Change"]);
  });

  await test.step("COI loads and joins every expiry, and lets them go; which futures have it; another exchange begins without", async () => {
    const own = await futuresRoomOf(page);
    expect(new Set(asked)).toEqual(new Set([own]));
    const expiries = await page.getByLabel("Future expiry").locator("option").count();
    await coi(page).check();
    await expect.poll(() => new Set(asked).size).toBe(expiries);
    await expect(legend(page).getByRole("button")).toHaveText(["Price", "vwap", "COI Change", "OI Change", "Basis"]);
    await expect(legend(page).getByRole("button", { name: "OI Change", exact: true })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    await expect.poll(async () => (await chart(page).data()).columns[2]?.[100] ?? null).not.toBeNull();

    for (const symbol of ["FINNIFTY", "MIDCPNIFTY", "USDINR"]) {
      await symbolSelect(page).selectOption(symbol);
      await expect(coi(page)).toBeDisabled();
      await expect(coi(page)).not.toBeChecked();
    }
    await symbolSelect(page).selectOption("NIFTY");
    await expect(coi(page)).toBeChecked();
    await page.getByText("BSE", { exact: true }).click();
    await expect(symbolSelect(page)).toHaveValue("SENSEX");
    await expect(coi(page)).toBeDisabled();
    await page.getByText("NSE", { exact: true }).click();
    await expect(symbolSelect(page)).toHaveValue("NIFTY");
    await expect(coi(page)).toBeEnabled();
    await expect(coi(page)).not.toBeChecked();
  });
  expect(complaints).toEqual([]);
});
