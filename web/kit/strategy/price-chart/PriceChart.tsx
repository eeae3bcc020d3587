import { atom, useAtomValue } from "jotai";
import { type ReactNode, useMemo, useRef } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { ChartData, ChartSpec } from "../../../charts/chart-spec.ts";
import { pane as legPrices } from "../../../components/leg-prices/pane.ts";
import type { Snapshot as LegPrices, LegPricesLine, Params } from "../../../components/leg-prices/snapshot.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import { createStateAtom, type PaneElement, type PaneState, usePane } from "../../../state/pane/pane.ts";
import { usePriceFormats } from "../../pane/figures/use-decimals.ts";
import { PaneChart } from "../../pane/PaneChart.tsx";
import { useSnapshotSource } from "../../pane/snapshot-source.ts";
import { plainTick } from "../../series/price-axis.ts";
import { seriesData } from "../../series/series-data.ts";
import { setValue } from "../legs/book.ts";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";

const LINES: readonly LegPricesLine[] = ["price", "vwap"];

const dataOf = ({ series, date }: LegPrices): ChartData => seriesData(series, LINES, { note: dayWords(date) });

const currentOf = ({ snapshot }: PaneState<StrategySnapshot>): number => {
  const legs = (snapshot?.valuation.legs ?? []).filter(({ isExpired }) => !isExpired);
  return setValue(legs, (_, index) => legs[index]?.price ?? Number.NaN);
};
const hasFutureLeg = ({ snapshot }: PaneState<StrategySnapshot>): boolean =>
  snapshot?.valuation.legs.some(({ type }) => type === "FUT") ?? false;

/** What all legs that have not expired cost together through the day, beside their average price. */
export function PriceChart(): ReactNode {
  const pane = useStrategy();
  const { price } = usePriceFormats(pane);
  const held = useAtomValue(pane.livingAtom);
  const current = useSlowFact(pane.stateAtom, currentOf);
  const hasFuture = useSlowFact(pane.stateAtom, hasFutureLeg);
  const stateAtom = useMemo(() => createStateAtom<LegPrices>("leg-prices.state"), []);
  const paramsAtom = useMemo(() => atom((get): Params => ({ legs: get(pane.livingAtom) })), [pane]);
  const root = useRef<PaneElement>(null);
  usePane(legPrices, { contextAtom: pane.contextAtom, paramsAtom, stateAtom }, root);
  const source = useSnapshotSource({ stateAtom }, dataOf);
  const spec = useMemo(
    (): ChartSpec => ({
      x: { kind: "minute" },
      y: { format: plainTick, unit: "Price" },
      series: [
        { kind: "line", id: "price", label: "Combined Price", colour: "accent", format: price.text, tag: "solid" },
        {
          kind: "line",
          id: "vwap",
          label: "Combined vwap",
          colour: "s2",
          width: 1,
          format: price.text,
          tag: "outline",
        },
      ],
    }),
    [price],
  );
  return (
    <section ref={root} className={common["fill"]} aria-label="Price chart">
      <PaneChart
        pane={pane}
        spec={spec}
        source={source}
        isLinked
        label="Price of all legs through the day"
        heading="Price by Time"
        controls={
          <span className={common["quiet"]}>
            {`Entry Value : ${price.text(setValue(held, ({ entry }) => entry))}  Current Value : ${price.text(current)}`}
          </span>
        }
        emptyText={hasFuture ? "Options alone have a combined price" : "The legs have no prices on this day"}
      />
    </section>
  );
}
