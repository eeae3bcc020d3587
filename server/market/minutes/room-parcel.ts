/** A room-day as it crosses to another thread: minutes stay packed on the way. */
import {
  createLiveColumns,
  MISSING_MINUTE,
  type MinuteColumns,
  type RoomDay,
  slotColumns,
} from "#contract/domain/columns.ts";
import type { TokenTable } from "#contract/domain/instruments.ts";
import { packRoom } from "./pack-room.ts";
import { type PackedBlock, PackedMinutes } from "./packed-minutes.ts";

interface PlainSlot {
  readonly slot: number;
  readonly state: number;
  readonly columns: MinuteColumns["columns"];
}

/** Plain values only. The live columns stay behind. */
export interface RoomParcel {
  readonly facts: Omit<RoomDay, "tokens" | "live" | "minutes">;
  readonly tokens: TokenTable;
  readonly stride: number;
  readonly slots: number;
  readonly fields: number;
  readonly tick: number;
  readonly phase: number;
  readonly blocks: readonly PackedBlock[];
  readonly tail: readonly PlainSlot[];
}

/** Packs the room's minutes where they are not. */
export function parcelOf(day: RoomDay): RoomParcel {
  const minutes = packRoom(day);
  const { tokens, live: _live, minutes: _minutes, ...facts } = day;
  const { stride, slots, fields, tick, phase, state } = minutes;
  const blocks = minutes.blocks.map(inOwnBuffer);
  const tail: PlainSlot[] = [];
  for (let slot = minutes.tailFrom; slot < slots; slot++) {
    if (state[slot] === MISSING_MINUTE) continue;
    const { columns, base } = slotColumns(minutes, slot);
    tail.push({ slot, state: state[slot], columns: columns.map((column) => column.slice(base, base + stride)) });
  }
  return { facts, tokens, stride, slots, fields, tick, phase, blocks, tail };
}

/** A view would take the whole buffer of its neighbours along. */
const inOwnBuffer = (block: PackedBlock): PackedBlock =>
  block.bytes.byteLength === block.bytes.buffer.byteLength ? block : { ...block, bytes: block.bytes.slice() };

/** Buffers that may move to the other thread with a parcel, instead of being copied: whose minutes are given up here. */
export const buffersOf = ({ blocks, tail }: RoomParcel): ArrayBuffer[] =>
  [...blocks.map(({ bytes }) => bytes), ...tail.flatMap(({ columns }) => columns)].map(
    ({ buffer }) => buffer as ArrayBuffer,
  );

/** @param tokens the room's contracts, the parcel's own unless the room is known here already */
export function minutesOf(parcel: RoomParcel, tokens: TokenTable = parcel.tokens): PackedMinutes {
  const { stride, slots, fields, tick, phase, blocks, tail } = parcel;
  const minutes = new PackedMinutes({ tokens, stride, slots, fields, tick }, undefined, phase);
  for (const block of blocks) minutes.addBlock(block);
  for (const { slot, state, columns } of tail) minutes.writeSlot(slot, { columns, base: 0 }, tokens.length, state);
  return minutes;
}

export function roomOf(parcel: RoomParcel): RoomDay {
  const { facts, tokens } = parcel;
  return { ...facts, tokens, live: createLiveColumns(tokens.length), minutes: minutesOf(parcel) };
}
