/**
 * Runs once around all browser tests: makes a data folder with the users of sample-users.ts, of which each product begins with a
 * copy. A database that is made anew takes more of a start than the rest of it.
 */
import { rmSync } from "node:fs";
import { SEEDED } from "./product.ts";
import { seedUsers } from "./sample-users.ts";

export default async function setup(): Promise<() => void> {
  const folder = await seedUsers();
  process.env[SEEDED] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
