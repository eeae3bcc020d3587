/**
 * A broker's list of instruments, both ways: orders go by the broker's names, and books come back with them. What the list does
 * not hold cannot be traded.
 */
import { type ContractKey, contractId } from "#contract/domain/instruments.ts";
import type { OrderChange } from "#contract/domain/orders/order.ts";
import { DAY_MS, IST_MS } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { Log } from "../platform/log.ts";
import { BrokerError, type BrokerSession, type InstrumentRow, type Sent, type Tag } from "./port.ts";
import { stepFault } from "./ticks.ts";

export class SymbolList<Row extends InstrumentRow> {
  readonly #byContract = new Map<string, Row>();
  readonly #byName = new Map<string, Row>();
  /** Names of two contracts or more: an order by such a name may trade the other one. None of them is in the list. */
  readonly shared: ReadonlySet<string>;

  /** @param nameOf what books call the row. */
  constructor(rows: Iterable<Row>, nameOf: (row: Row) => string) {
    const shared = new Set<string>();
    for (const row of rows) {
      const [id, name] = [contractId(row.contract), nameOf(row)];
      const other = this.#byName.get(name);
      if (other !== undefined && contractId(other.contract) !== id) shared.add(name);
      this.#byContract.set(id, row);
      this.#byName.set(name, row);
    }
    this.shared = shared;
    if (shared.size === 0) return;
    for (const [id, row] of this.#byContract) if (shared.has(nameOf(row))) this.#byContract.delete(id);
    for (const name of shared) this.#byName.delete(name);
  }

  get size(): number {
    return this.#byContract.size;
  }

  find(contract: ContractKey): Row | undefined {
    return this.#byContract.get(contractId(contract));
  }

  contractOf(name: string): ContractKey | undefined {
    return this.#byName.get(name)?.contract;
  }
}

/** What is checked of a write before it goes. */
interface Wish {
  readonly contract: ContractKey | undefined;
  readonly prices?: Pick<OrderChange, "type" | "limitPrice" | "stopPrice">;
  readonly tag?: Tag;
}

export interface DailyListOptions<Row extends InstrumentRow> {
  /** The broker's, to be shown. */
  readonly broker: string;
  readonly maxTag: number;
  read(session: BrokerSession): AsyncIterable<Row>;
  /** What books call the row. */
  nameOf(row: Row): string;
  day(): IsoDate;
  readonly clock: Pick<WallClock, "now">;
  readonly log?: Log | undefined;
}

/** Brokers publish the day's list in the morning: an earlier one may be yesterday's. Minute of the Indian day. */
const PUBLISHED = 8 * 60 + 45;
/** So old is a list before it is read anew for a contract that it does not hold. */
const MISS_AGE_MS = 10 * 60_000;

/** Names in a line of the log. */
const SHOWN = 10;

interface Kept<Row extends InstrumentRow> {
  readonly day: IsoDate;
  readonly readAt: number;
  readonly list: Promise<SymbolList<Row>>;
}

/**
 * The list of the day: read once, whole, and only then used; a failure is not remembered. It is read anew where it was read before
 * brokers publish it, and where it is some minutes old and does not hold what is to be traded. Where that fails, the one before stays.
 */
export class DailyList<Row extends InstrumentRow> {
  readonly #options: DailyListOptions<Row>;
  #kept: Kept<Row> | undefined;
  #rereading: Promise<SymbolList<Row>> | undefined;

  constructor(options: DailyListOptions<Row>) {
    this.#options = options;
  }

