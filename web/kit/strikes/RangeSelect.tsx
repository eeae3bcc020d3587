import type { ReactNode } from "react";
import { Select } from "../../components/controls/Select.tsx";
import { RANGE_ALL, RANGE_CUSTOM } from "./ranges.ts";

interface RangeSelectProps {
  /** The ranges offered, such as 0 to 10, `RANGE_ALL` and `RANGE_CUSTOM`. */
  readonly ranges: readonly number[];
  readonly range: number;
  /** What the range by hand is called. */
  readonly custom?: string | undefined;
  readonly onChange: (range: number) => void;
}

const words = (range: number, custom: string): string =>
  range === RANGE_ALL ? "All" : range === RANGE_CUSTOM ? custom : String(range);

/** 'Range:', 'Rng' in a narrow window. */
export function RangeSelect({ ranges, range, custom = "Custom", onChange }: RangeSelectProps): ReactNode {
  return (
    <Select
      label="Range:"
      prefix="Range:"
      shortPrefix="Rng"
      options={ranges.map((one) => ({ value: one, label: words(one, custom) }))}
      value={range}
      onChange={onChange}
    />
  );
}
