/** The fifteen sector boxes in their five columns. */
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { SECTOR_LISTS } from "#contract/domain/reference/sectors.ts";
import { KEY, type Measure, NAME } from "#contract/worker/futures-row.ts";
import { smallFutureColumns } from "../../kit/futures/future-columns.ts";
import { useFutureTrade } from "../../kit/pane/trade/use-future-trade.ts";
import { defineTable } from "../../kit/table/define-table.ts";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { partOf } from "../../kit/table/table-part.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./advance-decline.module.css";
import { MovesBar } from "./MovesBar.tsx";
import { board } from "./pane.ts";
import type { Box, Sector, Snapshot } from "./snapshot.ts";

const COLUMNS: readonly (readonly Sector[])[] = [
  ["BANK", "AUTO", "PHARMA", "REALTY"],
  ["INFRASTRUCTURE", "PSU BANK", "METAL"],
  ["FINANCIAL SERVICES", "ENERGY", "FMCG"],
  ["PRIVATE BANK", "CONSUMPTION"],
  ["COMMODITIES", "MEDIA", "IT"],
];

interface Look {
  readonly by: Measure;
  readonly hasAnalysis: boolean;
  readonly hasWords: boolean;
  /** Only names with the letters that are looked for are shown. */
  readonly isFinding: boolean;
}

/** Below this the words of build-ups have no room beside the figures: the boxes show codes. */
const WORDS_WIDTH = 1600;

const tableOf = (sector: Sector) =>
  defineTable<Box, Look>({
    label: sector,
    keySlot: KEY,
    nameSlot: NAME,
    columns: (look) => smallFutureColumns({ ...look, isUnderlined: false, sortable: true }),
    groups: ({ hasAnalysis }, lead) => [
      { id: "sector", from: "name", to: hasAnalysis ? "analysis" : "volume", content: lead },
    ],
    empty: ({ isFinding }) => (isFinding ? "None of that name" : "No futures of this sector in the selected expiry"),
  });

const TABLES = new Map(COLUMNS.flat().map((sector) => [sector, tableOf(sector)]));

export function Boxes(): ReactNode {
  const pane = board.use();
  const by = useAtomValue(pane.sortAtom);
  const hasAnalysis = useAtomValue(pane.hasAnalysisAtom);
  const hasWords = !useNarrow(WORDS_WIDTH);
  const isFinding = useAtomValue(pane.findAtom) !== "";
  const look = useMemo((): Look => ({ by, hasAnalysis, hasWords, isFinding }), [by, hasAnalysis, hasWords, isFinding]);
  return (
    <div className={styles["board"]}>
      {COLUMNS.map((sectors) => (
        <div key={sectors[0]} className={styles["column"]}>
          {sectors.map((sector) => (
            // A longer list has more height.
            <div key={sector} className={styles["box"]} style={{ flexGrow: SECTOR_LISTS[sector].length }}>
              <SectorBox sector={sector} look={look} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface SectorBoxProps {
  readonly sector: Sector;
  readonly look: Look;
}

function SectorBox({ sector, look }: SectorBoxProps): ReactNode {
  const pane = board.use();
  const trade = useFutureTrade(pane);
  const lead = useMemo(() => <Lead sector={sector} />, [sector]);
  const part = useMemo(
    () =>
      partOf(
        pane.stateAtom,
        ({ boxes }: Snapshot) => boxes.find((box) => box.sector === sector),
        pane.sortings.get(sector),
      ),
    [pane, sector],
  );
  const table = TABLES.get(sector);
  if (!table) return undefined;
  return <TablePane table={table} pane={part} look={look} lead={lead} turnsLetter onTrade={trade} tradeColumn="name" />;
}

/** The sector's name, how many rose and fell; nothing of that before there are figures. */
function Lead({ sector }: { readonly sector: Sector }): ReactNode {
  const countsOf = useCallback(
    ({ snapshot }: PaneState<Snapshot>) => {
      if (!snapshot) return undefined;
      const { advances = 0, declines = 0 } = snapshot.boxes.find((box) => box.sector === sector) ?? {};
      return { advances, declines };
    },
    [sector],
  );
  const counts = useSlowFact(board.use().stateAtom, countsOf);
  if (!counts) return <strong>{sector}</strong>;
  const { advances, declines } = counts;
  return (
    <>
      <strong>{sector}</strong>
      <span className={styles["counts"]} data-counts={sector} title={`${advances} advances, ${declines} declines`}>
        <span data-tone="up">{advances}</span>
        <MovesBar advances={advances} declines={declines} />
        <span data-tone="down">{declines}</span>
      </span>
    </>
  );
}
