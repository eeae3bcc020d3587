/** Whether a failure says that the database cannot be used now, rather than that something is wrong with the question. */
import { systemCode } from "../start-error.ts";

/** Of the network: nobody answers, or not any more. */
const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
]);
/**
 * PostgreSQL's classes of codes: 08 connection exceptions, 53 insufficient resources (a full disk, too many connections),
 * 57P shut down or starting, 58 failures of its system. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES = /^(08|53|57P|58)[0-9A-Z]{2,3}$/;
/** What pg says without a code. */
const WORDS = /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/;

/** A question to the database took too long. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
}

export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = systemCode(cause) ?? "";
    if (cause instanceof DatabaseAway || NETWORK.has(code) || POSTGRES.test(code)) return true;
    if (WORDS.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}
