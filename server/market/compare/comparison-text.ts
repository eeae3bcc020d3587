/** A comparison as lines of text, and as plain data for machines. */
import type { Comparison } from "./compare.ts";
import { GROUPS } from "./fact.ts";
import { type ComparedFact, MANY_DAYS, type Spread } from "./verdict.ts";

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

const spread = ({ days, median, low, high }: Spread): string =>
  days === 0 ? "-" : days === 1 ? figure(median) : `${figure(median)} (${figure(low)}..${figure(high)})`;

const HEADER = ["", "recorded", "simulated", "may lie in", ""] as const;

const rowOf = ({ fact, recorded, simulated, band, verdict }: ComparedFact): string[] => [
  fact.name,
  spread(recorded),
  spread(simulated),
  `${figure(band.low)}..${figure(band.high)}`,
  verdict === "inside" ? "inside" : verdict.toUpperCase(),
];

function tableLines(title: string, facts: readonly ComparedFact[]): string[] {
  const rows = [[...HEADER], ...facts.map(rowOf)];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join("  ")}`.trimEnd());
  return ["", title, ...lines];
}

export function comparisonLines(comparison: Comparison, seeds: string): string[] {
  const { facts, rooms, spotDays, refused } = comparison;
  const lines = [
    `${rooms.length} recorded rooms (${rooms.join(", ")})${spotDays > 0 ? ` and ${spotDays} days of the spot` : ""},`,
    `beside the simulated exchange on the same days, seeds ${seeds}. Median of the days (lowest..highest day).`,
    `A simulated median may lie among the recorded days, widened by the fact's tolerance (levels: 30 %); with ${MANY_DAYS}`,
    "recorded days or more, in their middle half.",
  ];
  for (const group of GROUPS) {
    const some = facts.filter(({ fact }) => fact.group === group);
    for (const kind of new Set(some.map((entry) => entry.kind))) {
      lines.push(
        ...tableLines(
          `${group}: ${kind}`,
          some.filter((entry) => entry.kind === kind),
        ),
      );
    }
  }
  if (refused.length > 0) lines.push("", "not compared:", ...refused.map((why) => `  ${why}`));
  const outside = facts.filter(({ verdict }) => verdict !== "inside").length;
  lines.push("", `${facts.length} facts, ${outside} outside`);
  return lines;
}

export const comparisonData = ({ facts, rooms, spotDays, refused }: Comparison) => ({
  rooms,
  spotDays,
  refused,
  facts: facts.map(({ fact, kind, recorded, simulated, band, verdict }) => ({
    group: fact.group,
    kind,
    fact: fact.name,
    recorded,
    simulated,
    band,
    verdict,
  })),
});
