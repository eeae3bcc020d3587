import type { ReactNode } from "react";
import { HV_WINDOWS, type HvWindow } from "#contract/domain/snapshots/volatility-lines.ts";
import { Select } from "../../components/controls/Select.tsx";

const OPTIONS = HV_WINDOWS.map((days) => ({ value: days, label: `${days}` }));

interface HvWindowSelectProps {
  readonly window: HvWindow;
  readonly onChange: (window: HvWindow) => void;
}

/** 'HV Day Range': trading days that a historical volatility looks back. */
export function HvWindowSelect({ window, onChange }: HvWindowSelectProps): ReactNode {
  return <Select label="HV Day Range" prefix="HV Day Range" options={OPTIONS} value={window} onChange={onChange} />;
}
