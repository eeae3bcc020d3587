/** Invoice numbers: 'SB/26-27/000001', without gaps within a series and a financial year, at most 16 characters. */
import { sql } from "drizzle-orm";
import { istDate } from "#contract/domain/reference/calendar.ts";
import { epochMs } from "#contract/domain/units.ts";
import type { Transaction } from "../../platform/database/db.ts";
import { invoiceSeries } from "./schema.ts";

const APRIL = 4;
const DIGITS = 6;

/** '26-27' from 1 April 2026 to 31 March 2027, IST. */
export function financialYear(at: Date): string {
  const date = istDate(epochMs(at.getTime()));
  const year = Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < APRIL ? 1 : 0);
  return [year, year + 1].map((value) => String(value % 100).padStart(2, "0")).join("-");
}

/** Takes the next number; given back when the transaction fails, so nothing is skipped. */
export async function nextInvoice(tx: Transaction, prefix: string, now: Date): Promise<string> {
  const series = `${prefix}/${financialYear(now)}`;
  const [row] = await tx
    .insert(invoiceSeries)
    .values({ series, lastNumber: 1 })
    .onConflictDoUpdate({ target: invoiceSeries.series, set: { lastNumber: sql`${invoiceSeries.lastNumber} + 1` } })
    .returning();
  return `${series}/${String(row?.lastNumber).padStart(DIGITS, "0")}`;
}
