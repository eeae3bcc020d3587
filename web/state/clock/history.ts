/**
 * History: the Live/History toggle, the days that can be shown, and how a user goes to one of them. When it is turned on,
 * the market's sockets close and the figures stay until a day is chosen; the user's channel and the rooms of armed watches
 * stay open. When it is turned off, the sockets connect again, and the live day comes back with the market's list. It is loaded after the first figures: what they need of it is in day.ts.
 */
import { atom } from "jotai";
import type { Client } from "#client/client.ts";
import type { DayKey, ExchangeTime, FrozenDay } from "#contract/domain/clock.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { isPremium as isPremiumCall } from "#contract/wire/http/accounts.ts";
import { API_BASE, IS_PREMIUM_PATH, joinPath } from "#contract/wire/http/api-path.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { clientAtom, exchangeClockAtom, liveIndexAtom, universeAtom } from "../market/market.ts";
import { readUniverse, type Universe } from "../market/universe.ts";
import { isHistoryAtom, isReplayingAtom, liveListAtom, shownDayAtom } from "./day.ts";

/** Oldest first; on one date the real source before the simulated. Undefined until they are loaded. */
export const historyDaysAtom = atom<readonly HistoryDay[] | undefined>(undefined);
historyDaysAtom.debugLabel = "historyDays";

/** Why the list of days cannot be had; empty when it can. */
export const historyProblemAtom = atom("");
historyProblemAtom.debugLabel = "historyProblem";

/** The day that was asked for and is on its way. */
export const awaitedDayAtom = atom<DayKey | undefined>(undefined);
awaitedDayAtom.debugLabel = "awaitedDay";

/**
 * Until what is recorded of the day is known: another window of the board came here first, or was here before this page, and
 * has seen to the replay's times.
 */
export const isToldDayAtom = atom(true);
isToldDayAtom.debugLabel = "isToldDay";

/** The date the board looks at: of the shown day, or of the exchange clock. */
export const boardDateAtom = atom((get): IsoDate | undefined => {
  const day = get(shownDayAtom);
  return day === undefined || day === "today" ? get(exchangeClockAtom)?.time.date : day.date;
});
boardDateAtom.debugLabel = "boardDate";

/** Loads the list of days. An earlier list stays until the new one comes. */
export const loadHistoryAtom = atom(null, async (get, set) => {
  const client = get(clientAtom);
  if (!client) return;
  try {
    set(historyDaysAtom, await client.history());
    set(historyProblemAtom, "");
  } catch (error) {
    set(historyProblemAtom, error instanceof Error ? error.message : String(error));
  }
});
loadHistoryAtom.debugLabel = "loadHistory";

/** Turns history on or off. The list of days is loaded again each time: a day may have been imported meanwhile. */
export const setHistoryAtom = atom(null, async (get, set, isOn: boolean) => {
  const client = get(clientAtom);
  if (!client || get(isHistoryAtom) === isOn) return;
  set(isHistoryAtom, isOn);
  set(awaitedDayAtom, undefined);
  if (get(isReplayingAtom)) client.replay({ type: "exit" });
  if (isOn) {
    set(shownDayAtom, "today");
    // A past day may still be shown: turned off, history keeps it until the live list comes.
    set(universeAtom, (before) => get(liveListAtom) ?? before);
  }
  client.setLive(!isOn);
  // Off: the shown day stays until the live universe comes (market-events.ts). The ticker starts from nothing.
  set(liveIndexAtom, {});
  if (isOn) await set(loadHistoryAtom);
});
setHistoryAtom.debugLabel = "setHistory";

export type GoToDay =
  | { readonly kind: "shown" }
  /** The user's plan does not show past days. */
  | { readonly kind: "no premium" }
  | { readonly kind: "failed"; readonly message: string }
  /** The user asked for another day meanwhile, or left history. */
  | { readonly kind: "overtaken" };

/**
 * In one step: panes turn to the day and to what it lists together, and other windows hear of no history without a day, which
 * would end the replay. Each write after an `await` would be a step of its own.
 */
const showDayAtom = atom(null, (_get, set, day: DayKey, universe: Universe, isTold: boolean) => {
  set(isToldDayAtom, isTold);
  set(isHistoryAtom, true);
  set(liveIndexAtom, {});
  set(universeAtom, universe);
  set(shownDayAtom, day);
});
showDayAtom.debugLabel = "showDay";

/**
 * Shows a past day, after asking whether the user may see it. A replay continues on that day.
 * @param isTold another window of the board has gone there
 */
