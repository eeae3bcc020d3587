import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";

interface LotButtonProps {
  readonly inLots: boolean;
  readonly onChange: (inLots: boolean) => void;
  /** Nothing that is shown is counted in units. */
  readonly disabled?: boolean;
}

/** 'Lot', pressed 'Lot-X': figures count in units or in lots. */
export const LotButton = ({ inLots, onChange, disabled = false }: LotButtonProps): ReactNode => (
  <Button
    size="header"
    aria-pressed={inLots}
    disabled={disabled}
    title={inLots ? "Count in units" : "Count in lots"}
    onClick={() => onChange(!inLots)}
  >
    {inLots ? "Lot-X" : "Lot"}
  </Button>
);
