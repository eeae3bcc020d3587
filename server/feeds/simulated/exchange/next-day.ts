/** The day after: its rooms, whose yesterday is what the rooms of the day before hold at its end. */
import type { SymbolFacts } from "../../../market/feed.ts";
import type { InParts } from "../../../platform/slices.ts";
import { FuturesRun } from "../futures/futures-room.ts";
import type { RoomModel } from "../options/room-model.ts";
import { RoomRun } from "../options/room-run.ts";
import { LiveRoom } from "./live-room.ts";
import { type MarketDay, marketDayInParts } from "./market-day.ts";
import {
  applyEndings,
  type Ending,
  futureModelsOf,
  futuresRoomOf,
  optionRoom,
  runEndings,
  symbolFactsInParts,
} from "./room-days.ts";
import { spotsAtOpen } from "./room-open.ts";
import { nextDay, type Start, scheduleOf } from "./schedule.ts";
import type { SymbolChoice } from "./universe.ts";

export interface NextDay {
  readonly day: MarketDay;
  readonly start: Start;
  readonly symbols: readonly SymbolFacts[];
  /** In the order of the day's rooms, then futures and spots. */
  readonly rooms: LiveRoom[];
}

/** @param before the day that is over, @param rooms its rooms, all of them made */
export function* makeNextDay(choice: SymbolChoice, before: MarketDay, rooms: readonly LiveRoom[]): InParts<NextDay> {
  const endings = yield* endingsOf(rooms);
  const date = nextDay(before.schedule.date);
  const day = yield* marketDayInParts(before.seed, date, choice);
  const start = { date, minute: scheduleOf(date).from };
  const symbols = yield* symbolFactsInParts(day, before);
  const opened: LiveRoom[] = [];
  for (const name of day.rooms) {
    const model = day.model(name);
    if (!model) continue;
    applyEndings(model, endings);
    opened.push(LiveRoom.at(optionRoom(model), start.minute * 60));
    yield;
  }
  for (const listing of day.futures) {
    const models: RoomModel[] = [];
    for (const model of futureModelsOf(day, listing)) {
      models.push(model);
      yield;
    }
    const room = futuresRoomOf(listing, models, () => endings);
    yield;
    opened.push(LiveRoom.at(room, start.minute * 60));
    yield;
  }
  for (const listing of day.spots) {
    opened.push(LiveRoom.at(spotsAtOpen(day, before, listing), start.minute * 60));
    yield;
  }
  return { day, start, symbols, rooms: opened };
}

/** How each contract's day ended, by token. */
function* endingsOf(rooms: readonly LiveRoom[]): InParts<Map<number, Ending>> {
  const endings = new Map<number, Ending>();
  for (const { run } of rooms) {
    const runs = run instanceof FuturesRun ? run.runs : run instanceof RoomRun ? [run] : [];
    for (const one of runs) {
      for (const [token, ending] of runEndings(one)) endings.set(token, ending);
      yield;
    }
  }
  return endings;
}
