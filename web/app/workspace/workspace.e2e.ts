/** The workspace as a trader arranges it: what he does to panes moves them and mounts none of them again, and nothing is lost. */
import type { Locator, Page } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { dragHead, replayTime, stripReady } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { logIn, stored, withoutAccountSettings } from "../../testing/session.ts";
import { openTab, storedBoard, wallLink } from "../../testing/wall.ts";

const LETTERS = {
  lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] },
  lastExSymbolB: { NSE: ["NIFTY", 65, 50, 0] },
};

const FIRST = { name: "First", rows: [["pcr"]] };

const panes = (page: Page): Locator => page.locator("[data-workspace]:not([data-aside]) > [data-place]");
const paneOf = (page: Page, title: string): Locator =>
  panes(page).filter({ has: page.getByRole("region", { name: title, exact: true }) });
const age = (pane: Locator): Locator => pane.locator("[data-freshness]");
const letter = (page: Page, name: string): Locator => page.getByRole("group", { name: `Link group ${name}` });

async function choose(pane: Locator, item: string): Promise<void> {
  await pane.getByRole("button", { name: "Pane menu" }).click();
  await pane.getByRole("menuitem", { name: item, exact: true }).click();
}

async function addPane(page: Page, pane: Locator, where: string, screen: string): Promise<void> {
  await choose(pane, where);
  await page.getByRole("dialog").getByRole("button", { name: screen, exact: true }).click();
}

/** Marks the elements of every pane that is open now. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("[data-place] section, [data-place] canvas"))
      element.dataset["marked"] = "";
  });
/** How many of the elements that were marked are still there. */
const marked = (page: Page): Promise<number> => page.locator("[data-marked]").count();

async function openEmpty(page: Page, ...screens: readonly string[]): Promise<void> {
  await page.getByRole("button", { name: "New workspace" }).click();
  await page.getByRole("menuitem", { name: "Empty" }).click();
  const [first, ...rest] = screens;
  await page.getByRole("button", { name: "Add a pane" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: first ?? "", exact: true })
    .click();
  for (const screen of rest) await addPane(page, panes(page).last(), "New pane at the right…", screen);
}

