import { type ReactNode, useEffect, useRef } from "react";
import { afterPaint } from "../../state/pane/after-paint.ts";
import { setText } from "../set-text.ts";
import { type FreshnessReading, type FreshnessState, freshnessText } from "./freshness.ts";
import styles from "./freshness-chip.module.css";

/** Each look may cost the page a frame: all chips look at once, with the words of figures, or so long after them alone. */
const PATIENCE_MS = 750;
/** In a workspace an age that only grew waits so long: a pane whose words change has all that stands around them painted again. */
const SPACING_MS = 700;
/** Each writes its chip, and says how fresh what is seen of the market is; undefined where it has no age, or is not seen. */
type Look = () => FreshnessState | undefined;
const lookers = new Set<Look>();

function lookAll(): void {
  // Of the whole board, for the dot of 'Live'.
  const seen = [...lookers].map((look) => look()).join(" ");
  const { dataset } = document.documentElement;
  if (dataset["live"] !== seen) dataset["live"] = seen;
  if (lookers.size > 0) afterPaint(lookAll, PATIENCE_MS);
}

function everyLook(look: Look): () => void {
  lookers.add(look);
  afterPaint(lookAll, PATIENCE_MS);
  return () => void lookers.delete(look);
}

type FreshnessChipProps = {
  /** Read whenever the page writes words, and at least every 750 ms; must be cheap and must not allocate much. */
  readonly read: () => FreshnessReading;
  /** False: dot and age only, the rest in the tip (a pane of a workspace, whose bar says the rest). */
  readonly detail?: boolean;
};

/** Writes its texts itself: React renders it once, however long it ticks. */
export function FreshnessChip({ read, detail = true }: FreshnessChipProps): ReactNode {
  const chip = useRef<HTMLDivElement>(null);
  const age = useRef<HTMLSpanElement>(null);
  const origin = useRef<HTMLSpanElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const trouble = useRef<HTMLOutputElement>(null);

  useEffect(() => {
    let wroteAt = Number.NEGATIVE_INFINITY;
    function write(): ReturnType<Look> {
      const element = chip.current;
      // In a tab of the workspace that is not open.
      if (!element || element.closest("[inert],[data-aside]")) return undefined;
      const reading = read();
      const text = freshnessText(reading);
      const seen = reading.isDaily ? undefined : text.state;
      const now = performance.now();
      const isSameState = element.dataset["state"] === text.state;
      if (!detail && reading.mode === "live" && isSameState && now - wroteAt < SPACING_MS) return seen;
      wroteAt = now;
      const words = reading.trouble || reading.lacks || "";
      setText(age.current, text.age);
      setText(origin.current, text.origin);
      setText(clock.current, text.clock);
      setText(trouble.current, words);
      if (!isSameState) element.dataset["state"] = text.state;
      const tip = detail ? words : `${text.origin} · ${text.clock}${words && ` · ${words}`}`;
      if (element.title !== tip) element.title = tip;
      return seen;
    }
    write();
    return everyLook(write);
  }, [read, detail]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of facts, not a form
    <div ref={chip} className={styles["chip"]} role="group" aria-label="Data source and age" data-freshness="">
      {detail ? <span ref={origin} className={styles["origin"]} /> : undefined}
      <span className={styles["line"]}>
        <Sign />
        <span ref={age} className={styles["age"]} />
        {detail ? <span ref={clock} className={styles["clock"]} /> : undefined}
      </span>
      <output ref={trouble} className={detail ? styles["trouble"] : "visually-hidden"} />
    </div>
  );
}

/** All three signs stand in the chip; its state shows one, so that a change costs one attribute. */
function Sign(): ReactNode {
  return (
    <>
      <svg className={styles["dot"]} width="7" height="7" viewBox="0 0 7 7" aria-hidden="true">
        <circle cx="3.5" cy="3.5" r="2.8" strokeWidth="1.3" />
      </svg>
      <svg className={styles["warning"]} width="12" height="12" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 12v.01" />
      </svg>
      <svg className={styles["replay"]} width="12" height="12" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3.2 9.5A5 5 0 1 0 3.6 5.6M3 3v3h3M7 6l3 2-3 2z" />
      </svg>
    </>
  );
}
