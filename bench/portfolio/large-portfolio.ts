/** Two hundred strategies of five legs each, kept with the account that is logged in: 300 contracts of twenty expiries. */
import type { Page } from "@playwright/test";
import { LTP } from "#contract/domain/columns.ts";
import { CE, EXCHANGES, expiryKey, PE, roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { newLeg } from "#contract/domain/strategy/leg-edits.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { unitsPerLot } from "#contract/domain/strategy/position.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { API_BASE, INIT_PATH, joinPath } from "#contract/wire/http/api-path.ts";
import { STRATEGIES_SAVE_PATH } from "#contract/wire/http/strategy-path.ts";
import { createSealer } from "#contract/wire/sealed.ts";
import { MAX_STRATEGIES, STRATEGY_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { loadRoom } from "../../server/testing/sockets/live-client.ts";
import { kept, lastExpiry } from "../../web/kit/strategy/keeping/keeping.ts";
import { readUniverse } from "../../web/state/market/universe.ts";
import { BROWSER_SEALING } from "../../web/state/saved/sealed-store.ts";

/** So many of its expiries, nearest first: twenty in all. */
const EXPIRIES = { NIFTY: 6, BANKNIFTY: 3, FINNIFTY: 3, MIDCPNIFTY: 3, SENSEX: 5 } as const;
const SYMBOLS = Object.entries(EXPIRIES);
const CONTRACTS = 15;
const LEGS = 5;
const ID_DIGITS = 10;

export const STRATEGIES = MAX_STRATEGIES;

interface Contract {
  readonly expiry: IsoDate;
  /** Rupees, as are prices. */
  readonly strike: number;
  readonly type: "CE" | "PE";
  readonly price: number;
  readonly lotSize: number;
}

/** @returns how many contracts they hold, and of how many expiries of how many symbols */
export async function keepLargePortfolio(page: Page, url: string): Promise<{ contracts: number; rooms: number }> {
  const secret = await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}").key as string);
  const sealer = createSealer(BROWSER_SEALING, secret);
  const init = await (await page.request.get(joinPath(API_BASE, INIT_PATH))).json();
  const universe = readUniverse(init.data.data);
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

  const made = Date.parse(`${universe.date}T09:30:00+05:30`);
  const held = new Set<string>();
  const rooms = new Set<string>();
  for (const [symbol, count] of SYMBOLS) {
    const expiries = EXCHANGES.flatMap((exchange) => universe.expiries[exchange]?.[symbol] ?? []).slice(0, count);
    const byExpiry = await Promise.all(
      expiries.map((expiry) => pricedContracts(url, cookie, roomName(symbol, expiry), expiry)),
    );
    const contracts = byExpiry.flat();
    for (let i = 0; i < STRATEGIES / SYMBOLS.length; i++) {
      const own = Array.from({ length: LEGS }, (_, j) => contracts[(i * LEGS + j) % contracts.length]!);
      const legs = own.map((contract, j) => legOf(symbol, contract, i + j, made));
      for (const { expiry, strike, type } of own) {
        held.add(`${symbol}|${expiry}|${strike}|${type}`);
        rooms.add(`${symbol}|${expiry}`);
      }
      const strategy = kept({
        name: `${symbol} ${i + 1}`,
        symbol,
        date: universe.date,
        expiry: lastExpiry(legs)!,
        legs,
        spot: universe.spot[symbol] ?? 0,
      });
      const data = { strategyObj: await sealer.seal(STRATEGY_PURPOSE, strategy) };
      const reply = await page.request.post(joinPath(API_BASE, STRATEGIES_SAVE_PATH), { data });
      if (!reply.ok()) throw new Error(`${strategy.name}: ${reply.status()} ${await reply.text()}`);
    }
  }
  return { contracts: held.size, rooms: rooms.size };
}

/** Those about the middle of the chain that have traded. */
async function pricedContracts(
  url: string,
  cookie: string,
  room: string,
  expiry: IsoDate,
): Promise<readonly Contract[]> {
  const { tokens, live, priceScale } = await loadRoom(url, cookie, room);
  const priced = [...tokens.type.keys()].flatMap((row): Contract[] => {
    const type = tokens.type[row];
    const price = live.columns[LTP][row]! / priceScale;
    if ((type !== CE && type !== PE) || !(price > 0)) return [];
    const strike = tokens.strike[row]! / priceScale;
    return [{ expiry, strike, type: type === CE ? "CE" : "PE", price, lotSize: tokens.lotSize[row]! }];
  });
  priced.sort((a, b) => a.strike - b.strike);
  const first = Math.max(0, (priced.length - CONTRACTS) >> 1);
  return priced.slice(first, first + CONTRACTS);
}

let ids = 0;

function legOf(
  symbol: string,
  { expiry, strike, type, price, lotSize }: Contract,
  turn: number,
  now: number,
): StrategyLeg {
  const { multiplier, decimals } = underlyingOf(symbol);
  const facts = { expiry: expiryKey(expiry), strike, type, lotSize };
  return newLeg(
    { ...facts, isMonth: false, remainingDays: 0, securityId: "", IV: 0 },
    { side: turn % 2 === 0 ? "sell" : "buy", lots: 1 + (turn % 3), price: Math.round(price * 20 + turn) / 20 },
    {
      newId: () => (ids++).toString(16).padStart(ID_DIGITS, "0"),
      now,
      terms: { unitsPerLot: unitsPerLot(lotSize, multiplier), decimals },
      mostLots: Number.POSITIVE_INFINITY,
    },
  );
}
