import { type Combined, createCombined } from "#chain/combined.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { greatestCommonDivisor } from "#contract/domain/strategy/figures.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainReader, createChainReader } from "#market/chain.ts";
import { pane } from "./pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

interface Scratch {
  readonly readers: Map<IsoDate, ChainReader>;
  readonly combined: Combined;
}

const NOTHING = new Float64Array(0);

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen: pane,
  createScratch: () => ({ readers: new Map(), combined: createCombined() }),

  /** Sold legs count in, bought ones out; what is left is shown as an amount. */
  derive({ params: { legs }, kernel, ...input }, { readers, combined }) {
    const chainOf = (expiry: IsoDate) => {
      const reader = readers.get(expiry) ?? createChainReader();
      readers.set(expiry, reader);
      return reader.open(input, roomName(input.pane.symbol, expiry));
    };
    const own = chainOf(input.pane.expiry);
    if (!own) return undefined;
    const divisor = legs.map(({ lots }) => Math.abs(lots)).reduce(greatestCommonDivisor, 0);
    const options = legs.flatMap(({ type, expiry, strike, lots }) =>
      type === "FUT"
        ? []
        : [{ expiry, strike, side: type === "CE" ? ("ce" as const) : ("pe" as const), lots: -lots / divisor }],
    );
    const isWhole = options.length > 0 && options.length === legs.length;
    const lines = isWhole ? combined.upTo({ kernel, legs: options, chainOf }) : undefined;
    const { day } = own;
    return {
      date: day.date,
      series: lines
        ? {
            x: lines.x,
            key: `${lines.key} ${divisor}`,
            lines: { price: lines.total.price.map(Math.abs), vwap: lines.total.vwap.map(Math.abs) },
          }
        : { x: { open: day.open, cadence: day.cadence }, lines: { price: NOTHING, vwap: NOTHING } },
    };
  },
});
