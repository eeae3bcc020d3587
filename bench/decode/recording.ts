/** A recorded stretch of a synthetic room: its frames, and the same ticks as a JSON socket sends them. */
import {
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  isPriceField,
  type LiveColumns,
} from "#contract/domain/columns.ts";
import {
  createFrameEncoder,
  createRoomCursor,
  decodeFrame,
  FLAG_OPEN,
  type FrameEncoder,
  type RoomTables,
} from "#contract/wire/frame.ts";
import { createTickMarket, TICK, type TickMarket } from "../synthetic/ticks.ts";

const PRICE_SCALE = 100;
const SEED = 20_260_818;
const EPOCH = 1;

/** {token: tick in rupees} of the contracts that changed. */
export type TickMap = Record<string, number[]>;

export interface Recording {
  readonly market: TickMarket;
  /** The live columns before the first frame, and after each. */
  readonly states: readonly LiveColumns[];
  readonly snapshot: Uint8Array;
  readonly frames: readonly Uint8Array[];
  readonly maps: readonly TickMap[];
  readonly json: readonly string[];
  /** Changed instruments by frame. */
  readonly ticks: readonly number[];
  /** Changed fields, summed over the frames. */
  readonly fields: number;
}

const header = (second: number) => ({ time: (12 * 3600 + second) * 1000, flags: FLAG_OPEN });

export function record(frameCount: number, share: number): Recording {
  const market = createTickMarket(SEED, share);
  const states = [copyColumns(market.live)];
  const maps: TickMap[] = [];
  const ticks: number[] = [];
  let fields = 0;
  for (let second = 1; second <= frameCount; second++) {
    ticks.push(market.step());
    states.push(copyColumns(market.live));
    const map: TickMap = {};
    fields += collectChanged(market, states[second - 1], map);
    maps.push(map);
  }
  const encoder = startEncoder(market, states[0]);
  const snapshot = encoder.encodeSnapshot(header(0));
  const frames = states.slice(1).map((state, i) => encodeState(encoder, state, i + 1));
  return { market, states, snapshot, frames, maps, json: maps.map((map) => JSON.stringify(map)), ticks, fields };
}

/** An encoder that has sent `state`. */
function startEncoder(market: TickMarket, state: LiveColumns): FrameEncoder {
  const encoder = createFrameEncoder({ tokens: market.tokens, tick: TICK }, { epoch: EPOCH });
  encoder.encodeDelta(state, header(0));
  return encoder;
}

function encodeState(encoder: FrameEncoder, state: LiveColumns, second: number): Uint8Array {
  const frame = encoder.encodeDelta(state, header(second));
  if (!frame) throw new Error(`nothing changed in second ${second}`);
  return frame;
}

function copyColumns(live: LiveColumns): LiveColumns {
  const copy = createLiveColumns(live.capacity);
  for (let field = 0; field < FIELD_COUNT; field++) copy.columns[field].set(live.columns[field]);
  return copy;
}

/** Adds each row that differs from `before` to the map; gives how many fields changed. */
function collectChanged({ tokens, live }: TickMarket, before: LiveColumns, map: TickMap): number {
  let fields = 0;
  for (let line = 0; line < tokens.length; line++) {
    let changed = 0;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (before.columns[field][line] !== live.columns[field][line]) changed++;
    }
    if (changed === 0) continue;
    fields += changed;
    map[tokens.token[line]] = live.columns.map((column, field) =>
      isPriceField(field) ? column[line] / PRICE_SCALE : column[line],
    );
  }
  return fields;
}

/**
 * A function that encodes the first `frameCount` frames again and again, with one encoder: each time it starts with one
 * delta more, from the last state back to the first, which is not counted anywhere.
 */
export function createEncoding({ market, states }: Recording, frameCount: number): () => void {
  const encoder = startEncoder(market, states[frameCount]);
  return () => {
    for (let second = 0; second <= frameCount; second++) encodeState(encoder, states[second], second);
  };
}

/** A client's tables, after the snapshot. */
export function createClient({ market, snapshot }: Recording): RoomTables {
  const room = {
    tokens: market.tokens,
    live: createLiveColumns(market.tokens.length),
    minutes: createMinuteColumns(market.tokens.length, 1, 0),
  };
  decodeFrame(snapshot, room, createRoomCursor());
  return room;
}

/** Decodes the whole recording into a client's tables, from the state after the snapshot: what is timed is ticks. */
export function decodeAll({ states, frames }: Recording, room: RoomTables): void {
  for (let field = 0; field < FIELD_COUNT; field++) room.live.columns[field].set(states[0].columns[field]);
  const cursor = { epoch: EPOCH, seq: 1, synced: true };
  for (const frame of frames) {
    const result = decodeFrame(frame, room, cursor);
    if (result.kind !== "applied") throw new Error(`frame ${result.seq}: ${result.kind}`);
  }
}

/** A figure counts only if what was decoded is what was sent. */
export function assertEqual({ market }: Recording, room: RoomTables): void {
  for (let field = 0; field < FIELD_COUNT; field++) {
    for (let line = 0; line < market.tokens.length; line++) {
      if (room.live.columns[field][line] !== market.live.columns[field][line]) {
        throw new Error(`row ${line}, field ${field}: ${room.live.columns[field][line]} decoded`);
      }
    }
  }
}
