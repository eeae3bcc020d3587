/** FEED, FEED_START and SIM_START: which market the server shows, and where it begins. */
import { z } from "zod";
import { type IsoDate, isoDate, minute } from "#contract/domain/units.ts";

export type FeedChoice =
  | { readonly kind: "simulated" }
  | { readonly kind: "recorded"; readonly date: IsoDate }
  | { readonly kind: "none" };

const FORM = "must be simulated, recorded:YYYY-MM-DD or none";

export const feedChoice = z.string().transform((text, context): FeedChoice => {
  if (text === "simulated" || text === "none") return { kind: text };
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

function isDate(text: string): boolean {
  try {
    isoDate(text);
    return true;
  } catch {
    return false;
  }
}
