/**
 * What is posted to a secret address, as alerts of charting sites write it: JSON with numbers that may be texts, names that may
 * carry their exchange, in capitals or not. What cannot be meant is refused in words that its writer can act on.
 */
import { z } from "zod";
import { MOST_DRAFT_LEGS } from "#contract/wire/http/order-drafts.ts";
import { AppError } from "../../../platform/errors.ts";
import { isDeeperThan, MAX_DEPTH } from "../../../platform/limits/json-depth.ts";

/** "65" and 65 are one: a placeholder of an alert stands between quotes. */
const number = (words: string) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value),
    z.number(words).positive(words).max(100_000_000, words),
  );
const whole = (words: string) => number(words).pipe(z.number().int(words));
/** A word of a list, in capitals or not. */
const word = <const Word extends string>(words: readonly Word[], message: string) =>
  z.preprocess((value) => (typeof value === "string" ? value.trim().toUpperCase() : value), z.enum(words, message));

const NEAREST = "nearest";
const SIDES = "must be BUY or SELL";
const PRODUCTS = "must be Intraday or Margin";

const symbol = z
  .string("must be a name, such as NIFTY")
  .trim()
  .min(1, "must be a name, such as NIFTY")
  .max(60)
  // 'NSE:NIFTY1!' as charts name it.
  .transform((text) =>
    text
      .toUpperCase()
      .replace(/^[A-Z]+:/, "")
      .replace(/\d!$/, ""),
  );
const expiry = z
  .string(`must be a day such as 2026-11-24, or "${NEAREST}"`)
  .trim()
  .toLowerCase()
  .regex(/^(\d{4}-\d{2}-\d{2}|nearest)$/, `must be a day such as 2026-11-24, or "${NEAREST}"`);
const product = word(["INTRADAY", "MARGIN"], PRODUCTS);

const LEG = {
  symbol: symbol.optional(),
  underlying: symbol.optional(),
  expiry: expiry.optional(),
  strike: number("must be a number of rupees").optional(),
  type: word(["CE", "PE", "FUT"], "must be CE, PE or FUT").optional(),
  side: word(["BUY", "SELL", "B", "S"], SIDES).optional(),
  lots: whole("must be a whole number of lots").optional(),
  quantity: whole("must be a whole number of units").optional(),
  price: number("must be a number of rupees").optional(),
  product: product.optional(),
};
const Leg = z.strictObject(LEG);
const Body = z.strictObject({
  ...LEG,
  note: z.string("must be a text").trim().max(120, "has at most 120 characters").optional(),
  legs: z
    .array(Leg, "must be a list")
    .min(1, "is empty")
    .max(MOST_DRAFT_LEGS, `has more than ${MOST_DRAFT_LEGS}`)
    .optional(),
});

/** One order as it was asked for: whether it can be is for the day's list to say. */
export interface LegWish {
  readonly symbol: string;
  /** undefined: the nearest. */
  readonly expiry: string | undefined;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  readonly type: "CE" | "PE" | "FUT";
  readonly side: "B" | "S";
  readonly size: { readonly lots: number } | { readonly units: number };
  readonly product: "Intraday" | "Margin";
  readonly price: number | null;
  /** 'legs.1: ', to be said before what is wrong with it; '' where it is the only one. */
  readonly place: string;
}

export interface HookBody {
  readonly note: string;
  readonly legs: readonly LegWish[];
}

const bad = (words: string): AppError => new AppError("bad-request", words);

/** Ten legs have some two thousand characters. */
const MOST_CHARACTERS = 8 * 1024;

/** @throws AppError 400, 413 */
export function readHookBody(text: string): HookBody {
  if (text.length > MOST_CHARACTERS) throw new AppError("too-large");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw bad(
      'The body is no JSON, such as {"symbol": "NIFTY", "expiry": "nearest", "type": "FUT", "side": "BUY", "lots": 1}',
    );
  }
  if (isDeeperThan(MAX_DEPTH, json)) throw bad("The body is nested too deeply");
  const parsed = Body.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".");
    throw bad(field ? `${field}: ${issue?.message}` : (issue?.message ?? "The body is not an order"));
  }
  // A text of a database holds no zero character.
  const { note = "", legs, ...shared } = parsed.data;
  const wishes = legs?.map((leg, i) => wishOf({ ...shared, ...leg }, `legs.${i}: `)) ?? [wishOf(shared, "")];
  return { note: note.replaceAll("\u0000", ""), legs: wishes };
}

function wishOf(leg: z.output<typeof Leg>, place: string): LegWish {
  const need = <Value>(value: Value | undefined, name: string): Value => {
    if (value === undefined) throw bad(`${place}${name} is missing`);
    return value;
  };
  const type = need(leg.type, "type (CE, PE or FUT)");
  const { lots, quantity } = leg;
  if (lots !== undefined && quantity !== undefined) throw bad(`${place}lots and quantity: give one of them`);
  const asked = need(leg.expiry, `expiry (a day, or "${NEAREST}")`);
  return {
    symbol: need(leg.symbol ?? leg.underlying, "symbol"),
    expiry: asked === NEAREST ? undefined : asked,
    strike: type === "FUT" ? 0 : need(leg.strike, "strike"),
    type,
    side: need(leg.side, "side (BUY or SELL)").startsWith("B") ? "B" : "S",
    size: lots === undefined ? { units: need(quantity, "lots or quantity") } : { lots },
    product: leg.product === "INTRADAY" ? "Intraday" : "Margin",
    price: leg.price ?? null,
    place,
  };
}
