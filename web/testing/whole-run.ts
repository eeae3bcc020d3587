/**
 * Runs once around all browser tests: makes a data folder with the users of sample-users.ts, of which each product begins with a
 * copy, since a database that is made anew takes more of a start than the rest of it; and a place for what they make once for all.
 */
import { rmSync } from "node:fs";
import { RECORDED, SEEDED } from "./product.ts";
import { seedUsers } from "./sample-users.ts";

export default async function setup(): Promise<() => void> {
  const folder = await seedUsers();
  const recorded = `${folder}-recorded`;
  process.env[SEEDED] = folder;
  process.env[RECORDED] = recorded;
  return () => {
    for (const own of [folder, recorded]) rmSync(own, { recursive: true, force: true });
  };
}
