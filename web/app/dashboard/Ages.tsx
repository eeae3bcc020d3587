import { type ReactNode, useEffect, useState } from "react";
import styles from "./dashboard.module.css";

interface AgesProps {
  /** Monotonic times; NaN before the first. */
  readonly readAt: number;
  /** Absent: nothing here has a live price. */
  readonly pricesAt: number | undefined;
}

/** Older than this something is wrong: the book is read every three seconds. */
const LATE_MS = 10_000;

/** 'book 2 s · prices 0.4 s': how old the figures are. */
export function Ages({ readAt, pricesAt }: AgesProps): ReactNode {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const book = Math.max(0, now - readAt);
  const words = [
    ...(Number.isNaN(book) ? [] : [`book ${Math.floor(book / 1000)} s`]),
    ...(pricesAt === undefined ? [] : [priceWords(Math.max(0, now - pricesAt))]),
  ];
  return (
    <span className={styles["ages"]} data-late={book > LATE_MS || undefined}>
      {words.join(" · ")}
    </span>
  );
}

/** Without live prices the book's own stand. */
function priceWords(age: number): string {
  if (Number.isNaN(age)) return "prices of the book";
  return age < 10_000 ? `prices ${(Math.floor(age / 100) / 10).toFixed(1)} s` : `prices ${Math.floor(age / 1000)} s`;
}