test("panes are split, linked, moved, sized, maximised and closed without being mounted anew; a reload keeps them", async ({
  page,
  complaints,
}) => {
  await withoutAccountSettings(page);
  await logIn(page, { ...LETTERS, ...storedBoard(FIRST) });
  await page.goto("/workspace");
  await openEmpty(page, "PCR Chart", "Maxpain");
  const [pcr, maxpain] = [paneOf(page, "PCR Chart"), paneOf(page, "Maxpain")];
  for (const pane of [pcr, maxpain])
    await expect(age(pane)).toHaveAttribute("data-state", "fresh", { timeout: 60_000 });

  // Two panes in one letter follow it; a third in another one does not.
  await addPane(page, maxpain, "New pane below…", "Option Chain (new)");
  const chain = paneOf(page, "Option Chain");
  await choose(chain, "Link group B");
  await letter(page, "A").getByLabel("Symbol").selectOption("BANKNIFTY");
  await expect(letter(page, "B").getByLabel("Symbol")).toHaveValue("NIFTY");
  const symbols = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[data-workspace]:not([data-aside]) section[data-pane]")].map(
        (one) => (one as import("../../state/pane/pane.ts").PaneElement).paneHandle?.state().context?.symbol,
      ),
    );
  await expect.poll(symbols).toEqual(["BANKNIFTY", "BANKNIFTY", "NIFTY"]);
  for (const pane of [pcr, maxpain, chain])
    await expect(age(pane)).toHaveAttribute("data-state", "fresh", { timeout: 60_000 });

  // The figures of each keep up with the feed, and what that costs is said.
  await page.getByRole("button", { name: "What the panes cost" }).click();
  const load = page.getByRole("dialog", { name: "What the panes cost" });
  await expect(load.getByRole("rowheader")).toHaveText(["APCR Chart", "AMaxpain", "BOption Chain"]);
  for (const row of await load.locator("tbody tr").all()) {
    await expect(row.getByRole("cell").nth(1)).toHaveText(/^(?!0\.0)\d+\.\d\/s$/);
    await expect(row.getByRole("cell").nth(3)).toHaveText(/^\d+ ms$/);
  }
  await page.keyboard.press("Escape");
  await expect(load).toBeHidden();

  await mark(page);
  const all = await marked(page);
  const box = async (pane: Locator) => (await pane.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

  // By its header from the right to the left edge of another pane.
  const target = await box(pcr);
  await chain.getByRole("heading").hover();
  await page.mouse.down();
  await page.mouse.move(target.x + 20, target.y + target.height / 2, { steps: 4 });
  await page.mouse.up();
  expect((await box(chain)).x).toBeLessThan((await box(pcr)).x);

  // A sash by keys, and by the mouse.
  const sash = page.getByRole("separator").first();
  const before = (await box(chain)).width;
  await sash.focus();
  await page.keyboard.press("Shift+ArrowRight");
  expect((await box(chain)).width).toBeGreaterThan(before + 50);
  const line = await box(sash);
  await page.mouse.move(line.x + 3, line.y + 100);
  await page.mouse.down();
  await page.mouse.move(line.x - 60, line.y + 100, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await box(sash)).x - line.x)).toBe(-63);

  // Alt+2 goes to the second pane in reading order, Alt+Enter lets it fill the workspace, and ends that.
  await page.keyboard.press("Alt+2");
  await expect(pcr).toHaveAttribute("data-active", "true");
  await page.keyboard.press("Alt+Enter");
  await expect(chain).toHaveAttribute("data-behind", "true");
  expect((await box(pcr)).width).toBeGreaterThan(1300);
  await page.keyboard.press("Alt+Enter");
  await expect(chain).not.toHaveAttribute("data-behind");
  expect(await marked(page)).toBe(all);

  // A pane without room for its screen says so and which it is; it can be maximised, and closed.
  await choose(chain, "Duplicate");
  const last = panes(page).last();
  const small = last.getByRole("button", { name: "Close", exact: true });
  await expect(small).toBeVisible();
  await expect(last.getByText("Option Chain Too small to show here")).toBeVisible();
  await last.getByRole("button", { name: "Maximise" }).click();
  expect((await box(last)).width).toBeGreaterThan(1300);
  await expect(small).toBeHidden();
  await page.keyboard.press("Alt+Enter");
  await expect(small).toBeVisible();
  await page.getByRole("button", { name: "What the panes cost" }).click();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await small.click();
  await expect(panes(page)).toHaveCount(3);

  await choose(maxpain, "Close");
  await expect(panes(page)).toHaveCount(2);
  const places = () => panes(page).evaluateAll((found) => found.map((one) => one.getAttribute("style")));
  const kept = await places();
  await page.reload();
  await expect(page.getByRole("tab", { name: "Workspace" })).toHaveAttribute("aria-selected", "true");
  await expect(panes(page)).toHaveCount(2);
  expect((await places()).sort()).toEqual(kept.sort());
  await expect(letter(page, "B")).toContainText("1 pane");
  expect(complaints).toEqual([]);
});

test("a link opens a copy that is not saved until it is kept; a replay drives every pane of the open tab", async ({
  page,
}) => {
  const board = storedBoard(FIRST, { name: "Expiry day", rows: [["pcr", "maxpain", ["futures-watchlist", "B"]]] });
  await logIn(page, { ...LETTERS, ...board });
  await page.goto("/workspace");
  await page.getByRole("tab", { name: "Expiry day" }).click();
  await expect(panes(page)).toHaveCount(3);
  // The tab that was open before stays mounted, out of reach.
  const aside = page.locator("[data-workspace][data-aside] > [data-place]").first();
  expect(
    await aside.evaluate((pane: HTMLElement) => {
      pane.focus();
      return { holdsFocus: document.activeElement === pane, isSeen: pane.checkVisibility() };
    }),
  ).toEqual({ holdsFocus: false, isSeen: false });
  await page.getByRole("button", { name: "Workspace menu" }).click();
  await page.getByRole("menuitem", { name: "Link to this workspace…" }).click();
  const field = page.getByRole("dialog").getByLabel("Address");
  await expect(field).toHaveValue(/\/workspace#w=[\w-]+$/);
  const address = await field.inputValue();
  const kept = await stored(page, "workspaces");

  await page.goto("/healthz");
  await page.goto(address);
  const tab = page.getByRole("tab", { name: /Expiry day.*copy/ });
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await expect(panes(page)).toHaveCount(3);
  expect(await stored(page, "workspaces")).toBe(kept);

  await stripReady(page);
  await dragHead(page, 10 * 60 + 15);
  const at = (await replayTime(page).textContent()) ?? "";
  expect(at).toMatch(/^10:1/);
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[data-workspace]:not([data-aside]) section[data-pane]")].map(
        (one) => {
          const clock = (one as import("../../state/pane/pane.ts").PaneElement).paneHandle?.state().clock;
          return clock && `${clock.mode} ${Math.floor(clock.minute / 60)}:${clock.minute % 60}`;
        },
      ),
    );
  await expect.poll(async () => new Set(await shown()), { timeout: 30_000 }).toEqual(new Set([`replay ${at}`]));

  // Kept, it is one of the user's own, and the account has it.
  const saved = page.waitForResponse((reply) => reply.url().includes("settings/save?field=workspaces"));
  await page.getByRole("button", { name: "Keep this copy" }).click();
  expect((await saved).status()).toBe(200);
  await expect(page).toHaveURL(/\/workspace$/);
  await page.evaluate(() => localStorage.removeItem("workspaces"));
  await page.reload();
  await expect(page.getByRole("tab", { name: "Expiry day 2" })).toBeVisible();
});

