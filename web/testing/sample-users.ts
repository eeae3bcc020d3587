/** Users of each kind for browser tests: no subscription, the one-minute plan, the live plan. */
import { newFolder } from "./product.ts";
import { administer } from "./server-commands.ts";

const password = "strikeboard";

export const SAMPLE_USERS = {
  /** Never had a subscription. */
  unsubscribed: { email: "new@strikeboard.local", password },
  /** Eleven days left of 1min, three days of live behind it. */
  minute: { email: "minute@strikeboard.local", password },
  /** Thirty days left of live. */
  live: { email: "live@strikeboard.local", password },
};

/** @returns a data folder with the users, which is the caller's to remove */
export async function seedUsers(): Promise<string> {
  const folder = newFolder();
  await administer(folder, "seed");
  return folder;
}
