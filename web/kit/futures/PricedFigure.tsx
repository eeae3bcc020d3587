import type { ReactNode } from "react";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";

interface PricedFigureProps {
  readonly priced: number;
  readonly futures: number;
}

/** How many of the listed futures have a price, where not all do: a feed may carry fewer instruments than are listed. */
export function PricedFigure({ priced, futures }: PricedFigureProps): ReactNode {
  if (!(priced < futures)) return undefined;
  return <HeaderFigure label="Priced" value={`${priced} of ${futures}`} />;
}
