/** Who is connected to which broker now, as orders need it; the module of that name keeps it. */
import type { BrokerPort, BrokerSession } from "./port.ts";

/** A live connection of a user to a broker. */
export interface Connection {
  /** One row a connection: what was asked over it names it. */
  readonly id: string;
  readonly accountId: string;
  readonly port: BrokerPort;
  readonly session: BrokerSession;
  /** Keyed hash of the app key: names whose limits are counted, and says nothing of it. */
  readonly client: string;
  /** Keyed hash of the user's address: what is kept of deleted accounts is found by it. */
  readonly ownerHash: Buffer;
  readonly startedAt: Date;
}

export interface Connections {
  /** undefined while the user is connected to none. */
  live(accountId: string): Promise<Connection | undefined>;
  /** Accounts that are connected to one now. */
  accounts(): Promise<readonly string[]>;
  /** The broker said that it is over. */
  expired(connection: Connection): Promise<void>;
}
