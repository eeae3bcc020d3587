/** The chains of an underlying's expiries at a pane's moment, each opened and priced once a run. */
import { roomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DeriveInput } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainReader, createChainReader } from "#market/chain.ts";
import type { ExpiryChain } from "./marked-legs.ts";
import { type ChainPricer, createChainPricer } from "./priced-chain.ts";

/** Undefined while the room of an expiry is not there, or where it cannot be had. */
export type ChainOf = (expiry: IsoDate) => ExpiryChain | undefined;

export interface ExpiryChains {
  /** Of this run: what it gives is valid until the next call. */
  at(input: Omit<DeriveInput<unknown, Kernel>, "params">): ChainOf;
}

export function createExpiryChains(): ExpiryChains {
  const readers = new Map<IsoDate, { readonly chain: ChainReader; readonly pricer: ChainPricer }>();

  return {
    at(input) {
      const chains = new Map<IsoDate, ExpiryChain | undefined>();
      return (expiry) => {
        if (!chains.has(expiry)) {
          const reader = readers.get(expiry) ?? { chain: createChainReader(), pricer: createChainPricer() };
          readers.set(expiry, reader);
          const at = reader.chain.open(input, roomName(input.pane.symbol, expiry));
          chains.set(expiry, at && { at, priced: reader.pricer.of(at, input.kernel) });
        }
        return chains.get(expiry);
      };
    },
  };
}
