import { useEffect, useState } from "react";
import { API_BASE, joinPath, OPERATOR_STATUS_PATH } from "#contract/wire/http/api-path.ts";
import type { ErrorReply, ResponseOf } from "#contract/wire/http/call.ts";
import type { operatorStatus } from "#contract/wire/http/operator.ts";
import type { Reading } from "./status-figures.ts";

export interface Readings {
  readonly now: Reading | undefined;
  readonly before: Reading | undefined;
  /** Why there is nothing newer; undefined while all is well. */
  readonly problem: string | undefined;
}

const EVERY_MS = 2000;

/** Asks the server every two seconds while the page is seen. */
export function useReadings(): Readings {
  const [readings, setReadings] = useState<Readings>({ now: undefined, before: undefined, problem: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = document.visibilityState === "visible" ? await read(leaving.signal) : undefined;
      if (leaving.signal.aborted) return;
      if (typeof answer === "string") setReadings((last) => ({ ...last, problem: answer }));
      else if (answer) setReadings((last) => ({ now: answer, before: last.now, problem: undefined }));
      timer = setTimeout(ask, EVERY_MS);
    };
    let timer = setTimeout(ask, 0);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, []);
  return readings;
}

/** A reading, or why there is none. */
async function read(signal: AbortSignal): Promise<Reading | string> {
  try {
    const response = await fetch(joinPath(API_BASE, OPERATOR_STATUS_PATH), { signal });
    const body: unknown = await response.json();
    if (!response.ok) return (body as ErrorReply).message;
    return { status: (body as ResponseOf<typeof operatorStatus>).data, at: performance.now() };
  } catch {
    return "The server does not answer";
  }
}
