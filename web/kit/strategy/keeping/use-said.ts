import { useEffect, useState } from "react";

/** What was answered to a Save. */
export interface Said {
  readonly text: string;
  readonly tone: "up" | "down";
}

/** Longer than that it would be taken for the answer to a later Save. */
const SHOWN_MS = 10_000;

/** The newest answer; undefined once it has been shown long enough. */
export function useSaid(): readonly [said: Said | undefined, say: (said: Said | undefined) => void] {
  const [said, say] = useState<Said>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => say(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, say];
}
