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
  /** It is none of this user's business. */
  readonly isRefused: boolean;
}

const EVERY_MS = 2000;
const FORBIDDEN = 403;

/** Asks the server every two seconds while the page is seen. */
export function useReadings(): Readings {
  const [readings, setReadings] = useState<Readings>({
    now: undefined,
    before: undefined,
    problem: undefined,
    isRefused: false,
  });
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = document.visibilityState === "visible" ? await read(leaving.signal) : undefined;
      if (leaving.signal.aborted) return;
      if (answer && "problem" in answer) setReadings((last) => ({ ...last, ...answer }));
      else if (answer) setReadings((last) => ({ now: answer, before: last.now, problem: undefined, isRefused: false }));
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
async function read(signal: AbortSignal): Promise<Reading | Pick<Readings, "problem" | "isRefused">> {
  try {
    const response = await fetch(joinPath(API_BASE, OPERATOR_STATUS_PATH), { signal });
    const body: unknown = await response.json();
    if (!response.ok) return { problem: (body as ErrorReply).message, isRefused: response.status === FORBIDDEN };
    return { status: (body as ResponseOf<typeof operatorStatus>).data, at: performance.now() };
  } catch {
    return { problem: "The server does not answer", isRefused: false };
  }
}
