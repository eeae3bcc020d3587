/** A second client of the room in a process of its own: what the alerts must have said, found from the frames by plain code. */
import { LTP } from "#contract/domain/columns.ts";
import { CE, EQ, PE } from "#contract/domain/instruments.ts";
import { LiveClient, type Login, loadRoom } from "../../../server/testing/sockets/live-client.ts";

/** What rules of the test are about: the pair's price, its call's, or the spot; rupees. */
export type Line = "main" | "call" | "spot";

export interface Tick extends Readonly<Record<Line, number>> {
  /** When the frame came, epoch ms. */
  readonly at: number;
}

export interface PlainRule {
  readonly id: string;
  readonly line: Line;
  readonly condition: "cross_above" | "cross_below";
  readonly level: number;
}

export interface TickWitness {
  /** Strike at the money when it began, rupees. */
  readonly strike: number;
  readonly ticks: readonly Tick[];
  close(): void;
}

/** @param strike rupees; absent: the one at the money */
export async function openWitness(url: string, login: Login, room: string, strike?: number): Promise<TickWitness> {
  const day = await loadRoom(url, login.cookie, room);
  const { tokens, priceScale } = day;
  const rows = [...tokens.type.keys()];
  const priceOf = (columns: typeof day.live.columns, row: number): number => columns[LTP][row]! / priceScale;
  const spotRow = rows.find((row) => tokens.type[row] === EQ) ?? -1;
  const spot = priceOf(day.live.columns, spotRow);
  const strikes = rows.filter((row) => tokens.type[row] === CE).map((row) => tokens.strike[row]!);
  const wanted = strike ?? spot;
  const scaled = strikes.reduce((best, one) =>
    Math.abs(one / priceScale - wanted) < Math.abs(best / priceScale - wanted) ? one : best,
  );
  const rowOf = (type: number): number =>
    rows.find((row) => tokens.type[row] === type && tokens.strike[row] === scaled) ?? -1;
  const [call, put] = [rowOf(CE), rowOf(PE)];

  const client = new LiveClient(url, login, day);
  const ticks: Tick[] = [];
  client.ticks.on(room, () => {
    const { live } = client.reader.room;
    if (!client.reader.cursor.synced) return;
    const of = priceOf(live.columns, call);
    const main = of + priceOf(live.columns, put);
    ticks.push({ at: Date.now(), main, call: of, spot: priceOf(live.columns, spotRow) });
  });
  return { strike: scaled / priceScale, ticks, close: () => client.close() };
}

/** Place of the first tick that fires the rule, looked at from the second on; -1: none does. */
export function firesAt(ticks: readonly Tick[], { line, condition, level }: PlainRule): number {
  return ticks.findIndex((tick, i) => {
    const before = ticks[i - 1]?.[line];
    if (before === undefined) return false;
    return condition === "cross_above" ? before <= level && tick[line] > level : before >= level && tick[line] < level;
  });
}
