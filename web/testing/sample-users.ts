/** Users of each kind for browser tests: no subscription, the one-minute plan, the live plan. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/**
 * Makes the users in a data folder that no server has open; give the folder to `startProduct`.
 * @param folder undefined makes one, which is the caller's to remove.
 */
export async function seedUsers(folder = mkdtempSync(join(tmpdir(), "strikeboard-e2e-"))): Promise<string> {
  await administer(folder, "seed");
  return folder;
}
