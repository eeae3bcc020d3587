import type { ReactNode } from "react";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";

/** Why basis and carry are '-': the day has no spots of the whole market, as days that were recorded without them. */
export function SpotsFigure({ isMissing }: { readonly isMissing: boolean }): ReactNode {
  if (!isMissing) return undefined;
  return <HeaderFigure label="Basis" value="-" change="no spots on this day" />;
}
