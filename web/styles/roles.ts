/** The names of all colours, and a theme: what a page shows of them. */

export type Scheme = "dark" | "light";
export type PaletteName = "normal" | "colour-blind";

/** Colour roles; the custom property of each is `--<role>`. `s1` to `s8` are the series of many-line charts, in drawing order. */
export const ROLES = [
  "bg",
  "panel",
  "raised",
  "itm",
  "hover",
  "overlay",
  "input",
  "flash",
  "line",
  "line-2",
  "edge",
  "ink",
  "ink-2",
  "ink-3",
  "spot",
  "accent",
  "accent-fill",
  "accent-soft",
  "call",
  "call-fill",
  "put",
  "put-fill",
  "call-bar",
  "put-bar",
  "bar",
  "up",
  "up-fill",
  "down",
  "down-fill",
  "buy",
  "buy-fill",
  "sell",
  "sell-fill",
  "top1",
  "top2",
  "top3",
  "atm",
  "atm-ink",
  "fut",
  "replay",
  "warn",
  "warn-soft",
  "danger",
  "danger-soft",
  "ok",
  "ok-soft",
  "s1",
  "s2",
  "s3",
  "s4",
  "s5",
  "s6",
  "s7",
  "s8",
] as const;

export type Role = (typeof ROLES)[number];

/** Resolved colours of one palette. Equal palettes are the same object, so painters may compare by identity. */
export type Theme = {
  readonly scheme: Scheme;
  readonly palette: PaletteName;
  /** True when the user's 'Switch Color' exchanged the call and put roles. */
  readonly sidesSwapped: boolean;
  /** Each `#rrggbb`. */
  readonly colours: Readonly<Record<Role, string>>;
};