  /** @throws BrokerError where it cannot be had. */
  of(session: BrokerSession): Promise<SymbolList<Row>> {
    const day = this.#options.day();
    const kept = this.#kept?.day === day ? this.#kept : undefined;
    if (kept === undefined) return this.#begin(session, day);
    const published = publishedAt(this.#now);
    const isEarly = kept.readAt < published && published <= this.#now;
    return isEarly ? this.#anew(session, kept) : kept.list;
  }

  /** Reads it where it was not read yet, or anew for a contract that it misses. @throws BrokerError where it cannot be had. */
  async prepare(session: BrokerSession, contract?: ContractKey): Promise<void> {
    if (contract === undefined) await this.of(session);
    else await this.#find(session, contract);
  }

  /** Books are read without the list where it cannot be had: the names are then the broker's alone. */
  namesFor(session: BrokerSession): Promise<SymbolList<Row>> {
    return this.of(session).catch(() => new SymbolList<Row>([], this.#options.nameOf));
  }

  /** A write whose contract has to be found first. What cannot go as it is meant is not sent. */
  async writing<Value>(
    session: BrokerSession,
    { contract, prices, tag = "" }: Wish,
    write: (row: Row) => Promise<Sent<Value>>,
  ): Promise<Sent<Value>> {
    const { broker, maxTag } = this.#options;
    if (tag.length > maxTag) return { kind: "not-sent", why: `the tag is longer than ${maxTag} characters` };
    let row: Row | undefined;
    try {
      row = contract && (await this.#find(session, contract));
    } catch (error) {
      return { kind: "not-sent", why: error instanceof BrokerError ? error.message : "The contracts cannot be read" };
    }
    if (row === undefined) return { kind: "not-sent", why: this.#unlisted };
    const fault = prices && stepFault(broker, prices, row.tick);
    return fault === undefined ? write(row) : { kind: "not-sent", why: fault };
  }

  /** The rows of a basket. @throws BrokerError where one is not listed. */
  async rowsOf<Order extends { readonly contract: ContractKey }>(
    session: BrokerSession,
    basket: readonly Order[],
  ): Promise<readonly (readonly [Order, Row])[]> {
    const rows: (readonly [Order, Row])[] = [];
    for (const order of basket) {
      const row = await this.#find(session, order.contract);
      if (row === undefined) throw new BrokerError("refused", this.#unlisted);
      rows.push([order, row]);
    }
    return rows;
  }

  get #unlisted(): string {
    return `${this.#options.broker} does not list this contract`;
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  /** @throws BrokerError where the list cannot be had. */
  async #find(session: BrokerSession, contract: ContractKey): Promise<Row | undefined> {
    const row = (await this.of(session)).find(contract);
    const kept = this.#kept;
    if (row !== undefined || kept === undefined) return row;
    const isOld = this.#now - kept.readAt >= MISS_AGE_MS;
    return (await (isOld ? this.#anew(session, kept) : kept.list)).find(contract);
  }

  #begin(session: BrokerSession, day: IsoDate): Promise<SymbolList<Row>> {
    const list = this.#read(session);
    this.#kept = { day, readAt: this.#now, list };
    list.catch(() => {
      if (this.#kept?.list === list) this.#kept = undefined;
    });
    return list;
  }

  /** What is kept serves on until then: who finds a contract in it does not wait. */
  #anew(session: BrokerSession, kept: Kept<Row>): Promise<SymbolList<Row>> {
    const { broker, log } = this.#options;
    const readAt = this.#now;
    this.#rereading ??= this.#reread(session, kept)
      .catch((err: unknown) => {
        log?.warn({ broker, err }, "a list of contracts could not be read anew");
        return kept.list;
      })
      .then((list) => {
        if (this.#kept === kept) this.#kept = { ...kept, readAt, list: Promise.resolve(list) };
        return list;
      })
      .finally(() => {
        this.#rereading = undefined;
      });
    return this.#rereading;
  }

  /** @throws BrokerError also where it has lost most of what it had: a broker that is about to publish another one. */
  async #reread(session: BrokerSession, kept: Kept<Row>): Promise<SymbolList<Row>> {
    const [list, before] = [await this.#read(session), await kept.list];
    if (list.size * 2 < before.size)
      throw new BrokerError(
        "away",
        `${this.#options.broker}'s list has ${list.size} contracts, and had ${before.size}`,
      );
    return list;
  }

  /** @throws BrokerError where it cannot be had, or is empty. */
  async #read(session: BrokerSession): Promise<SymbolList<Row>> {
    const { broker, log, nameOf } = this.#options;
    const rows: Row[] = [];
    for await (const row of this.#options.read(session)) rows.push(row);
    if (rows.length === 0) throw new BrokerError("away", `${broker}'s list of contracts is empty`);
    const list = new SymbolList(rows, nameOf);
    const { size } = list.shared;
    const names = [...list.shared].slice(0, SHOWN);
    if (size > 0) log?.warn({ broker, size, names }, "names that contracts share are not traded by");
    return list;
  }
}

/** Ms, on the Indian day of `now`. */
const publishedAt = (now: number): number => now - ((now + IST_MS) % DAY_MS) + PUBLISHED * 60_000;
