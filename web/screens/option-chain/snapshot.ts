/** What crosses the threads: a chain as a table. */
export type { ChainParams as Params, ChainSnapshot as Snapshot } from "#contract/domain/snapshots/chain-table.ts";
