/** Every icon, for what is loaded after the first screen. */
import { createIcon, firstPaths } from "./icons.tsx";

const paths = {
  ...firstPaths,
  bell: "M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.5 14.5h3",
  bug: "M5.5 6a2.5 2.5 0 0 1 5 0M4.5 6h7v4a3.5 3.5 0 0 1-7 0zM8 6v7.5M4.5 7.5 2 6M4.5 10H2M5 12l-2 1.5M11.5 7.5 14 6M11.5 10H14M11 12l2 1.5",
  check: "m3.5 8.5 3 3 6-7",
  "chevron-up": "m4.5 9.5 3.5-3.5 3.5 3.5",
  close: "m4 4 8 8M12 4l-8 8",
  download: "M8 2.5v7M5 7l3 3 3-3M3 12.5h10",
  external: "M9.5 3H13v3.5M13 3 7.5 8.5M11 9v4H3V5h4",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  "eye-off": "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM3 13.5l10-11",
  grid: "M2.5 3h11v10h-11zM2.5 6.5h11M6.2 3v10M9.8 3v10",
  grip: "M6 4v.01M10 4v.01M6 8v.01M10 8v.01M6 12v.01M10 12v.01",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5v.01",
  "jump-back": "M8 4 3 8l5 4zM13 4 8 8l5 4z",
  "jump-forward": "m8 4 5 4-5 4zM3 4l5 4-5 4z",
  list: "M6 4h7.5M6 8h7.5M6 12h7.5M2.5 4h1M2.5 8h1M2.5 12h1",
  menu: "M2.5 4h11M2.5 8h11M2.5 12h11",
  message: "M2.5 3.5h11v8H8l-2.5 2.5v-2.5h-3z",
  minus: "M4 8h8",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z",
  more: "M4 8v.01M8 8v.01M12 8v.01",
  order: "M3.5 2.5h9v11h-9zM5.5 5.5h5M5.5 8h5M5.5 10.5h3",
  pause: "M5 3.5h2v9H5zM9 3.5h2v9H9z",
  pencil: "M10.5 3 13 5.5 5.5 13H3v-2.5zM9 4.5 11.5 7",
  play: "m5 3.5 7.5 4.5L5 12.5z",
  plus: "M8 4v8M4 8h8",
  pulse: "M1.5 8.5H4l2-5 3.5 9 2-4h3",
  refresh: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5.5h-3",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 14 14",
  settings:
    "M6.9 3.3l.2-1.5h1.8l.2 1.5 1.4.6 1.2-1 1.4 1.4-1 1.2.6 1.4 1.5.2v1.8l-1.5.2-.6 1.4 1 1.2-1.4 1.4-1.2-1-1.4.6-.2 1.5H7.1l-.2-1.5-1.4-.6-1.2 1-1.4-1.4 1-1.2-.6-1.4-1.5-.2V7.1l1.5-.2.6-1.4-1-1.2 1.4-1.4 1.2 1zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  undo: "M5.5 3 2.5 6l3 3M2.5 6h7a3.5 3.5 0 0 1 0 7H6",
  sun: "M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M3.6 12.4l1-1M11.4 4.6l1-1",
};

export type IconName = keyof typeof paths;

export const Icon = createIcon<IconName>(paths, ["play", "pause", "jump-back", "jump-forward"]);