test("what one browser keeps, another one shows; where both changed, the user is asked", async ({
  page,
  elsewhere,
}) => {
  await logIn(page, { ...LETTERS, ...storedBoard(FIRST) });
  await page.goto("/workspace");
  // What is changed before the account has said what it keeps would be asked about.
  await expect.poll(() => stored(page, "revisions")).toContain("settings/workspaces");
  await page.getByRole("button", { name: "New workspace" }).click();
  const saved = page.waitForResponse((reply) => reply.url().includes("settings/save?field=workspaces") && reply.ok());
  await page.getByRole("menuitem", { name: "Futures" }).click();
  await expect(panes(page)).toHaveCount(5);
  await saved;
  const places = (from: Page) => panes(from).evaluateAll((found) => found.map((one) => one.getAttribute("style")));

  // Another browser of the same session: it has nothing of the board in its own storage.
  const { cookies, origins } = await page.context().storageState();
  const kept = origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: localStorage.filter(({ name }) => !["workspaces", "workspaceShown", "revisions"].includes(name)),
  }));
  const other = await (await elsewhere({ storageState: { cookies, origins: kept } })).newPage();
  await other.goto("/workspace");
  const name = (await page.getByRole("tab", { selected: true }).textContent()) ?? "";
  await other.getByRole("tab", { name, exact: true }).click();
  await expect(panes(other)).toHaveCount(5);
  // Everybody begins with one of that name: where it was pressed before the account has answered, the account's is open now.
  await expect.poll(() => stored(other, "revisions")).toContain("settings/workspaces");
  await expect(other.getByRole("tab", { name, exact: true })).toHaveAttribute("aria-selected", "true");
  await expect(panes(other)).toHaveCount(5);
  expect(await places(other)).toEqual(await places(page));

  // Both change it: the one that is later is asked, and nothing is overwritten before.
  async function rename(from: Page, to: string): Promise<void> {
    await from.getByRole("button", { name: "Workspace menu" }).click();
    await from.getByRole("menuitem", { name: "Rename…" }).click();
    const dialog = from.getByRole("dialog", { name: "Rename workspace" });
    await dialog.getByLabel("Name", { exact: true }).fill(to);
    await dialog.getByRole("button", { name: "Rename" }).click();
  }
  const first = other.waitForResponse((reply) => reply.url().includes("settings/save?field=workspaces"));
  await rename(other, "Theirs");
  expect((await first).status()).toBe(200);
  await rename(page, "Mine");
  const question = page.getByRole("dialog", { name: "Changed elsewhere" });
  await expect(question).toContainText("your workspaces");
  await question.getByRole("button", { name: "Take theirs" }).click();
  await expect(page.getByRole("tab", { name: "Theirs" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Mine" })).toHaveCount(0);
});

test("in a pane of a third of a laptop's width a figure over the columns is there as a whole, or not at all", async ({
  page,
  complaints,
}) => {
  await logIn(page, LETTERS);
  const { path, tabs } = await wallLink();
  await page.goto(path);
  let figures = 0;
  for (const tab of tabs) {
    await openTab(page, tab);
    await page.waitForTimeout(500); // words follow the figures
    const found = await page.evaluate(figuresOverColumns);
    expect(found.filter(({ isCut }) => isCut)).toEqual([]);
    figures += found.filter(({ text }) => /\d/.test(text)).length;
  }
  expect(figures).toBeGreaterThan(10);
  expect(complaints).toEqual([]);
});

/** In the page: every text over a table's columns and in its foot that is in sight, and whether its ends are. */
function figuresOverColumns(): readonly { readonly text: string; readonly isCut: boolean }[] {
  const boxes = document.querySelectorAll(
    "[data-workspace]:not([data-aside]) :is([data-grid] [data-align]:not([role]), dl[aria-label])",
  );
  return [...boxes].flatMap((box) => {
    const room = box.getBoundingClientRect();
    if (room.width < 30) return []; // columns that are scrolled out of sight: its own paddings are left
    const leaves = [...box.querySelectorAll<HTMLElement>("*")].filter((one) => one.childElementCount === 0);
    return leaves.flatMap((leaf) => {
      const { left, right, top, bottom } = leaf.getBoundingClientRect();
      const isSeen = leaf.checkVisibility() && top < room.bottom && bottom > room.top;
      const isCut = left < room.left - 0.5 || right > room.right + 0.5;
      return isSeen ? [{ text: leaf.textContent ?? "", isCut }] : [];
    });
  });
}

test("a phone shows one pane at a time: swiped, by its dots, and by its bar, at the foot or at the side", async ({
  elsewhere,
  page,
}) => {
  await logIn(page, LETTERS);
  const phone = await elsewhere({
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "allow",
  });
  const held = await phone.newPage();
  await withoutAccountSettings(held);
  await held.goto("/workspace");
  const shown = held.locator("[data-workspace]:not([data-aside]) > [data-place]:not([data-behind])");
  const seen = () => shown.locator("section[data-pane]").getAttribute("aria-label");
  await expect.poll(seen).toBe("Option Chain");
  await expect(shown.locator("[aria-busy=true]")).toHaveCount(0); // its cells take the focus then, and not what scrolls them
  expect(await faults(held)).toEqual([]);
  const touch = await phone.newCDPSession(held);
  const send = (type: string, x?: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: x === undefined ? [] : [{ x, y: 170 }],
    });
  await send("touchStart", 330);
  for (const x of [250, 150, 60]) await send("touchMove", x);
  await send("touchEnd");
  await expect.poll(seen).toBe("OI Graph");
  await expect(held.getByText("2 of 6 · next: PCR Chart")).toBeVisible();
  await held.getByRole("button", { name: /^Pane 3 of 6/ }).click();
  await expect.poll(seen).toBe("PCR Chart");
  await held.keyboard.press("Alt+4");
  await expect.poll(seen).toBe("Multi Strike Chart");
  await held.getByRole("button", { name: "Watch", exact: true }).click();
  await expect.poll(seen).toBe("Watch List");

  // Level, height is what is short: the bars are a rail, and the pane has the rest.
  await held.setViewportSize({ width: 844, height: 390 });
  await held.getByRole("button", { name: "Board", exact: true }).click();
  await expect.poll(seen).toBe("Option Chain");
  const rail = await held.getByRole("navigation", { name: "Phone" }).boundingBox();
  const pane = await held.getByRole("region", { name: "Option Chain" }).boundingBox();
  expect(rail?.width).toBe(52);
  expect(pane?.x).toBe(52);
  expect(pane?.height).toBeGreaterThan(280);
  expect(await faults(held)).toEqual([]);
  await held.setViewportSize({ width: 390, height: 844 });
  await held.getByRole("button", { name: "More", exact: true }).click();
  for (const entry of ["Pricing", "Report a bug", "Account Details", "Broker Login", "Logout"])
    await expect(held.getByRole("menuitem", { name: entry, exact: true })).toBeInViewport();
  await held.keyboard.press("Escape");

  // Every other page asks for more width; this one can be installed, and opens without a network.
  await held.goto("/pcr");
  await expect(held.getByText("Please rotate your device")).toBeVisible();
  await held.goto("/workspace");
  await held.evaluate(() => navigator.serviceWorker.ready);
  await held.reload();
  await expect.poll(seen).not.toBe("");
  const keptPaths = () =>
    held.evaluate(async () => {
      const addresses: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
      return addresses;
    });
  // The parts that come last on a page are kept, too, before the network goes.
  for (const part of [/\/router-/, /\/pages-/, /\/account-/])
    await expect.poll(keptPaths).toContainEqual(expect.stringMatching(part));
  const kept = await keptPaths();
  expect(kept.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
  expect(kept).toContain("/");
  await phone.setOffline(true);
  await held.reload();
  await expect(held.getByRole("navigation", { name: "Phone" })).toBeVisible();
});
