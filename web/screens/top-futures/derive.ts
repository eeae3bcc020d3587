/** The futures that moved most, out of the board of their room. */

import { futuresRoomName } from "#contract/domain/instruments.ts";
import { recordOf } from "#contract/domain/record-of.ts";
import { futureBarsName } from "#contract/wire/document-names.ts";
import type { BarDays } from "#contract/wire/documents.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import { spotRoomOf } from "#contract/worker/spot-need.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { createVolumeAverages } from "#market/futures/average-volume.ts";
import { basisBoard } from "#market/futures/basis-board.ts";
import { futuresBoard } from "#market/futures/futures-board.ts";
import { rankMoves } from "#market/futures/futures-ranking.ts";
import { createFuturesTable, createNameKeeper, fillFutures } from "#market/futures/futures-rows.ts";
import { isFound, type Table } from "#market/table.ts";
import { screen } from "./screen.ts";
import { FILTERS, type Filter, isAlone, type Params, RANKED, type RankedList, type Snapshot } from "./snapshot.ts";

interface Scratch {
  readonly namesOf: ReturnType<typeof createNameKeeper>;
  readonly tables: Readonly<Record<Filter, Table>>;
  /** The rows of each list as they were last ranked, and what they were ranked for. */
  readonly rows: Map<Filter, readonly number[]>;
  rankedFor: string;
  readonly buildUps: Uint16Array;
  readonly usualOf: ReturnType<typeof createVolumeAverages>;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    namesOf: createNameKeeper(),
    tables: recordOf(FILTERS, createFuturesTable),
    rows: new Map(),
    rankedFor: "",
    buildUps: new Uint16Array(5),
    usualOf: createVolumeAverages(),
  }),

  derive({ market, pane, params, clock }, scratch) {
    const room = pane.futureExpiry && market.room(futuresRoomName(pane.exchange, pane.futureExpiry));
    const board = room && futuresBoard(room, clock);
    if (!board) return undefined;
    const { lists, top, minutes, find, isHeld } = params;
    const window = board.window(minutes);
    const names = scratch.namesOf(room);
    const spotRoom = isAlone(params) ? spotRoomOf(pane) : undefined;
    const daysName = isAlone(params) ? futureBarsName(room.day.expiry) : undefined;
    const days = daysName && market.doc(daysName);
    const usual = scratch.usualOf(days, names.names, room.day.date);
    const basis = spotRoom ? basisBoard(room, board, market.room(spotRoom), clock) : undefined;
    const key = `${room.day.date} ${room.structureVersion} ${top} ${minutes} ${find}`;
    if (key !== scratch.rankedFor) scratch.rows.clear();
    scratch.rankedFor = key;

    function listOf(filter: Filter): RankedList {
      const moved = rankMoves(window, RANKED[filter]).filter((row) => isFound(names.names[row] ?? "", find));
      const rows = (isHeld ? scratch.rows.get(filter) : undefined) ?? moved.slice(0, top);
      scratch.rows.set(filter, rows);
      const table = scratch.tables[filter];
      fillFutures(table, rows, room!.day, board!, window, names, { basis, usual });
      const { slots, values, styles } = table;
      return { filter, qualify: moved.length, rows: rows.length, slots, values, styles, names: names.text };
    }

    const { buildUps } = scratch;
    buildUps.fill(0);
    for (let row = 0; row < board.rows; row++) buildUps[window.buildUp[row]!]!++;
    const priced = board.price.reduce((count, price) => count + (price > 0 ? 1 : 0), 0);
    const isWhole = window.from === Math.floor(clock.minute) - minutes;
    return {
      lists: lists.map(listOf),
      buildUps,
      futures: board.rows,
      priced,
      daysLack: daysName && market.missing(daysName) ? "all" : days && daysLackOf(days, usual),
      lacksSpots: spotRoom !== undefined && market.missing(spotRoom) !== undefined,
      from: isWhole ? Number.NaN : window.from,
    };
  },
});

const daysLackOf = ({ pending }: BarDays, usual: Float64Array | undefined): Snapshot["daysLack"] =>
  pending > 0 ? "pending" : usual?.some((volume) => volume > 0) === true ? undefined : "some";
