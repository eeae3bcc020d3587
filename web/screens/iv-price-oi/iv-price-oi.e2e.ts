/** IV-Price-OI as a trader uses it: two boxes of three, a strike a side, and what stands on which axis. */
import type { Page } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { expirySelect, figureLine, symbolSelect } from "../../testing/pane.ts";
import { logIn, NIFTY } from "../../testing/session.ts";

const LABELS = ["IV", "Price", "OI"];
const box = (page: Page, label: string) => page.getByRole("checkbox", { name: label, exact: true });
const legends = (page: Page) => page.getByRole("group", { name: "Series" });
const strike = (page: Page, side: "CE" | "PE") => page.getByLabel(`${side} strike`, { exact: true });

async function open(page: Page) {
  await logIn(page, NIFTY);
  await page.goto("/iv-price-oi");
  const charts = [chartOf(page, "Calls through the day"), chartOf(page, "Puts through the day")] as const;
  for (const chart of charts) await chart.ready();
  return charts;
}

/** The boxes, the legends of both charts, and the lines under the crosshair say the same. */
async function expectOn(page: Page, on: readonly string[]): Promise<void> {
  for (const label of LABELS) await expect(box(page, label)).toBeChecked({ checked: on.includes(label) });
  for (const place of [0, 1])
    await expect(legends(page).nth(place).getByRole("button", { pressed: true })).toHaveText([...on]);
  for (const label of ["Calls", "Puts"]) {
    const chart = chartOf(page, `${label} through the day`);
    await expect.poll(async () => (await chart.cursor(600)).map((reading) => reading.label)).toEqual(on);
  }
}

test("two boxes of three, a strike a side, and forward mode", async ({ page, complaints }) => {
  const charts = await open(page);
  const [calls, puts] = charts;

  await test.step("a fresh board: price left and OI right, calls and puts at the money", async () => {
    await expectOn(page, ["Price", "OI"]);
    await expect(page.getByText("CE price, left · open interest, right ( In Lakhs )")).toBeVisible();
    await expect(page.getByText("PE price, left · open interest, right ( In Lakhs )")).toBeVisible();
    const money = await strike(page, "CE").inputValue();
    await expect(strike(page, "PE")).toHaveValue(money);
    const shown = Number(money).toLocaleString("en-IN");
    await expect(figureLine(page, `CE ${shown}`)).toHaveText(/: [\d,]+\.\d\d OI [\d,]+\.\d\d L$/);
    await expect(figureLine(page, `PE ${shown}`)).toHaveText(/: [\d,]+\.\d\d OI [\d,]+\.\d\d L$/);
    await expect(figureLine(page, "IV CE · PE")).toHaveText(/: [\d-]\S* · [\d-]\S* %$/);
    expect((await calls.drawn()).tags).toHaveLength(2);
    expect((await puts.drawn()).tags).toHaveLength(2);
  });

  await test.step("two boxes are on: a third takes the place of the earliest, and one that goes off turns the others on", async () => {
    await box(page, "IV").click();
    await expectOn(page, ["IV", "OI"]);
    await expect(page.getByText("CE IV (Black-Scholes), left · open interest, right ( In Lakhs )")).toBeVisible();
    await box(page, "Price").click();
    await expectOn(page, ["IV", "Price"]);
    await expect(page.getByText("PE IV (Black-Scholes), left · price, right")).toBeVisible();
    await box(page, "IV").click();
    await expectOn(page, ["Price", "OI"]);
    await legends(page).nth(1).getByRole("button", { name: "OI" }).click();
    await expectOn(page, ["IV", "Price"]);
  });

  await test.step("forward mode: call and put of a strike have one IV through the day, named beside the charts; it is kept, the boxes are not", async () => {
    /** Of the closed minutes at which both sides have an IV: whether there are many, and whether it is the same at each. */
    const agreed = async () => {
      const [ofCalls = [], ofPuts = []] = await Promise.all(
        charts.map(async (chart) => (await chart.data()).columns[0]),
      );
      const closed = Math.min(ofCalls.length, ofPuts.length) - 1;
      const pairs = ofCalls.slice(0, closed).map((call, i) => [call, ofPuts[i]] as const);
      const both = pairs.filter(([call, put]) => call !== null && put !== null);
      return { both: both.length > 50, same: both.every(([call, put]) => call === put) };
    };
    await expect.poll(agreed).toEqual({ both: true, same: false });
    await page.getByRole("button", { name: /^Priced on: Spot/ }).click();
    await page.getByRole("menuitem", { name: /^Forward mode/ }).click();
    await expect(
      page.getByRole("button", { name: /^Forward mode: (Future|Parity forward) [\d,]+\.\d\d/ }),
    ).toBeVisible();
    await expect.poll(agreed).toEqual({ both: true, same: true });
    await expect(page.getByText("CE IV (Black-76), left · price, right")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: /^Forward mode: / })).toBeVisible();
    await expectOn(page, ["Price", "OI"]);
  });

  await test.step("each side has a strike of its own, and another symbol begins at its money", async () => {
    const money = Number(await strike(page, "CE").inputValue());
    const before = await puts.data();
    const [, atMoney] = (await calls.data()).columns;
    await strike(page, "CE").selectOption(String(money + 200));
    await expect(figureLine(page, `CE ${(money + 200).toLocaleString("en-IN")}`)).toBeVisible();
    await expect(strike(page, "PE")).toHaveValue(String(money));
    // A call further out costs less; the puts' past is as it was.
    await expect.poll(async () => (await calls.data()).columns[1]?.[5]).toBeLessThan(atMoney?.[5] ?? 0);
    expect((await puts.data()).columns[1]?.[5]).toBe(before.columns[1]?.[5]);

    await expirySelect(page).selectOption({ index: 1 });
    await expect(strike(page, "CE")).toHaveValue(String(money + 200));
    await symbolSelect(page).selectOption("BANKNIFTY");
    await expect.poll(async () => Number(await strike(page, "CE").inputValue())).toBeGreaterThan(money * 1.5);
    expect(await strike(page, "PE").inputValue()).toBe(await strike(page, "CE").inputValue());
  });
  expect(complaints).toEqual([]);
});
