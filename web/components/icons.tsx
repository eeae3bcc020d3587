import type { ReactNode } from "react";

/** Icons are 16 px line drawings in the colour of their text; the accessible name belongs to the control around them. */
export type IconName =
  | "bug"
  | "check"
  | "chevron-down"
  | "close"
  | "external"
  | "eye"
  | "eye-off"
  | "grip"
  | "info"
  | "invert"
  | "jump-back"
  | "jump-forward"
  | "menu"
  | "message"
  | "minus"
  | "moon"
  | "pause"
  | "play"
  | "plus"
  | "reload"
  | "replay"
  | "search"
  | "settings"
  | "sun"
  | "user"
  | "warning";

/** Path data on a 16 x 16 grid, stroked; `solid` ones are filled instead. */
const paths: Readonly<Record<IconName, string>> = {
  bug: "M5.5 6a2.5 2.5 0 0 1 5 0M4.5 6h7v4a3.5 3.5 0 0 1-7 0zM8 6v7.5M4.5 7.5 2 6M4.5 10H2M5 12l-2 1.5M11.5 7.5 14 6M11.5 10H14M11 12l2 1.5",
  check: "m3.5 8.5 3 3 6-7",
  "chevron-down": "m4.5 6.5 3.5 3.5 3.5-3.5",
  close: "m4 4 8 8M12 4l-8 8",
  external: "M9.5 3H13v3.5M13 3 7.5 8.5M11 9v4H3V5h4",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  "eye-off": "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM3 13.5l10-11",
  grip: "M6 4v.01M10 4v.01M6 8v.01M10 8v.01M6 12v.01M10 12v.01",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5v.01",
  invert: "M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10M8.5 10.5 11 13l2.5-2.5",
  "jump-back": "M8 4 3 8l5 4zM13 4 8 8l5 4z",
  "jump-forward": "m8 4 5 4-5 4zM3 4l5 4-5 4z",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  message: "M2.5 3.5h11v8H8l-2.5 2.5v-2.5h-3z",
  minus: "M4 8h8",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z",
  pause: "M5 3.5h2v9H5zM9 3.5h2v9H9z",
  play: "m5 3.5 7.5 4.5L5 12.5z",
  plus: "M8 4v8M4 8h8",
  reload: "M13 8a5 5 0 1 1-1.5-3.6M13 2.5v2.8h-2.8",
  replay: "M3.2 9.5A5 5 0 1 0 3.6 5.6M3 3v3h3M7 6l3 2-3 2z",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 14 14",
  settings: "M2 5h7M13 5h1M11 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM2 11h1M7 11h7M5 13a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  sun: "M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M3.6 12.4l1-1M11.4 4.6l1-1",
  user: "M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.5-2.5 2.5-3.5 5-3.5s4.5 1 5 3.5",
  warning: "M8 2.5 14.5 13.500h-13zM8 6.500v3.500M8 12v.01",
};

const solid: ReadonlySet<IconName> = new Set(["play", "pause", "jump-back", "jump-forward"]);

type IconProps = { readonly name: IconName; readonly size?: number };

export function Icon({ name, size = 16 }: IconProps): ReactNode {
  const isSolid = solid.has(name);
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={paths[name]}
        fill={isSolid ? "currentColor" : "none"}
        stroke="currentColor"
        strokeWidth={isSolid ? 0 : 1.3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

type LogoMarkProps = { readonly size?: number };

/** The board with a spine: calls left, puts right. */
export function LogoMark({ size = 20 }: LogoMarkProps): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <path fill="var(--call-fill)" d="M5.5 4H12v4.500H5.500zM0 12h12v4.500H0zM8 20h4v4.500H8z" />
      <path fill="var(--put-fill)" d="M16 4h4.500v4.500H16zM16 12h8v4.500h-8zM16 20h12v4.500H16z" />
      <path fill="var(--ink)" d="M12.5 1h3v26h-3z" />
    </svg>
  );
}
