/**
 * A broker's list of instruments, both ways: orders go by the broker's names, and books come back with them. What the list does
 * not hold cannot be traded.
 */
import { type ContractKey, contractId } from "#contract/domain/instruments.ts";
import type { OrderChange } from "#contract/domain/orders/order.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { BrokerError, type BrokerSession, type InstrumentRow, type Sent, type Tag } from "./port.ts";
import { stepFault } from "./ticks.ts";

export class SymbolList<Row extends InstrumentRow> {
  readonly #byContract = new Map<string, Row>();
  readonly #byName = new Map<string, Row>();

  /** @param nameOf what books call the row. */
  constructor(rows: Iterable<Row>, nameOf: (row: Row) => string) {
    for (const row of rows) {
      this.#byContract.set(contractId(row.contract), row);
      this.#byName.set(nameOf(row), row);
    }
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
}

/** The list of the day: read once, whole, and only then used; a failure is not remembered. */
export class DailyList<Row extends InstrumentRow> {
  readonly #options: DailyListOptions<Row>;
  #kept: { readonly day: IsoDate; readonly list: Promise<SymbolList<Row>> } | undefined;

  constructor(options: DailyListOptions<Row>) {
    this.#options = options;
  }

  /** @throws BrokerError where it cannot be had. */
  of(session: BrokerSession): Promise<SymbolList<Row>> {
    const day = this.#options.day();
    if (this.#kept?.day !== day) {
      const list = this.#read(session);
      this.#kept = { day, list };
      list.catch(() => {
        if (this.#kept?.list === list) this.#kept = undefined;
      });
    }
    return this.#kept.list;
  }

  /** Reads it where it was not read yet. @throws BrokerError where it cannot be had. */
  async prepare(session: BrokerSession): Promise<void> {
    await this.of(session);
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
      const list = await this.of(session);
      row = contract && list.find(contract);
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
    const list = await this.of(session);
    return basket.map((order) => {
      const row = list.find(order.contract);
      if (row === undefined) throw new BrokerError("refused", this.#unlisted);
      return [order, row];
    });
  }

  get #unlisted(): string {
    return `${this.#options.broker} does not list this contract`;
  }

  async #read(session: BrokerSession): Promise<SymbolList<Row>> {
    const rows: Row[] = [];
    for await (const row of this.#options.read(session)) rows.push(row);
    return new SymbolList(rows, this.#options.nameOf);
  }
}
