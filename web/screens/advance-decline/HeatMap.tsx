/** Stock futures as a map: a tile's area is the value of its open interest, its colour the change of price. */
import { useAtomValue } from "jotai";
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { sectorOf } from "#contract/domain/reference/sectors.ts";
import { formats } from "../../format/format.ts";
import { useChooseSymbol } from "../../kit/pane/use-choose-symbol.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./advance-decline.module.css";
import { board } from "./pane.ts";
import type { Snapshot, Tile } from "./snapshot.ts";
import { type Box, squarify } from "./squarify.ts";

/** Room of a sector's name, CSS pixels. */
const HEAD = 16;
/** Changes from which a colour is a step stronger, per cent. */
const STEPS = [0.1, 0.5, 1, 2, 3] as const;

const NO_TILES: readonly Tile[] = [];
const tilesOf = ({ snapshot }: PaneState<Snapshot>): readonly Tile[] => snapshot?.tiles ?? NO_TILES;
const minuteOf = ({ clock, context }: PaneState<Snapshot>): string =>
  `${clock?.date} ${Math.floor(clock?.minute ?? 0)} ${context?.exchange} ${context?.futureExpiry}`;

interface Placed extends Box {
  readonly name: string;
}
interface PlacedSector extends Box {
  readonly sector: string;
  /** Whether there is room for its name. */
  readonly hasName: boolean;
  readonly tiles: readonly Placed[];
}

/** Sectors by their value, and in each its futures by theirs. */
function place(tiles: readonly Tile[], width: number, height: number): readonly PlacedSector[] {
  const bySector = new Map<string, Tile[]>();
  for (const tile of tiles) {
    if (!(tile.value > 0)) continue;
    const sector = sectorOf(tile.name) ?? "OTHERS";
    bySector.set(sector, [...(bySector.get(sector) ?? []), tile]);
  }
  const totalOf = (list: readonly Tile[]): number => list.reduce((sum, { value }) => sum + value, 0);
  const sectors = [...bySector].sort(([, a], [, b]) => totalOf(b) - totalOf(a));
  const rooms = squarify(
    sectors.map(([, list]) => totalOf(list)),
    { x: 0, y: 0, width, height },
  );
  return sectors.map(([sector, list], i) => {
    const room = rooms[i]!;
    const hasName = room.height > 3 * HEAD;
    const head = hasName ? HEAD : 0;
    const sorted = list.toSorted((a, b) => b.value - a.value);
    const boxes = squarify(
      sorted.map(({ value }) => value),
      { x: 0, y: head, width: room.width, height: Math.max(1, room.height - head) },
    );
    return { ...room, sector, hasName, tiles: sorted.map(({ name }, t) => ({ name, ...boxes[t]! })) };
  });
}

const styleOf = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });
const stepOf = (percent: number): number => STEPS.filter((step) => Math.abs(percent) >= step).length;

export function HeatMap(): ReactNode {
  const { stateAtom, contextAtom } = board.use();
  const chooseSymbol = useChooseSymbol();
  const { symbol } = useAtomValue(contextAtom) ?? {};
  const tiles = useSlowFact(stateAtom, tilesOf);
  const minute = useSlowFact(stateAtom, minuteOf);
  const root = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const isThere = tiles.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: places change once a minute, colours with each snapshot
  const sectors = useMemo(() => place(tiles, size.width, size.height), [minute, size, isThere]);
  const byName = useMemo(() => new Map(tiles.map((tile) => [tile.name, tile])), [tiles]);
  return (
    <div ref={root} className={styles["map"]} data-heat-map="">
      {sectors.map((sector) => (
        <div key={sector.sector} className={styles["sector"]} style={styleOf(sector)}>
          <span className={styles["sectorName"]}>{sector.hasName ? sector.sector : ""}</span>
          {sector.tiles.map((box) => (
            <HeatTile
              key={box.name}
              box={box}
              percent={byName.get(box.name)?.percent ?? Number.NaN}
              isChosen={box.name === symbol}
              onChoose={chooseSymbol}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface TileProps {
  readonly box: Placed;
  readonly percent: number;
  readonly isChosen: boolean;
  readonly onChoose: (name: string) => void;
}

/** Of the two hundred only those whose figure moved are rendered with a snapshot. */
const HeatTile = memo(({ box, percent, isChosen, onChoose }: TileProps): ReactNode => {
  const { name, width, height } = box;
  const text = formats.signedPercent.text(percent);
  const hasName = width > name.length * 7 + 4 && height > 16;
  return (
    <button
      type="button"
      className={styles["tile"]}
      style={styleOf(box)}
      title={`${name} ${text}`}
      data-move={percent > 0 ? "up" : percent < 0 ? "down" : undefined}
      data-step={stepOf(percent)}
      data-chosen={isChosen || undefined}
      onClick={() => onChoose(name)}
    >
      {hasName ? <span>{name}</span> : undefined}
      {hasName && height > 32 && width > 46 ? <span>{text}</span> : undefined}
    </button>
  );
});
