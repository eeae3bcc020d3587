/**
 * A kept day as a file: one line of JSON that names the day and its replies with their lengths, then the replies' bytes one
 * after the other. A reply is what the server sent for a path; its media type is the blob's.
 */
import type { HistoryDay } from "#contract/wire/http/market.ts";

/** By path: 'history/{MM:DD:YYYY}/...?source=...'. */
export type Replies = Readonly<Record<string, Blob>>;

export interface DayContent {
  readonly day: HistoryDay;
  readonly replies: Replies;
}

const FORMAT = "strikeboard-day/1";
/** Of the first line. Two hundred rooms take some 20 kB. */
const MOST_HEAD_BYTES = 1 << 20;
const LINE_END = 10;

interface Head {
  readonly format: typeof FORMAT;
  readonly day: HistoryDay;
  readonly replies: readonly { readonly path: string; readonly type: string; readonly length: number }[];
}

export function writeDayFile({ day, replies }: DayContent): Blob {
  const entries = Object.entries(replies);
  const list = entries.map(([path, { type, size }]) => ({ path, type, length: size }));
  const head: Head = { format: FORMAT, day, replies: list };
  return new Blob([`${JSON.stringify(head)}\n`, ...entries.map(([, reply]) => reply)]);
}

/** @throws Error in words for the user where it is no such file, or is cut off */
export async function readDayFile(file: Blob): Promise<DayContent> {
  const start = new Uint8Array(await file.slice(0, MOST_HEAD_BYTES).arrayBuffer());
  const end = start.indexOf(LINE_END);
  const head = readHead(new TextDecoder().decode(start.subarray(0, Math.max(end, 0))));
  const replies: Record<string, Blob> = {};
  let at = end + 1;
  for (const { path, type, length } of head.replies) {
    replies[path] = file.slice(at, at + length, type);
    at += length;
  }
  if (at !== file.size) throw new Error("The file is not whole.");
  return { day: head.day, replies };
}

function readHead(line: string): Head {
  try {
    const head: unknown = JSON.parse(line);
    if (isHead(head)) return head;
  } catch {
    // It is no JSON, either.
  }
  throw new Error("This is no file of a kept day.");
}

function isHead(value: unknown): value is Head {
  const { format, day, replies } = (value ?? {}) as Partial<Head>;
  return (
    format === FORMAT &&
    /^\d{4}-\d{2}-\d{2}$/.test(day?.date ?? "") &&
    ["sim", "import", "kite"].includes(day?.source ?? "") &&
    Object.values(day?.symbols ?? { none: undefined }).every((symbols) => Array.isArray(symbols)) &&
    Array.isArray(replies) &&
    replies.every(
      ({ path, type, length }) =>
        typeof path === "string" && typeof type === "string" && Number.isSafeInteger(length) && length >= 0,
    )
  );
}
