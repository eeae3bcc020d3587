/** Which lines show: the check of what was stored. */
import { isBoolean, isRecord } from "../../state/saved/storage.ts";

export type VisibleLines = Readonly<Record<string, boolean>>;
export const isVisibleLines = (value: unknown): value is VisibleLines =>
  isRecord(value) && Object.values(value).every(isBoolean);
