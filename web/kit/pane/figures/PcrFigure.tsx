import type { ReactNode } from "react";
import { HeaderFigure } from "../../../components/header/HeaderFigure.tsx";
import { toned } from "../../../components/tone.ts";
import { formats } from "../../../format/format.ts";

interface PcrFigureProps {
  readonly label?: string;
  readonly pcr: number | undefined;
  /** Whole per cent against the previous day. */
  readonly change: number | undefined;
}

/** 'PCR : 0.62 (−32%)', green where it rose against the previous day, red where it fell. */
export const PcrFigure = ({ label = "PCR", pcr = Number.NaN, change = Number.NaN }: PcrFigureProps): ReactNode => (
  <HeaderFigure
    label={label}
    value={formats.price.text(pcr)}
    room="(−100%)"
    {...toned(change, `(${formats.signedWholePercent.text(change)})`)}
  />
);