export const goToDayAtom = atom(null, async (get, set, day: DayKey, isTold?: boolean): Promise<GoToDay> => {
  const client = get(clientAtom);
  if (!client) return { kind: "overtaken" };
  set(awaitedDayAtom, day);
  const isOvertaken = (): boolean => get(awaitedDayAtom) !== day;
  try {
    if (!(await maySee(client, day))) return isOvertaken() ? { kind: "overtaken" } : { kind: "no premium" };
    if (isOvertaken()) return { kind: "overtaken" };
    const universe = readUniverse(await client.universeOf(day));
    if (isOvertaken()) return { kind: "overtaken" };
    // Off only in a replay of the open day that jumps to another day.
    if (!get(isHistoryAtom)) client.setLive(false);
    set(showDayAtom, day, universe, isTold === true);
    return { kind: "shown" };
  } catch (error) {
    return isOvertaken() ? { kind: "overtaken" } : failed(error);
  } finally {
    if (!isOvertaken()) set(awaitedDayAtom, undefined);
  }
});
goToDayAtom.debugLabel = "goToDay";

/** A browser's words for a network that fails are no user's. */
const failed = (error: unknown): GoToDay => ({
  kind: "failed",
  message: error instanceof TypeError ? "The server does not answer." : (error as Error).message,
});

/** Why the plan shows no past days; undefined where it does. */
export const whyNoPastDays = (): Promise<GoToDay | undefined> =>
  askPremium().then((isPremium) => (isPremium ? undefined : { kind: "no premium" }), failed);

/** What is kept in this browser needs no answer of a server that is away. A server's refusal stands. @throws as `askPremium` */
async function maySee(client: Client, day: DayKey): Promise<boolean> {
  try {
    return await askPremium();
  } catch (error) {
    // 5xx is no refusal: the server fails, or a proxy speaks for one that is away.
    const isAway = error instanceof TypeError || Number((error as Error).cause) >= 500;
    const kept = isAway ? await client.vault().then((vault) => vault.days()) : [];
    if (kept.some((one) => one.day.date === day.date && one.day.source === day.source)) return true;
    throw error;
  }
}

/** Whether the plan shows past days. @throws TypeError without a network, Error with the status as its cause for a refusal */
async function askPremium(): Promise<boolean> {
  const response = await fetch(joinPath(API_BASE, IS_PREMIUM_PATH));
  const { ok, status: cause } = response;
  if (!ok) throw new Error(`The subscription could not be checked (${cause}).`, { cause });
  const reply: ResponseOf<typeof isPremiumCall> = await response.json();
  return reply.isPremium;
}

/**
 * The day before or after a date in the list, of the same source where that has one; undefined at either end.
 * @param days as historyDaysAtom lists them.
 */
export function neighbourDay(
  days: readonly HistoryDay[],
  date: IsoDate,
  source: DayKey["source"] | undefined,
  step: -1 | 1,
): DayKey | undefined {
  const dates = [...new Set(days.map((day) => day.date))];
  const next = step < 0 ? dates.findLast((one) => one < date) : dates.find((one) => one > date);
  if (next === undefined) return undefined;
  const ofDate = days.filter((day) => day.date === next);
  const found = ofDate.find((day) => day.source === source) ?? ofDate[0];
  return found && { source: found.source, date: found.date as IsoDate };
}

/** Whose days go with a board: those of its own day, or those that the live market is kept as. */
export const sourceOf = (day: FrozenDay | undefined, live: ExchangeTime["source"] | undefined): DayKey["source"] =>
  typeof day === "object" ? day.source : live === "sim" || live === "kite" ? live : "import";

/** Of the wanted source where it has the day, else of another. @param symbol absent: whatever the day has */
export function recordedDay(
  days: readonly HistoryDay[],
  date: IsoDate,
  source: DayKey["source"],
  symbol: string | undefined,
): DayKey | undefined {
  const having = days.filter(
    (day) => day.date === date && (symbol === undefined || symbolsOfDay(day).includes(symbol)),
  );
  const found = having.find((day) => day.source === source) ?? having[0];
  return found && { source: found.source, date };
}

/** The same, but never a simulated day for a recorded one or the other way round: their prices have nothing to do with each other. */
export function settlementDay(...[days, date, source, symbol]: Parameters<typeof recordedDay>): DayKey | undefined {
  const isSimulated = source === "sim";
  return recordedDay(
    days.filter((day) => (day.source === "sim") === isSimulated),
    date,
    source,
    symbol,
  );
}

/** What a past day has of an exchange, or of all of them. */
export const symbolsOfDay = (day: HistoryDay): readonly string[] => Object.values(day.symbols).flat();
