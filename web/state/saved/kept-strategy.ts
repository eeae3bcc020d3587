/** The saved form of a strategy. */
import { isRecord } from "./storage.ts";

/** What is sealed. A builder adds what it likes. */
export interface KeptStrategy {
  readonly name: string;
  readonly symbolName: string;
  /** 'M:D:YYYY' */
  readonly expiry: string;
  /** Of the market, 'YYYY-MM-DD'. */
  readonly date: string;
  readonly strategy: readonly unknown[];
}

/** Its legs are in an envelope that only the user's passphrase opens (`private/`). */
export const isPrivate = (strategy: KeptStrategy): boolean => "private" in strategy;

export function isKept(value: unknown): value is KeptStrategy {
  return (
    isRecord(value) &&
    Array.isArray(value["strategy"]) &&
    ["name", "symbolName", "expiry", "date"].every((key) => typeof value[key] === "string")
  );
}
