/** Users of each kind for browser tests: no subscription, the one-minute plan, the live plan. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { exitOf, MARKET_COMMAND, run } from "./product.ts";

/** `npm run admin`, as it is built. */
const ADMIN_COMMAND = join(dirname(MARKET_COMMAND), "admin.js");
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
  const child = run({ DATA_DIR: folder }, ADMIN_COMMAND, ["seed"]);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => (text += bytes.toString()));
  if ((await exitOf(child)) !== 0) throw new Error(`The users were not made: ${text}`);
  return folder;
}
