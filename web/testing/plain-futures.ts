/**
 * What the screens of futures show, once more and by the plainest way: out of the JSON that the server answers for a
 * room and a day, one future after another. Tests set a screen beside it.
 */
import type { Page } from "@playwright/test";

export interface PlainFuture {
  readonly name: string;
  /** By minute of the session; null where nothing was heard. */
  readonly ltp: readonly (number | null)[];
  readonly oi: readonly (number | null)[];
  readonly vol: readonly (number | null)[];
  readonly vwap: readonly (number | null)[];
  readonly prevClose: number;
  readonly prevOi: number;
  readonly prevVol: number;
}

interface OiBody {
  readonly data: {
    readonly openInterestData: Readonly<Record<string, Record<"ltp" | "oi" | "vol" | "vwap", (number | null)[]>>>;
  };
}
interface TokensBody {
  readonly data: Readonly<
    Record<
      string,
      { readonly name: string; readonly prevClose: number; readonly prev_oi: number; readonly prev_vol: number }
    >
  >;
}

/** The room of the future expiry that the pane shows. */
export async function futuresRoomOf(page: Page, exchange = "NSE"): Promise<string> {
  const [year, month, day] = (await page.getByLabel("Future expiry").inputValue()).split("-").map(Number);
  return `Futures-${exchange}-${month}/${day}/${year}`;
}

/** Asks as the page does: with its session. @param day 'MM:DD:YYYY' of a past day; absent: today */
export async function plainFutures(page: Page, room: string, day?: string): Promise<readonly PlainFuture[]> {
  const base = day === undefined ? "/api/v1" : `/api/v1/history/${day}`;
  const ask = async <T>(path: string): Promise<T> => {
    const reply = await page.request.get(`${base}/${path}/${encodeURIComponent(room)}`, {
      headers: { Accept: "application/json" },
    });
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
    return reply.json();
  };
  const oi = await ask<OiBody>("dbOI");
  const tokens = await ask<TokensBody>("dbtockendictionaries");
  return Object.entries(tokens.data).map(([token, { name, prevClose, prev_oi, prev_vol }]) => {
    const { ltp = [], oi: held = [], vol = [], vwap = [] } = oi.data.openInterestData[token] ?? {};
    return { name, ltp, oi: held, vol, vwap, prevClose, prevOi: prev_oi, prevVol: prev_vol };
  });
}

/** The newest figure up to a place of the minutes. */
const lastOf = (figures: readonly (number | null)[], upTo: number): number => {
  for (let i = Math.min(upTo, figures.length - 1); i >= 0; i--) {
    const one = figures[i];
    if (one !== null && one !== undefined && one >= 0) return one;
  }
  return Number.NaN;
};

export interface PlainMove {
  readonly name: string;
  readonly price: number;
  readonly oi: number;
  readonly volume: number;
}

/** Per cents of change at a place of the minutes, over so many of them; 0: since the previous day. */
export const plainMoves = (futures: readonly PlainFuture[], at: number, minutes: number): readonly PlainMove[] =>
  futures.map(({ name, ltp, oi, vol, prevClose, prevOi, prevVol }) => {
    const then = Math.max(0, at - minutes);
    const percent = (figures: readonly (number | null)[], before: number): number => {
      const from = minutes === 0 ? before : lastOf(figures, then);
      return from > 0 ? (lastOf(figures, at) / from) * 100 - 100 : Number.NaN;
    };
    return { name, price: percent(ltp, prevClose), oi: percent(oi, prevOi), volume: percent(vol, prevVol) };
  });
