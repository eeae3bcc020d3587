import type { ReactNode } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import { weekday } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { type CellFormat, formats, timeFormat } from "../../format/format.ts";
import type { MissingDay, Rows } from "./blocks.ts";
import styles from "./weekly-monthly-oi.module.css";

export interface Column {
  readonly date: IsoDate;
  readonly rows: Rows;
  /** The day is not over. */
  readonly isRunning: boolean;
  /** Expiries without figures. */
  readonly lacking: number;
}

interface WeekBlockProps {
  readonly columns: readonly Column[];
  readonly week: Rows;
  readonly total: Rows;
  readonly missing: readonly MissingDay[];
  /** The greatest figure of a day, and of a week: what the bars are drawn against. */
  readonly scales: { readonly day: number; readonly week: number };
  readonly since: IsoDate | undefined;
  readonly until: number;
  readonly pending: number;
  readonly isFirst: boolean;
  /** The one that is looked at first. */
  readonly isLast: boolean;
  /** Build-ups as codes. */
  readonly isShort: boolean;
}

/** Columns of days that a block has room for. */
const DAYS = 5;
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** Up or down is the price. Those of hollow ones are smaller, as half of a stroke is outside its path. */
const MARKS = {
  longBuild: "M0 7h8L4 0z",
  shortBuild: "M0 0h8L4 7z",
  longUnwind: "M1 .6h6L4 5.900z",
  shortCover: "M1 6.400h6L4 1.100z",
} as const;

const ROWS = [
  { id: "longBuild", word: "Long Build", short: "LB", weekly: "Weekly Long Build" },
  { id: "shortBuild", word: "Short Build", short: "SB", weekly: "Weekly Short Build" },
  { id: "longUnwind", word: "Long Unwind", short: "LU", weekly: "Weekly Long Unwind" },
  { id: "shortCover", word: "Short Cover", short: "SC", weekly: "Weekly Short cover" },
  { id: "total", word: "Total Long", short: "Total Long", weekly: "Weekly Total Long" },
  { id: "total", word: "Total Short", short: "Total Short", weekly: "Weekly Total Short" },
] as const;

const LAKH = 1e5;
/** No day of the future comes to a lakh, as on BSE: in lakh little would be left of its figures. */
const isSmall = ({ scales }: WeekBlockProps): boolean => scales.day < LAKH;

/** One week: a column a day, the week, and what it has come to since the first week shown. */
export function WeekBlock(props: WeekBlockProps): ReactNode {
  const { columns, week, total, missing, scales, isShort } = props;
  const from = columns[0]?.date;
  const to = columns.at(-1)?.date;
  if (from === undefined || to === undefined) return undefined;
  const free = Array.from({ length: Math.max(0, DAYS - columns.length) }, (_, i) => missing[i]);
  const format = isSmall(props) ? formats.signedWhole : formats.signedLakh;
  const name = from === to ? expiryLabel(from) : `${expiryLabel(from)} to ${expiryLabel(to)}`;
  return (
    <div className={styles["block"]}>
      <table className={styles["week"]} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {columns.map(({ date, isRunning }) => (
              <th key={date} scope="col" data-running={isRunning || undefined}>
                <span className={styles["weekday"]}>{WEEKDAYS[weekday(date)]}</span> {expiryLabel(date)}
              </th>
            ))}
            {free.map((day, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: places without a day
              <td key={i} className={styles["free"]}>
                {day && `${expiryLabel(day.date)}: ${day.why}`}
              </td>
            ))}
            <th scope="col" colSpan={2} className={styles["weekHead"]}>
              Weekly
            </th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ id, word, short, weekly }, i) => (
            <tr key={word} data-row={id}>
              <th scope="row">
                {id === "total" ? undefined : (
                  <svg className={styles["mark"]} viewBox="0 0 8 7" aria-hidden="true">
                    <path d={MARKS[id]} />
                  </svg>
                )}
                {isShort ? short : word}
              </th>
              {columns.map(({ date, rows, isRunning }) => (
                <Figure key={date} value={rows[i]} format={format} scale={scales.day} isRunning={isRunning} />
              ))}
              {free.map((_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places without a day
                <td key={place} />
              ))}
              <th scope="row" className={styles["weekHead"]}>
                {weekly}
              </th>
              <Figure value={week[i]} format={format} scale={scales.week} />
              <Figure value={total[i]} format={format} />
            </tr>
          ))}
        </tbody>
      </table>
      <Notes {...props} />
    </div>
  );
}

interface FigureProps {
  readonly value: number | undefined;
  readonly format: CellFormat;
  /** What a bar as wide as its room is; without it there is no bar. */
  readonly scale?: number;
  readonly isRunning?: boolean;
}

function Figure({ value = Number.NaN, format, scale, isRunning = false }: FigureProps): ReactNode {
  const text = format.text(value);
  const share = scale === undefined || !(scale > 0) ? 0 : Math.abs(value) / scale || 0;
  return (
    <td data-running={isRunning || undefined} data-negative={text.startsWith("−") || undefined}>
      <span className={styles["cell"]}>
        {scale === undefined ? undefined : (
          <span className={styles["room"]}>
            <span className={styles["bar"]} style={{ width: `${share * 100}%` }} hidden={share === 0} />
          </span>
        )}
        <span className={styles["figure"]}>{text}</span>
      </span>
    </td>
  );
}

/** What has to be said of a week: its unit, days that are on their way, and figures that are not whole. */
function Notes(props: WeekBlockProps): ReactNode {
  const { columns, missing, since, until, pending, isFirst, isLast } = props;
  const running = columns.find(({ isRunning }) => isRunning);
  const lacks = [...new Set(columns.map(({ lacking }) => lacking))].filter((lacking) => lacking > 0);
  const notes = [
    ...lacks.map((count) => {
      const days = columns.filter(({ lacking }) => lacking === count).map(({ date }) => expiryLabel(date));
      return `Without ${count} of the expiries listed then: ${days.join(", ")}.`;
    }),
    ...(running ? [`${expiryLabel(running.date)}: the day so far, to ${timeFormat.text(until)}.`] : []),
  ];
  const awaited = pending > 0 ? missing.filter(({ why }) => why === "no figures") : [];
  return (
    <p className={styles["notes"]}>
      {isLast
        ? `All figures in ${isSmall(props) ? "units" : "lakh"}. Every third recorded minute is compared with the one before; its change in OI goes to one of four buckets. `
        : ""}
      {isLast && pending > 0 ? `${pending} more days are being made. ` : ""}
      {awaited.map(
        ({ date }) => `${expiryLabel(date)}: the day is being made; week and total leave it out until then. `,
      )}
      {notes.join(" ")}
      {isFirst && since !== undefined ? <span>Running since {expiryLabel(since)}</span> : undefined}
    </p>
  );
}
