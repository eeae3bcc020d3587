/** The chain from which orders are sent to the practice broker, and the ticket over it, in browser tests. */
import type { Locator, Page } from "@playwright/test";
import { connectBroker } from "./broker.ts";
import { expect } from "./fixtures.ts";
import { gridOf } from "./grid.ts";
import { logIn, NIFTY, store } from "./session.ts";

export const ticketOf = (page: Page): Locator => page.getByRole("dialog");

/** Logged in and connected, on the chain of NIFTY. */
export async function openConnectedChain(page: Page): Promise<void> {
  await logIn(page, NIFTY);
  await store(page, { broker: await connectBroker(page) });
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
  await expect(page.locator("[aria-keyshortcuts='B S']")).toBeVisible(); // trading comes after the figures
}

/** From a page of the board, by its menu: the page is not loaded anew. */
export async function toDashboard(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Dashboard" }).click();
  await expect(page.getByText("Hi, ")).toBeVisible();
}

/** From the dashboard, by the browser's button. */
export async function backToChain(page: Page): Promise<void> {
  await page.goBack();
  await gridOf(page).ready();
}

/** Presses a key on the price of a call. @param away strikes above the money */
async function pressOnCall(page: Page, away: number, key: string): Promise<void> {
  const grid = gridOf(page);
  const { x, y, width, height } = await grid.box((await grid.atmRow()) + away, "ce:LTP");
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.keyboard.press(key);
}

/** How long an answer to a press may take where its code comes first: what is pressed again too early comes twice. */
const ANSWERED_MS = 10_000;

/** Presses a key on the price of a call until it is answered: the money and the columns may move after the look at them. */
export async function pressUntil(
  page: Page,
  { away, key }: { away: number; key: string },
  answer: Locator,
): Promise<void> {
  await expect(async () => {
    if (!(await answer.isVisible())) await pressOnCall(page, away, key);
    await expect(answer).toBeVisible({ timeout: ANSWERED_MS });
  }).toPass();
}

/** B on the call at the money. */
export async function openTicket(page: Page, away = 0): Promise<Locator> {
  const ticket = ticketOf(page);
  await pressUntil(page, { away, key: "b" }, ticket);
  return ticket;
}

const confirmOf = (ticket: Locator): Locator => ticket.getByRole("button", { name: /^Confirm/ });

/** Submits until the ticket is gone: at a price that a stalled machine has let grow old it asks for a second press. */
export async function submit(ticket: Locator): Promise<void> {
  await ticket.getByRole("button", { name: "Submit" }).click();
  const confirm = confirmOf(ticket);
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click({ timeout: 1000 });
    await expect(ticket).toBeHidden({ timeout: 5000 });
  }).toPass();
}

/** The double click that submits is one press; an old price asks for another. @param answer what the ticket then says */
export async function submitTwice(ticket: Locator, answer: string): Promise<void> {
  await ticket.getByRole("button", { name: "Submit" }).dblclick();
  await expect(confirmOf(ticket).or(ticket.getByText(answer)).first()).toBeVisible();
  if (await confirmOf(ticket).isVisible()) await confirmOf(ticket).click();
  await expect(ticket).toContainText(answer);
}
