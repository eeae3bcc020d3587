import { type ReactNode, useMemo } from "react";
import { RANGES } from "#contract/worker/strategy-pane.ts";
import { fieldOf } from "../../kit/pane/stored-shape.ts";
import { choice, count, flag, SettingsDialog } from "../../kit/settings/SettingsDialog.tsx";
import { builder } from "./pane.ts";

const MOST_LOTS = 10_000;
const OI_TYPES = [
  { value: "oi", label: "OI" },
  { value: "changeInOI", label: "Change in OI" },
] as const;
const RANGE_OPTIONS = RANGES.map((value) => ({ value, label: String(value) }));

/** The builder's settings: what the payoff shows besides its lines, how far it reaches, and the lots of a press. */
export function BuilderSettings(): ReactNode {
  const { settingsAtom } = builder.use();
  const fields = useMemo(
    () => [
      flag(fieldOf(settingsAtom, "standardDeviation"), "Standard Deviation"),
      flag(fieldOf(settingsAtom, "openInterest"), "Open Interest(Beta)"),
      choice(fieldOf(settingsAtom, "openInterestType"), "OI shown", OI_TYPES),
      flag(fieldOf(settingsAtom, "strikeText"), "Show Strike Text"),
      flag(fieldOf(settingsAtom, "dataText"), "Show OI Data Text"),
      choice(fieldOf(settingsAtom, "payOffRange"), "PayOff Strike Range", RANGE_OPTIONS),
      count(fieldOf(settingsAtom, "minimumlot"), "Minimum Lot", { min: 1, max: MOST_LOTS }),
    ],
    [settingsAtom],
  );
  return <SettingsDialog fields={fields} />;
}
