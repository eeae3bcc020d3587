/** An account that owns what a test writes down, and can do nothing else: nobody logs in to it. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/db.ts";

/** @returns its id */
export async function accountRow({ pool }: Database): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into account (id, email, name, password_hash, referral_code, created_at)
     values ($1::uuid, $2, 'Asha', 'no password', $1::text, now())`,
    [id, `${id}@example.com`],
  );
  return id;
}
