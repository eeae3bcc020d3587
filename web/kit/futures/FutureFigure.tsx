import type { Atom } from "jotai";
import type { ReactNode } from "react";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { toned } from "../../components/tone.ts";
import { movedText } from "../../format/moved-text.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { usePriceFormats } from "../pane/figures/use-decimals.ts";

/** Rupees; NaN where it is not known. */
interface Priced {
  readonly price: number;
  readonly previousClose: number;
}

const priceOf = ({ snapshot }: PaneState<Priced>) => ({
  price: snapshot?.price ?? Number.NaN,
  previousClose: snapshot?.previousClose ?? Number.NaN,
});

/** 'Future : 24,207.05 −5.75 (−0.02%)'. */
export function FutureFigure({ pane }: { readonly pane: { readonly stateAtom: Atom<PaneState<Priced>> } }): ReactNode {
  const { price, previousClose } = useSlowFact(pane.stateAtom, priceOf);
  const { price: format, signed } = usePriceFormats(pane);
  const moved = price - previousClose;
  const change = toned(moved, movedText(signed, moved, previousClose));
  return <HeaderFigure label="Future" value={format.text(price)} {...change} />;
}
