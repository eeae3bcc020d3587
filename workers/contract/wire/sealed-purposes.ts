/** What is kept sealed, for which purpose each is sealed, and how large it may be. Free of schemas: the browser takes it. */
import { sealedDigits } from "./sealed.ts";

/** Settings that are kept with the account. Each is one JSON value, of the screen it belongs to. */
export const SETTING_FIELDS = [
  /** The view-based chain: its views by name. */
  "userSettingViews",
  /** The view-based chain: custom columns by name, each with '#' behind it. */
  "userColumns",
  /** Arrangements of panes by name. */
  "workspaces",
  /** The scanner: formulas by name. */
  "scans",
  /** Baskets of orders by name. */
  "baskets",
  /** Watch lists of futures by name. */
  "watchlist",
] as const;
export type SettingField = (typeof SETTING_FIELDS)[number];

/** Of these an account whose user chose a passphrase keeps an envelope alone (`http/private-key.ts`). */
export const PRIVATE_FIELDS: readonly SettingField[] = ["workspaces"];

/** Who keeps what is private by choice, in the order in which it is sealed. */
export const PRIVATE_HOLDERS = ["strategies", "older strategies", "workspaces"] as const;
export type PrivateHolderName = (typeof PRIVATE_HOLDERS)[number];

/** Of one field as it is saved, and of a reply with several: their names as asked for, joined with ','. */
export const settingsPurpose = (fields: readonly SettingField[]): string => `settings/${fields.join(",")}`;
/** One strategy: what save, saveas and load carry. */
export const STRATEGY_PURPOSE = "strategy";
/** A list of strategies: what portfolio and saveportfolio carry. */
export const PORTFOLIO_PURPOSE = "portfolio";

/** Of one setting or strategy: 64 KiB of JSON, which an envelope of the user's own makes a third longer. */
export const MAX_SEALED_DIGITS = sealedDigits(88 * 1024);
/** Of a list of strategies: 2 MiB of JSON. */
export const MAX_PORTFOLIO_DIGITS = sealedDigits(2 * 1024 * 1024);
/** Strategies a user may keep, those of the older builder apart. */
export const MAX_STRATEGIES = 200;
