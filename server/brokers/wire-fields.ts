/** Fields of replies whose numbers come as numbers or as text, as schemas: what makes no sense is no value. */
import { z } from "zod";
import { isoDate } from "#contract/domain/units.ts";

export const word = z.string().min(1).max(120);
export const text = z.string().max(500);
/** '' where there is nothing to say. */
export const words = text.nullish().transform((value) => value ?? "");
/** 6202.5, '6,202.50', '' or 'NaN' where there is none. */
export const amount = z
  .union([z.number(), z.string().regex(/^(?:-?[\d,]+(?:\.\d+)?|NaN)?$/)])
  .nullish()
  .transform((value) => {
    const number = typeof value === "string" ? Number(value.replaceAll(",", "")) : (value ?? 0);
    return Number.isNaN(number) ? 0 : number;
  });
export const whole = amount.pipe(z.number().int());
export const units = whole.pipe(z.number().nonnegative().max(Number.MAX_SAFE_INTEGER));
export const price = amount.pipe(z.number().nonnegative());
/** The day of a line of a list, whatever stands behind it. */
export const listedDay = z
  .string()
  .transform((value) => value.slice(0, 10))
  .pipe(z.iso.date())
  .transform(isoDate);
/** A number or a word, as text. */
export const id = z.union([z.number().int().positive().max(Number.MAX_SAFE_INTEGER), word]).transform(String);
/** 'Buy' and 'BUY' are one. */
export const upper = word.transform((value) => value.toUpperCase());
export const side = upper.pipe(z.enum(["BUY", "SELL"]));

interface Filled {
  readonly qty: number;
  readonly filled: number;
  /** What is still to come, where it is told. */
  readonly left?: number;
  readonly average: number;
  readonly isFilled: boolean;
  readonly isRejected: boolean;
}

/** An order that claims what no order can have is none, and its whole reply is not used: for `superRefine`. */
export const sane =
  <Row>(filledOf: (row: Row) => Filled) =>
  (row: Row, context: z.RefinementCtx): void => {
    const { qty, filled, left = 0, average, isFilled, isRejected } = filledOf(row);
    const refuse = (message: string): void => context.addIssue({ code: "custom", message });
    if (filled > qty || left > qty) refuse("has more units than it asked for");
    if (filled > 0 && average <= 0) refuse("is filled at no price");
    if (isFilled && filled !== qty) refuse("is filled and is not");
    if (isRejected && filled > 0) refuse("is rejected and filled");
  };

/** What a body says as JSON; undefined where it is none, which no schema of a reply takes. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
