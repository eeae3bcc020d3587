import type { CSSProperties } from "react";
import type { Place } from "./layout/places.ts";

/** Shares of the workspace as a style: a window that changes its size costs no rendering. */
export const percent = ({ left, top, width, height }: Place): CSSProperties => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});
