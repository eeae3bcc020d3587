/** The import's report as lines of text. */

import { expiryLabel } from "#contract/domain/instruments.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import type {
  DailyReport,
  DayReport,
  DayStatus,
  FileReport,
  ImportReport,
  ReferenceReport,
  Reject,
  Span,
} from "./import-report.ts";
import { count, plural } from "./words.ts";

/** Rejects that are shown of a file unless all are asked for. */
const SHOWN_REJECTS = 20;

export function reportLines({ files, days, daily, reference, refilled }: ImportReport, allRejects = false): string[] {
  return [
    ...files.flatMap((file) => fileLines(file, allRejects)),
    ...reference.flatMap(referenceLines),
    ...daily.flatMap(dailyLines),
    ...days.flatMap(dayLines),
    ...refilled.map(({ date, from, rows }) =>
      rows === undefined
        ? `${date} (import): its previous close and OI would be taken from ${from} anew`
        : `${date} (import): previous close or OI of ${plural(rows, "contract")} filled anew from ${from}`,
    ),
  ];
}

const at = (value: number): string => minuteLabel(minute(value));
const span = ({ from, to }: Span): string => (from === to ? at(from) : `${at(from)}-${at(to)}`);

function fileLines(file: FileReport, allRejects: boolean): string[] {
  const lines = [`${file.name}: ${file.format ?? "not imported"}`];
  if (file.lines > 0 || file.error === undefined) {
    lines.push(
      `  ${plural(file.lines, "row")} read, ${count(file.imported)} imported, ${count(file.rejected)} rejected${passedText(file)}`,
    );
  }
  if (file.isList && file.rejected > 0) lines.push("  (a list in JSON: its first item is line 2)");
  const runs = runsOf(file.rejects);
  const shown = allRejects ? runs : runs.slice(0, SHOWN_REJECTS);
  for (const run of shown) lines.push(`    ${file.path}: ${runText(run)}: ${run.reason}`);
  const told = shown.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (file.rejected > told) {
    const hint = !allRejects && runs.length > shown.length ? " (--all-rejects lists them)" : "";
    lines.push(`    and ${count(file.rejected - told)} more${hint}`);
  }
  if (file.error !== undefined) lines.push(`  FAILED: ${file.error}`);
  return lines;
}

const passedText = ({ passed }: FileReport): string =>
  passed === 0 ? "" : `, ${count(passed)} about what is not shown (other segments and exchanges)`;

interface RejectRun extends Span {
  readonly reason: string;
}

/** Lines that follow each other and fail for one reason are told once. */
function runsOf(rejects: readonly Reject[]): RejectRun[] {
  const runs: RejectRun[] = [];
  for (const { line, reason } of rejects) {
    const last = runs.at(-1);
    if (last !== undefined && last.to + 1 === line && last.reason === reason)
      runs[runs.length - 1] = { ...last, to: line };
    else runs.push({ from: line, to: line, reason });
  }
  return runs;
}

const runText = ({ from, to }: Span): string =>
  from === to ? `line ${from}` : `lines ${from} to ${to} (${plural(to - from + 1, "row")})`;

/** Differences that are shown of a file. */
const SHOWN_DIFFERENCES = 10;

function referenceLines(report: ReferenceReport): string[] {
  if (report.error !== undefined) return [`${report.file}: FAILED: ${report.error}`];
  const { file, target, rows, added, replaced, differences, isDryRun } = report;
  const outcome = `${count(added)} new, ${count(replaced)} changed, ${count(rows - added - replaced)} as they were`;
  const more = differences.length - SHOWN_DIFFERENCES;
  return [
    `${file}: ${plural(rows, "row")} ${isDryRun ? "would go" : "went"} to ${target}: ${outcome}`,
    ...differences.slice(0, SHOWN_DIFFERENCES).map((difference) => `  ${difference}`),
    ...(more > 0 ? [`  and ${plural(more, "more difference")} from the built-in tables`] : []),
  ];
}

