/** FEED and what goes with it: which market the server shows, and where it begins. */
import { z } from "zod";
import { type IsoDate, isoDate, minute } from "#contract/domain/units.ts";

export type FeedChoice =
  | { readonly kind: "simulated" }
  | { readonly kind: "recorded"; readonly date: IsoDate }
  | { readonly kind: "kite" }
  | { readonly kind: "none" };

const FORM = "must be simulated, recorded:YYYY-MM-DD, kite or none";

export const feedChoice = z.string().transform((text, context): FeedChoice => {
  if (text === "simulated" || text === "kite" || text === "none") return { kind: text };
  const date = /^recorded:(.+)$/.exec(text)?.[1];
  if (date !== undefined && isDate(date)) return { kind: "recorded", date: isoDate(date) };
  context.addIssue({ code: "custom", message: FORM });
  return z.NEVER;
});

/** 'YYYY-MM-DDTHH:MM', IST. */
export const simulatedStart = z
  .string()
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDate(text.slice(0, 10)),
    "must be an IST date and time such as 2026-07-27T12:15",
  );

/** 'HH:MM' as the minute of the IST day. */
export const recordedStart = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be an IST time such as 10:43")
  .transform((text) => minute(Number(text.slice(0, 2)) * 60 + Number(text.slice(3))));

/** Symbols separated by commas or spaces. */
export const symbolList = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((symbol) => symbol !== ""));

/** Where Kite is, and what it knows us by. */
export interface KiteSettings {
  readonly apiKey: string;
  readonly accessToken: string;
  readonly tickerUrl: string;
  /** URL or absolute path. */
  readonly instruments: string;
  readonly stocks: readonly string[];
}

function isDate(text: string): boolean {
  try {
    isoDate(text);
    return true;
  } catch {
    return false;
  }
}
