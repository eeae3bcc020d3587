/** What a broker does by itself at the end of a day: intraday positions are closed, contracts that expire are settled. */
import type { ContractKey } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { isLive } from "#market/matching/order.ts";
import type { AccountBook } from "./account-book.ts";
import type { PracticeContract, PracticeContracts } from "./contracts.ts";
import { closing, type PracticePlacement } from "./placements.ts";
import type { PracticeState } from "./practice-state.ts";
import type { PracticeRepository } from "./repository.ts";
import type { NewPracticeFill } from "./schema.ts";

/** Minutes before a contract's close at which intraday positions are closed. */
export const SQUARE_OFF = 10;

export interface DayEndDeps {
  readonly state: PracticeState;
  readonly repository: PracticeRepository;
  readonly place: (accountId: string, placement: PracticePlacement) => Promise<unknown>;
}

export class DayEnd {
  readonly #deps: DayEndDeps;
  /** Days on which it is done. */
  #squaredOff: IsoDate | undefined;
  #settled: IsoDate | undefined;
  /** The minute in which it was last looked at. */
  #looked: number | undefined;

  constructor(deps: DayEndDeps) {
    this.#deps = deps;
  }

  /** Once a minute. */
  async look(contracts: PracticeContracts): Promise<void> {
    const { state } = this.#deps;
    const thisMinute = Math.floor(state.now);
    if (thisMinute === this.#looked) return;
    this.#looked = thisMinute;
    if (state.now >= contracts.firstClose - SQUARE_OFF) await this.#closeIntraday(contracts);
    await state.keep(state.engine.expire(state.now));
    await this.#settle(contracts);
  }

  async #closeIntraday(contracts: PracticeContracts): Promise<void> {
    const { state, repository } = this.#deps;
    const { today, now } = state;
    if (this.#squaredOff === today) return;
    for (const accountId of await repository.holders({ intraday: today })) {
      const book = await state.book(accountId);
      for (const { contract: name, product } of [...book.positions]) {
        const contract = contracts.byName(name);
        const close = contract && contracts.terms(contract)?.close;
        if (product !== "intraday" || contract === undefined || close === undefined) continue;
        if (now >= close - SQUARE_OFF) await this.#closeOne(accountId, book, contract);
      }
    }
    if (now >= contracts.lastClose - SQUARE_OFF) this.#squaredOff = today;
  }

  async #closeOne(accountId: string, book: AccountBook, contract: PracticeContract): Promise<void> {
    const { state, place } = this.#deps;
    for (const { order, product } of [...book.orders.values()]) {
      if (product !== "intraday" || order.contract !== contract.name || !isLive(order)) continue;
      const ended = state.engine.cancel(order.id);
      if (!("code" in ended)) await state.keep(ended);
    }
    const net = book.position(contract.name, "intraday")?.now.net ?? 0;
    if (net !== 0) await place(accountId, closing(contract, net));
  }

  /** When it stops trading, at what the contract is worth by the underlying's price then: those of currency do hours before the others. */
  async #settle(contracts: PracticeContracts): Promise<void> {
    const { state, repository } = this.#deps;
    const { today, now } = state;
    if (this.#settled === today || now < contracts.firstClose) return;
    const fills: NewPracticeFill[] = [];
    for (const accountId of await repository.holders({ expiry: today })) {
      const book = await state.book(accountId);
      for (const { contract, key, product, now: position } of book.positions) {
        if (position.net === 0 || key.expiry !== today) continue;
        const listed = contracts.byName(contract);
        const close = (listed && contracts.terms(listed)?.close) ?? contracts.lastClose;
        if (now < close) continue;
        const spot = listed && contracts.spot(listed);
        const price = spot === undefined ? position.average : worth(key, spot);
        const side = position.net > 0 ? ("sell" as const) : ("buy" as const);
        const what = { contract, key, product, side, quantity: Math.abs(position.net), price };
        const how = { orderId: null, kind: "settlement", basis: "modelled" } as const;
        fills.push({ accountId, day: today, at: new Date(state.stamp), ...what, ...how });
      }
    }
    await state.keep([], undefined, fills);
    if (now >= contracts.lastClose) this.#settled = today;
  }
}

/** Rupees. */
const worth = ({ type, strike }: ContractKey, spot: number): number => {
  if (type === "FUT") return spot;
  return Math.max(type === "CE" ? spot - strike : strike - spot, 0);
};