function dailyLines(report: DailyReport): string[] {
  const { file, from, to, days, newDays, underlyings, contracts, replaced, unchanged, outranked, unknownLots } = report;
  if (report.error !== undefined) return [`${file}: end-of-day figures FAILED: ${report.error}`];
  const when = from === to ? from : `${from} to ${to}`;
  const lines = [
    `${file}: end-of-day figures of ${plural(days, "day")} (${when})${report.isDryRun ? ", not written (dry run)" : ""}`,
    `  ${plural(contracts, "contract")} and ${plural(underlyings, "underlying")}; ${plural(newDays, "day")} without any before`,
  ];
  if (unchanged > 0) lines.push(`  ${plural(unchanged, "figure")} as they were`);
  if (replaced > 0) lines.push(`  ${plural(replaced, "figure")} of earlier imports replaced by others`);
  if (outranked > 0) lines.push(`  ${plural(outranked, "figure")} not taken: those of a better source stay`);
  if (unknownLots.length > 0) lines.push(`  no volume, as the lot is not known: ${unknownLots.join(" ")}`);
  return lines;
}

function dayLines(day: DayReport): string[] {
  const lines = [`${day.date} (import): ${day.status}`];
  if (day.wouldBe !== undefined) lines.push(`  ${WOULD_BE[day.wouldBe]}`);
  for (const { room, before, after } of day.replaces) {
    const old = before === undefined ? "a damaged one" : `the one of ${plural(before, "minute")}`;
    lines.push(`  ${room} of ${plural(after, "minute")} ${day.wouldBe ? "would replace" : "replaces"} ${old}`);
  }
  if (day.error !== undefined) lines.push(`  FAILED: ${day.error}`);
  const points = day.session.to - day.session.from + 1;
  lines.push(
    `  ${plural(day.minutes, "minute")}, ${span(day.covered)} of the session ${span(day.session)} (${points} points), one every ${plural(day.cadence, "minute")}`,
    `  gaps: ${day.gaps.length === 0 ? "none" : `${day.gaps.length}: ${day.gaps.map(gapText).join(", ")}`}`,
  );
  lines.push(...day.notes.map((note) => `  ${note}`));
  lines.push(...contractLines(day));
  if (day.kept > 0) lines.push(`  ${plural(day.kept, "room")} of earlier imports kept`);
  if (day.bytes > 0)
    lines.push(`  ${plural(day.rooms.length + day.kept, "room")}, ${(day.bytes / 1e6).toFixed(2)} MB in the archive`);
  return lines;
}

const WOULD_BE: Readonly<Record<DayStatus, string>> = {
  new: "it would be a new day",
  replaced: "it would change the archived day",
  unchanged: "it is archived already: nothing would change",
  "not written (dry run)": "",
  failed: "",
};

const gapText = (gap: Span): string =>
  gap.from === gap.to ? span(gap) : `${span(gap)} (${gap.to - gap.from + 1} minutes)`;

function contractLines({ rooms, minutes }: DayReport): string[] {
  const symbols = [...new Set(rooms.map(({ symbol }) => symbol))];
  return symbols.map((symbol) => {
    const ofSymbol = rooms.filter((room) => room.symbol === symbol);
    const total = ofSymbol.reduce((sum, room) => sum + room.contracts, 0);
    const each = ofSymbol.map(({ expiry, contracts }) => `${expiryLabel(expiry)} ${expiry.slice(0, 4)}: ${contracts}`);
    const most = Math.max(...ofSymbol.map((room) => room.minutes));
    const fewer = most < minutes ? `, ${count(most)} of the ${plural(minutes, "minute")}` : "";
    return `  ${symbol}: ${plural(total, "contract")} in ${plural(ofSymbol.length, "expiry", "expiries")} (${each.join(", ")})${fewer}`;
  });
}
