/**
 * The one source of every colour. `tokens.css` is generated from here (`tokens-css.ts`), and a test keeps the two equal. A page
 * has its colours from that sheet before any script runs, and painters read them there (`theme.ts`): no page loads this table.
 */
import { type PaletteName, ROLES, type Role, type Scheme, type Theme } from "./roles.ts";

type Colours = readonly [string, string] | readonly [string, string, string, string];

/** Role -> [dark, light], and where the colour-blind palette has others [.., dark, light] of it; each `#RRGGBB`. */
const roleColours = {
  bg: ["#0C0E11", "#E9ECF0"],
  panel: ["#12151A", "#FFFFFF"],
  raised: ["#191D24", "#F4F6F8"],
  itm: ["#171B22", "#F7F8FA"],
  hover: ["#1E2530", "#EAF1FC"],
  overlay: ["#1B2027", "#FFFFFF"],
  input: ["#0C0E11", "#FFFFFF"],
  flash: ["#2B3440", "#E8EDF3"],
  line: ["#222831", "#E2E6EB"],
  "line-2": ["#38414E", "#BFC7D1"],
  edge: ["#626E7E", "#858E9B"],
  ink: ["#E7EAEF", "#12161C"],
  "ink-2": ["#AAB3C0", "#434D5A"],
  "ink-3": ["#828D9C", "#5F6A79"],
  spot: ["#F4F6F9", "#12161C"],
  accent: ["#6AA5FF", "#1B5FCC"],
  "accent-fill": ["#2B66D0", "#1B5FCC"],
  "accent-soft": ["#172740", "#E3EDFC"],
  call: ["#E8B04A", "#8F5F00", "#F0E26B", "#4C4700"],
  "call-fill": ["#CB973F", "#C08210", "#CFC458", "#978E0C"],
  put: ["#B49AFF", "#6B42D3", "#E08CC4", "#A0307F"],
  "put-fill": ["#9B84E0", "#8B68E6", "#BE72A5", "#C25BA0"],
  "call-bar": ["#463716", "#F8E7BC", "#454117", "#F2EBA0"],
  "put-bar": ["#3A3068", "#E4DBFC", "#4E2A45", "#F8DEED"],
  bar: ["#464E5A", "#B9C0CA"],
  up: ["#45C492", "#0B7A52", "#4DB8F0", "#0067A8"],
  "up-fill": ["#2F7D60", "#6DBD9E", "#2C6F93", "#69B1DD"],
  down: ["#FF7D85", "#C62A39", "#FF9A4D", "#A84A00"],
  "down-fill": ["#9C4E57", "#E58B91", "#9A5A28", "#E8A86E"],
  buy: ["#6AA5FF", "#1B5FCC"],
  "buy-fill": ["#2B66D0", "#1B5FCC"],
  sell: ["#FF9160", "#B34410", "#FF9A4D", "#A84A00"],
  "sell-fill": ["#B8481F", "#B8481F"],
  top1: ["#2C62C4", "#9CC2FB", "#0B6E5A", "#79D3B9"],
  top2: ["#234A8E", "#C0D8FB", "#0E4E41", "#B0E6D6"],
  top3: ["#1D3765", "#DCE9FC", "#12342D", "#DDF5EE"],
  atm: ["#E7EAEF", "#12161C"],
  "atm-ink": ["#0C0E11", "#FFFFFF"],
  fut: ["#57C7D9", "#0B7285", "#59C486", "#05705A"],
  replay: ["#FF5166", "#D6243C", "#FF7A4D", "#C2500A"],
  warn: ["#F2BE4E", "#8A5A00"],
  "warn-soft": ["#2C2412", "#FDF3DC"],
  danger: ["#FF7D85", "#C62A39", "#FF9A4D", "#A84A00"],
  "danger-soft": ["#341A1F", "#FCE8E9"],
  ok: ["#45C492", "#0B7A52", "#4DB8F0", "#0067A8"],
  "ok-soft": ["#12291F", "#E2F4EC"],
  // Series of many-line charts, in drawing order; from the ninth line on they repeat dashed 5 3. The colour-blind palette's were
  // searched for: as near to the others as they can be where no two are alike to an eye without red or green cones.
  s1: ["#6AA5FF", "#1B5FCC", "#64A3FD", "#155FCB"],
  s2: ["#F2A65A", "#A85400", "#DF953D", "#732D00"],
  s3: ["#6FCB8E", "#1A7438", "#70CB8E", "#0A7235"],
  s4: ["#F08CBD", "#B5297B", "#E09EB0", "#A10593"],
  s5: ["#57C7D9", "#0B7285", "#569883", "#36675A"],
  s6: ["#BCCB55", "#5F6B00", "#B6CC6C", "#657008"],
  s7: ["#B49AFF", "#6B42D3", "#BE8FD5", "#4846DF"],
  s8: ["#AAB3C0", "#434D5A", "#D0D7E9", "#394351"],
} as const satisfies Readonly<Record<Role, Colours>>;

/** The resolved colours of one palette. */
export function themeOf(scheme: Scheme, palette: PaletteName): Theme {
  const colours = Object.fromEntries(ROLES.map((role) => [role, colourOf(roleColours[role], scheme, palette)]));
  return { scheme, palette, sidesSwapped: false, colours: colours as Record<Role, string> };
}

function colourOf([dark, light, dark2 = dark, light2 = light]: Colours, scheme: Scheme, palette: PaletteName): string {
  if (palette === "normal") return scheme === "dark" ? dark : light;
  return scheme === "dark" ? dark2 : light2;
}
