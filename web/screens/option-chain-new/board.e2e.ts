/** What the whole board shares: exchange, symbol, expiry and theme, and the rooms that are joined for them. */
import type { Page } from "@playwright/test";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, gridOf } from "../../testing/grid.ts";
import { expirySelect, figureLine, symbolSelect } from "../../testing/pane.ts";
import { watchRooms } from "../../testing/room-traffic.ts";
import { logIn, stored } from "../../testing/session.ts";

const PATH = "/option-chain-new";
const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const exchange = (page: Page, name: "NSE" | "BSE") =>
  page.getByRole("radiogroup", { name: "Exchange" }).getByText(name);
const ticker = (page: Page) => page.getByRole("list", { name: "Indices" }).getByRole("listitem");

test("symbol, expiry and screen: the rooms that are joined, over one WebSocket", async ({ page }) => {
  const traffic = watchRooms(page);
  const urls: string[] = [];
  const greetings = new Map<string, string>();
  page.on("websocket", (socket) => {
    urls.push(socket.url());
    socket.on("framesent", ({ payload }) => {
      const text = Buffer.from(payload).toString("latin1");
      const [namespace] = /\/(optionLiveSocket|OIPriceLiveSocket|liveIndex|singlelive|single)/.exec(text) ?? [];
      if (namespace !== undefined && !greetings.has(namespace)) greetings.set(namespace, text);
    });
  });
  const { token } = await logIn(page, NIFTY);
  await page.goto(PATH);
  const grid = gridOf(page);
  await grid.ready();

  await test.step("one WebSocket carries the namespaces that the board needs, with the stored ticket", async () => {
    await expect
      .poll(() => [...greetings.keys()].sort())
      .toEqual(["/OIPriceLiveSocket", "/liveIndex", "/optionLiveSocket"]); // those of single contracts open with a need for their prices
    for (const greeting of greetings.values()) expect(greeting).toContain(token);
    expect(urls).toEqual([expect.stringContaining("transport=websocket")]);
  });

  await test.step("symbol and expiry: one room left, one joined, and never old figures under a new header", async () => {
    await expect.poll(() => traffic.joined()).toHaveLength(2);
    const [first] = traffic.joined();
    expect(first).toMatch(/^NIFTY-11\/23\/2026$/);

    // Whatever stands in the grid when a frame has been painted belongs to the symbol in the header.
    await page.evaluate(() => {
      const wrong: string[] = [];
      Reflect.set(globalThis, "wrongFigures", wrong);
      const inHeader = () => document.querySelector<HTMLSelectElement>("select[aria-label=Symbol]")?.value;
      const look = (symbol: string | undefined): void => {
        if (symbol !== inHeader()) return; // the next change came before the look: the next frame tells
        const handle = Reflect.get(document.querySelector("[data-grid]") ?? {}, "gridHandle");
        const strike = Number(handle?.cell(0, "strike")?.text.replaceAll(",", ""));
        const isNifty = strike < 40_000;
        if (strike > 0 && (symbol === "NIFTY") !== isNifty) wrong.push(`${symbol} ${strike}`);
      };
      const afterPaint = (): void => {
        const symbol = inHeader();
        setTimeout(() => look(symbol));
        requestAnimationFrame(afterPaint);
      };
      requestAnimationFrame(afterPaint);
    });
    await symbolSelect(page).selectOption("BANKNIFTY");
    await expect.poll(async () => figure((await grid.column("strike")).texts[0] ?? "")).toBeGreaterThan(40_000);
    await expect.poll(() => [...new Set(traffic.joined())]).toEqual([expect.stringMatching(/^BANKNIFTY-/)]);
    expect(traffic.joined()).toHaveLength(2);
    expect(await stored(page, "lastExSymbol")).toContain("BANKNIFTY");
    const nearest = await expirySelect(page).locator("option").first().getAttribute("value");
    await expect(expirySelect(page)).toHaveValue(nearest ?? "");

    await symbolSelect(page).selectOption("NIFTY");
    await expect.poll(async () => figure((await grid.column("strike")).texts[0] ?? "0")).toBeLessThan(40_000);
    const later = await expirySelect(page).locator("option").nth(1).getAttribute("value");
    await expirySelect(page).selectOption(later ?? "");
    await expect.poll(() => [...new Set(traffic.joined())]).toHaveLength(1);
    await expect.poll(() => traffic.joined()[0]).not.toBe("NIFTY-11/23/2026");
    await grid.ready();
    expect(traffic.joined()).toHaveLength(2);
    expect(await page.evaluate(() => Reflect.get(globalThis, "wrongFigures"))).toEqual([]);

    // Another screen takes the same room; the first leaves it.
    await page.getByRole("button", { name: "Options", exact: true }).click();
    await page.getByRole("menuitem", { name: "Maxpain" }).click();
    await expect(page).toHaveURL(/\/maxpain$/);
    await expect(figureLine(page, "Maxpain")).toHaveText(/[\d,]{5,}/);
    expect(traffic.joined()).toHaveLength(2);
  });
});

