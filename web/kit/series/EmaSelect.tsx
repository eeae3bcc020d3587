import type { ReactNode } from "react";
import { Select } from "../../components/controls/Select.tsx";
import { isOneOf } from "../pane/stored-shape.ts";

/** The periods offered, in points of the line. */
const EMA_PERIODS = [3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 21] as const;
export type EmaPeriod = (typeof EMA_PERIODS)[number];
export const DEFAULT_EMA_PERIOD: EmaPeriod = 10;
export const isEmaPeriod = isOneOf(EMA_PERIODS);

const OPTIONS = EMA_PERIODS.map((period) => ({ value: period, label: `${period}` }));

interface EmaSelectProps {
  readonly period: EmaPeriod;
  readonly onChange: (period: EmaPeriod) => void;
}

/** 'Ema:' */
export const EmaSelect = ({ period, onChange }: EmaSelectProps): ReactNode => (
  <Select label="Ema:" prefix="Ema:" options={OPTIONS} value={period} onChange={onChange} />
);
