/** Writes of what one account keeps queue on its row. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../database/db.ts";

/** Until the transaction ends nobody else who asks for it goes on. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.execute(sql`select 1 from account where id = ${accountId} for no key update`);
}
