import { useAtomValue } from "jotai";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import { onPixelRatio } from "../../frame/pixel-ratio.ts";
import { onThemeChange, readTheme } from "../../styles/theme.ts";
import { stripAtom } from "./atoms.ts";
import styles from "./day-strip.module.css";
import { fractionOf, hourTicks } from "./geometry.ts";
import { paintStrip } from "./paint.ts";
import type { Snapshot } from "./snapshot.ts";
import { useHead } from "./use-head.ts";
import { useScrub } from "./use-scrub.ts";

/** Minutes that PageUp and PageDown move the head. */
const PAGE = 15;

const BASIS_WORDS = { spot: "spot", future: "future", forward: "parity forward" } as const;

interface TrackProps {
  /** To a minute of the IST day; clamped. */
  readonly onGo: (minute: number) => void;
}

/** The day from open to close: the underlying's line, gaps hatched, and the head, which is a slider. */
export function Track({ onGo }: TrackProps): ReactNode {
  const strip = useAtomValue(stripAtom);
  const slider = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tag = useRef<HTMLSpanElement>(null);
  const width = useRef(0);
  const scrub = useScrub();

  useWidth(slider, width);
  useCanvas(canvas, strip);
  useHead(
    (at) => {
      const element = slider.current;
      if (!element) return;
      const isKnown = strip !== undefined && !Number.isNaN(at);
      if (element.dataset["known"] !== String(isKnown)) element.dataset["known"] = String(isKnown);
      if (!isKnown) return;
      const head = String(fractionOf(strip, at));
      for (const part of element.querySelectorAll<HTMLElement>("[data-moves]")) part.style.setProperty("--head", head);
    },
    "at once",
    strip,
  );
  useHead(
    (at) => {
      if (!slider.current || !tag.current || strip === undefined || Number.isNaN(at)) return;
      uncover(slider.current, width.current);
      const text = minuteLabel(minute(at));
      slider.current.setAttribute("aria-valuenow", String(at));
      slider.current.setAttribute("aria-valuetext", text);
      tag.current.textContent = text;
    },
    "after",
    strip,
  );

  function onKeyDown(event: KeyboardEvent): void {
    const to = keyTarget(event.key, Number(slider.current?.getAttribute("aria-valuenow")), strip);
    if (to === undefined) return;
    event.preventDefault();
    onGo(to);
  }

  return (
    <div className={styles["track"]}>
      <div
        ref={slider}
        className={styles["slider"]}
        role="slider"
        tabIndex={0}
        aria-label={`Replay time${strip ? `, over the day's ${BASIS_WORDS[strip.basis]}` : ""}`}
        aria-orientation="horizontal"
        aria-disabled={strip === undefined}
        aria-valuemin={strip?.open ?? 0}
        aria-valuemax={strip?.close ?? 0}
        aria-valuenow={0}
        onKeyDown={onKeyDown}
        onPointerDown={scrub.onPointerDown}
        onPointerMove={scrub.onPointerMove}
        onPointerUp={() => scrub.onPointerUp()}
        onPointerCancel={() => scrub.onPointerUp()}
      >
        <div className={styles["band"]}>
          <div className={styles["played"]} data-moves="" />
          <canvas ref={canvas} className={styles["canvas"]} />
          <div className={styles["ahead"]} data-moves="" />
        </div>
        {strip ? <Hours strip={strip} /> : undefined}
        <div className={styles["head"]} data-moves="">
          <span className={styles["line"]} />
          <span className={styles["flag"]} />
          <span ref={tag} className={styles["tag"]} />
        </div>
      </div>
    </div>
  );
}

/** What a key of the slider means; ← and → belong to the whole dock. */
function keyTarget(key: string, at: number, strip: Snapshot | undefined): number | undefined {
  if (!strip) return undefined;
  switch (key) {
    case "Home":
      return strip.open;
    case "End":
      return strip.close;
    case "PageDown":
      return at - PAGE;
    case "PageUp":
      return at + PAGE;
    default:
      return undefined;
  }
}

/** Pixels between the middles of two labels that do not touch. */
const LABEL_ROOM = 40;

/** The head's tag stands alone: an hour half under it would read as another time. */
function uncover(slider: HTMLElement, width: number): void {
  const head = Number(slider.querySelector<HTMLElement>("[data-moves]")?.style.getPropertyValue("--head"));
  const near = LABEL_ROOM / width;
  for (const hour of slider.querySelectorAll<HTMLElement>("[data-hour]")) {
    hour.style.visibility = Math.abs(Number(hour.dataset["hour"]) - head) < near ? "hidden" : "";
  }
}

function Hours({ strip }: { readonly strip: Snapshot }): ReactNode {
  return (
    <div className={styles["hours"]} aria-hidden="true">
      {hourTicks(strip).map((at) => (
        <span
          key={at}
          className={styles["hour"]}
          data-hour={fractionOf(strip, at)}
          style={{ left: `${fractionOf(strip, at) * 100}%` }}
        >
          {minuteLabel(minute(at))}
        </span>
      ))}
    </div>
  );
}

/** Keeps the slider's width, CSS pixels: to ask for it between two writes would lay the page out once more. */
function useWidth(of: { readonly current: HTMLElement | null }, width: { current: number }): void {
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    width.current = element.clientWidth;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      width.current = entry.contentRect.width;
      uncover(element, width.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [of, width]);
}

/** Paints when the line, the size, the pixel ratio or the theme changes. */
function useCanvas(canvas: { readonly current: HTMLCanvasElement | null }, strip: Snapshot | undefined): void {
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const paint = (): void => paintStrip(element, strip, readTheme());
    // Tells of the first size, too.
    const observer = new ResizeObserver(paint);
    observer.observe(element);
    const stopTheme = onThemeChange(paint);
    const end = new AbortController();
    onPixelRatio(paint, end.signal);
    return () => {
      observer.disconnect();
      stopTheme();
      end.abort();
    };
  }, [canvas, strip]);
}
