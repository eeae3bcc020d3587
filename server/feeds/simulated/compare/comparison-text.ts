/** A comparison as lines of text, and as plain data for machines. */
import type { Comparison } from "./compare.ts";
import { GROUPS } from "./fact.ts";
import { type Family, FURTHER, type Share } from "./families.ts";
import { MOST_SPREADS } from "./spread.ts";
import { type ComparedFact, MANY_DAYS, type Summary } from "./verdict.ts";

const figure = (value: number): string => {
  if (Number.isNaN(value)) return "-";
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
  return size >= 1e7
    ? value.toPrecision(4)
    : value
        .toFixed(digits)
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "");
};

const days = ({ days: count, median, low, high }: Summary): string =>
  count === 0 ? "-" : count === 1 ? figure(median) : `${figure(median)} (${figure(low)}..${figure(high)})`;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const share = ({ outside, of }: Share): string => (of === 0 ? "-" : `${outside} of ${of}, ${percent(outside / of)}`);

const FACT_HEADER = ["", "recorded", "days", "simulated", "may lie in", "spreads off", ""] as const;

const factRow = ({ fact, recorded, simulated, band, far, verdict }: ComparedFact): string[] => [
  fact.name,
  days(recorded),
  String(recorded.days),
  days(simulated),
  `${figure(band.low)}..${figure(band.high)}`,
  figure(Math.round(far * 10) / 10),
  verdict === "inside" ? "inside" : verdict.toUpperCase(),
];

const FAMILY_HEADER = ["", "facts", "recorded days", "simulated days", "at most", "furthest", "may be", ""] as const;

const familyRow = ({
  group,
  facts,
  recorded,
  simulated,
  allowed,
  furthest,
  isHeldToAll,
  isInside,
}: Family): string[] => [
  group,
  String(facts),
  share(recorded),
  share(simulated),
  `${percent(allowed)}${isHeldToAll ? " (of all rooms)" : ""}`,
  furthest.simulated.toFixed(1),
  furthest.allowed.toFixed(1),
  isInside ? "inside" : "OUTSIDE",
];

function tableLines(title: string, header: readonly string[], body: readonly string[][]): string[] {
  const rows = [[...header], ...body];
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join("  ")}`.trimEnd());
  return ["", title, ...lines];
}

export function comparisonLines(comparison: Comparison, seeds: string): string[] {
  const { facts, families, rooms, spotDays, unlisted, refused } = comparison;
  const lines = [
    `${rooms.length} recorded rooms (${rooms.join(", ")})${spotDays > 0 ? ` and ${spotDays} days of the spot` : ""},`,
    `beside the simulated exchange on the same days, seeds ${seeds}. Median of the days (lowest..highest day).`,
    `A simulated median may lie within ${MOST_SPREADS} spreads of the recorded days; with ${MANY_DAYS} days or more, in their middle half.`,
  ];
  for (const group of GROUPS) {
    const some = facts.filter(({ fact }) => fact.group === group);
    for (const kind of new Set(some.map((entry) => entry.kind))) {
      const body = some.filter((entry) => entry.kind === kind).map(factRow);
      lines.push(...tableLines(`${group}: ${kind}`, FACT_HEADER, body));
    }
  }
  if (unlisted.length > 0) lines.push("", `not simulated: ${unlisted.length} recorded rooms, ${unlisted.join(", ")}`);
  if (refused.length > 0) lines.push("", "not compared:", ...refused.map((why) => `  ${why}`));
  lines.push(...tableLines("single days outside the spread of the others", FAMILY_HEADER, families.map(familyRow)));
  lines.push(
    "  Recorded days: each left out and set beside the others. Simulated days: each in its place, beside the same others.",
    `  Furthest: spreads between a simulated median and the recorded days, at most ${FURTHER} x the furthest recorded day's.`,
  );
  const outside = facts.filter(({ verdict }) => verdict !== "inside").length;
  lines.push("", `${facts.length} facts, the simulated median of ${outside} outside`);
  return lines;
}

export const comparisonData = ({ facts, families, rooms, spotDays, unlisted, refused }: Comparison) => ({
  rooms,
  spotDays,
  unlisted,
  refused,
  families,
  facts: facts.map(({ fact, kind, recorded, simulated, band, far, verdict }) => ({
    group: fact.group,
    kind,
    fact: fact.name,
    recorded,
    simulated,
    band,
    // JSON knows no NaN.
    spreadsOff: Number.isNaN(far) ? undefined : far,
    verdict,
  })),
});
