/** What a new password must be. Nothing is asked of its characters: length, and not being everybody's, is what helps. */
import { dictionary } from "@zxcvbn-ts/language-common";
import { AppError } from "../../platform/errors.ts";

export interface NewPassword {
  readonly password: string;
  readonly passwordConfirm: string;
}

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;
const COMMON_COUNT = 3000;

/** The most common ones that are long enough; the dictionary is in order of how common they are. */
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((word) => word.length >= MIN_LENGTH).slice(0, COMMON_COUNT),
);

/**
 * Words that whoever attacks this product tries first: its name and what it is about. A password that is made of nothing
 * else, with whatever figures and signs between, is refused.
 */
const OWN_WORDS = [
  ...[
    "strikeboard",
    "strike",
    "board",
    "terminal",
    "analysis",
    "premium",
    "live",
    "demo",
    "admin",
    "login",
    "password",
  ],
  ...[
    "nifty",
    "bank",
    "fin",
    "midcap",
    "midcp",
    "sensex",
    "bankex",
    "usdinr",
    "nse",
    "bse",
    "india",
    "market",
    "markets",
  ],
  ...["option", "options", "future", "futures", "chain", "stock", "stocks", "trade", "trader", "traders", "trading"],
  ...["call", "put", "calls", "puts", "straddle", "expiry", "zerodha", "kite"],
];
const OWN = new RegExp(`^(${OWN_WORDS.join("|")})+$`);

/** @throws AppError 400, in words for the user. */
export function checkNewPassword({ password, passwordConfirm }: NewPassword): void {
  const { length } = [...password];
  if (length < MIN_LENGTH) refuse(`The password must have at least ${MIN_LENGTH} characters`);
  if (length > MAX_LENGTH) refuse(`The password must have at most ${MAX_LENGTH} characters`);
  if (password !== passwordConfirm) refuse("The passwords are not the same");
  const lower = password.toLowerCase();
  if (common.has(lower)) refuse("This password is too common. Please choose another one");
  if (OWN.test(lower.replace(/[^a-z]/g, ""))) {
    refuse("This password is easy to guess here: it is made of words of this product. Please add others");
  }
}

function refuse(message: string): never {
  throw new AppError("bad-request", message);
}
