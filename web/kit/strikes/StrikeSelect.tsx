import { type ReactNode, useMemo } from "react";
import { Select } from "../../components/Select.tsx";
import { strikeText } from "../../format/strike-text.ts";

interface StrikeSelectProps {
  /** Accessible name; seen before the value as well, unless `hasPrefix` is false. */
  readonly label: string;
  readonly hasPrefix?: boolean;
  /** Rupees, ascending. */
  readonly strikes: ArrayLike<number>;
  /** Rupees; NaN while it is not known. */
  readonly strike: number;
  readonly onChange: (strike: number) => void;
  /** Why it cannot be changed; absent: it can. */
  readonly fixed?: string | undefined;
}

/** One strike of the chain. */
export function StrikeSelect(props: StrikeSelectProps): ReactNode {
  const { label, hasPrefix = true, strikes, strike, onChange, fixed } = props;
  const options = useMemo(
    () => Array.from(strikes, (one) => ({ value: String(one), label: strikeText(one) })).reverse(),
    [strikes],
  );
  return (
    <Select
      label={label}
      {...(hasPrefix ? { prefix: label } : {})}
      options={options}
      value={String(strike)}
      onChange={(value) => onChange(Number(value))}
      disabled={fixed !== undefined || options.length === 0}
      title={fixed ?? label}
    />
  );
}
