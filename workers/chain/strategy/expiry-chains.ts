/** The chains of an underlying's expiries at a pane's moment, each opened and priced once a run. */
import { roomName } from "#contract/domain/instruments.ts";
import { expiryClose } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DeriveInput } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import type { ExpiryChain } from "./marked-legs.ts";
import { type ChainPricer, createChainPricer } from "./priced-chain.ts";

type Input = Omit<DeriveInput<unknown, Kernel>, "params">;

/** Undefined while the room of an expiry is not there, or where it cannot be had. */
export type ChainOf = (expiry: IsoDate) => ExpiryChain | undefined;

export interface ExpiryChains {
  /** Of this run: what it gives is valid until the next call. */
  at(input: Input): ChainOf;
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
          chains.set(
            expiry,
            at && { at, priced: reader.pricer.of(at, input.kernel), hasStopped: hasStopped(at, input) },
          );
        }
        return chains.get(expiry);
      };
    },
  };
}

/** A finished day stands at its close, wherever its recording ends. */
const hasStopped = ({ day, underlying }: ChainMoment, { pane, clock }: Pick<Input, "pane" | "clock">): boolean =>
  typeof pane.day === "object" &&
  day.expiry === day.date &&
  clock.minute >= expiryClose(underlying.segment, day.expiry);
