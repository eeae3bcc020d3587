import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";

/** A broker that is well answers within two seconds. */
const LONG_MS = 8000;

interface FirstReadingProps {
  /** Its name. */
  readonly broker: string;
  readonly onRetry: () => void;
}

/** In place of a book that was never read: since when it is asked for, where that is long, and a way to ask at once. */
export function FirstReading({ broker, onRetry }: FirstReadingProps): ReactNode {
  const [since] = useState(() => new Date().toLocaleTimeString("en-GB", { timeZone: "Asia/Kolkata" }));
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return <EmptyState message="Loading…" />;
  return (
    <EmptyState
      message={`${broker} has not answered since ${since}. It is asked again every few seconds.`}
      action={<Button onClick={onRetry}>Retry</Button>}
    />
  );
}
