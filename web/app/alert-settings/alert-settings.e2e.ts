/** Alert settings: what is kept, what is said and for how long, and how an alert looks and sounds. */
import type { Locator, Page } from "@playwright/test";
import { faultsInBothThemes } from "../../testing/axe.ts";
import { stopClock } from "../../testing/clock.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { ownContext } from "../../testing/kept-browser.ts";
import { logIn, stored } from "../../testing/session.ts";

test.use({ context: ownContext }); // its clock stands

const WAV = { name: "bell.wav", mimeType: "audio/wav", buffer: Buffer.from("RIFF....WAVE") };

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const toast = (page: Page): Locator => page.locator("[data-toast]");
const settings = async (page: Page) => JSON.parse((await stored(page, "alertSettings")) ?? "null");

async function open(page: Page): Promise<void> {
  await logIn(page);
  await page.goto("/alert-settings");
  await expect(page).toHaveTitle("Alert Settings - Strikeboard");
  await stopClock(page);
}

/** Shown for so many milliseconds, and no longer. */
async function expectBrief(page: Page, words: string, milliseconds: number): Promise<void> {
  const notice = page.getByText(words, { exact: true });
  await expect(notice).toBeVisible();
  await page.clock.runFor(milliseconds - 100);
  await expect(notice).toBeVisible();
  await page.clock.runFor(200);
  await expect(notice).toHaveCount(0);
}

test("defaults, saving, durations in range; a sound of one's own, and the default one again", async ({
  page,
  complaints,
}) => {
  await open(page);
  await expect(page.getByLabel("Enable Alert Sound")).toBeChecked();
  await expect(page.getByLabel("Enable Auto Close")).toBeChecked();
  const duration = page.getByLabel("Default Duration (ms):");
  await expect(duration).toHaveValue("3000");
  await expect(page.getByText("Default sound will be used.")).toBeVisible();
  await button(page, "Save Settings").click();
  await expectBrief(page, "Settings saved!", 1800);
  expect(await settings(page)).toEqual({
    soundEnabled: true,
    duration: 3000,
    autoClose: true,
    sound: "Default Alert Sound",
    soundName: "",
  });
  for (const [typed, kept] of [
    ["500", "1000"],
    ["20000", "10000"],
  ] as const) {
    await duration.fill(typed);
    await button(page, "Save Settings").click();
    await expect(duration).toHaveValue(kept);
    expect((await settings(page)).duration).toBe(Number(kept));
  }
  await page.getByLabel("Enable Auto Close").uncheck();
  await expect(duration).toHaveCount(0);

  const picker = page.getByLabel("Custom Sound");
  await expect(picker).toHaveAttribute("accept", "audio/*");
  await picker.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no bell") });
  await expectBrief(page, "Please select a valid audio file.", 2000);
  await picker.setInputFiles(WAV);
  await expect(page.getByText("Selected: bell.wav")).toBeVisible();
  await expect(page.locator("audio")).toHaveAttribute("src", /^data:audio\/wav;base64,/);
  await button(page, "Save Settings").click();
  await expect.poll(async () => (await settings(page))?.soundName).toBe("bell.wav");
  expect((await settings(page)).sound).toMatch(/^data:audio/);
  await button(page, "Default Sound").click();
  await expectBrief(page, "Default sound set!", 1500);
  await expect(page.getByText("Default sound will be used.")).toBeVisible();
  expect(await settings(page)).toMatchObject({ sound: "Default Alert Sound", soundName: "" });
  expect(complaints).toEqual([]);
});

test("a test alert stands in the corner, sounds, and goes by itself", async ({ page }) => {
  await page.addInitScript(() => {
    const played: string[] = [];
    Reflect.set(globalThis, "played", played);
    HTMLMediaElement.prototype.play = function play() {
      played.push(this.src);
      return Promise.resolve();
    };
  });
  const played = (): Promise<readonly string[]> => page.evaluate(() => Reflect.get(globalThis, "played"));
  await open(page);
  await button(page, "test").click();
  await expect(toast(page)).toHaveText(/^InfoThis is a test alert$/);
  const box = await toast(page).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(320);
  expect(box?.width).toBeLessThanOrEqual(420);
  expect(box?.y).toBe(120);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1366 - 12);
  expect(await played()).toHaveLength(1);
  await page.clock.runFor(2900);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast(page)).toHaveCount(0);

  await page.getByLabel("Enable Alert Sound").uncheck();
  await page.getByLabel("Enable Auto Close").uncheck();
  for (let i = 0; i < 4; i++) await button(page, "test").click();
  await expect(toast(page)).toHaveCount(3);
  await expect(page.getByText("1 more")).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(toast(page)).toHaveCount(3);
  expect(await played()).toHaveLength(1);
  for (let i = 0; i < 4; i++) await toast(page).first().getByRole("button", { name: "Close" }).click();
  await expect(toast(page)).toHaveCount(0);
});

test("is accessible, dark and light", async ({ page }) => {
  await logIn(page);
  await page.goto("/alert-settings");
  await page.getByLabel("Custom Sound").setInputFiles(WAV);
  await page.getByText("Selected: bell.wav").waitFor();
  // It stands until it is closed, and the field of its duration is there, too.
  await page.getByLabel("Enable Auto Close").uncheck();
  await button(page, "test").click();
  await page.getByLabel("Enable Auto Close").check();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await expect(toast(page)).toBeVisible();
});