test("the exchanges' symbols, the ticker, the theme, and a view that breaks", async ({ page }) => {
  await logIn(page, { lastExSymbol: { NSE: ["GONE", 1, 1, 0] } });
  await page.goto(PATH);

  await test.step("the ticker shows value and change against the previous close, and ticks", async () => {
    const nifty = page.locator('[data-index="NIFTY"]');
    await expect(nifty).toHaveText(/^Nifty 50[\d,]+\.\d\d[+\u2212][\d,]+\.\d\d \([+\u2212]\d+\.\d\d%\)$/);
    const before = await nifty.innerText();
    await expect.poll(() => nifty.innerText()).not.toBe(before);
  });

  await test.step("an unknown remembered symbol gives way to the exchange's own", async () => {
    await gridOf(page).ready();
    await expect(symbolSelect(page)).toHaveValue("BANKNIFTY");
  });

  await test.step("exchanges remember their symbol, and the ticker follows", async () => {
    await expect(ticker(page)).toHaveText([/^Nifty 50/, /^Nifty Bank/]);
    await expect(ticker(page).last()).toBeInViewport();
    await symbolSelect(page).selectOption("FINNIFTY");
    expect(JSON.parse((await stored(page, "lastExSymbol")) ?? "{}").NSE[0]).toBe("FINNIFTY");

    await exchange(page, "BSE").click();
    await expect(symbolSelect(page)).toHaveValue("SENSEX");
    await expect(ticker(page)).toHaveText([/^Sensex/i, /^Bankex/i]);
    await expect(ticker(page).last()).toBeInViewport();
    await expect(symbolSelect(page).locator("option")).toHaveText(["SENSEX", "BANKEX"]);
    expect(await stored(page, "exchange")).toBe('{"exchange":"BSE"}');
    await symbolSelect(page).selectOption("BANKEX");
  });

  await test.step("the theme toggle says where it leads, persists as the symbol does, and never flashes", async () => {
    const root = page.locator("html");
    await expect(root).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: "Light" }).click();
    await expect(root).toHaveAttribute("data-theme", "light");
    expect(JSON.parse((await stored(page, "theme")) ?? "{}").dark).toBe(false);
    // Every frame from the very first on is light.
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Reflect.set(globalThis, "seenThemes", seen);
      const look = (): void => {
        if (document.body) seen.add(`${document.documentElement.dataset["theme"]}`);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.reload();
    await gridOf(page).ready();
    await expect(symbolSelect(page)).toHaveValue("BANKEX");
    expect(await page.evaluate(() => [...Reflect.get(globalThis, "seenThemes")])).toEqual(["light"]);
    await expect(page.getByRole("button", { name: "Dark" })).toBeVisible();
  });

  await test.step("each exchange has its own symbol again", async () => {
    await exchange(page, "NSE").click();
    await expect(symbolSelect(page)).toHaveValue("FINNIFTY");
    for (const symbol of ["NIFTY", "BANKNIFTY", "FINNIFTY", "MIDCPNIFTY", "USDINR"])
      await expect(symbolSelect(page).locator(`option[value="${symbol}"]`)).toHaveCount(1);
  });

  await test.step("a view that breaks leaves the shell standing, with a way to reload", async () => {
    await page.route("**/assets/View-*.js", (route) => route.abort());
    await page.goto("/maxpain"); // the chain's own view comes with the board
    await expect(page.getByText("Something went wrong!")).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByRole("region", { name: "Maxpain" })).toBeVisible();
  });
});
