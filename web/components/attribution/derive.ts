import { attributeLeg, type LegCauses, type LegDay } from "#chain/strategy/attribution.ts";
import { type ContractLines, createContractLines } from "#chain/strategy/contract-lines.ts";
import { recordOf } from "#contract/domain/record-of.ts";
import type { MinuteX } from "#contract/domain/snapshots/series-set.ts";
import { CAUSES } from "#contract/domain/strategy/attribution.ts";
import { minute } from "#contract/domain/units.ts";
import { type DeriveInput, defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainReader, createChainReader } from "#market/chain.ts";
import { pane } from "./pane.ts";
import type { AttributedLeg, CauseLine, Chain, Params, Snapshot } from "./snapshot.ts";

interface ChainState {
  readonly reader: ChainReader;
  readonly lines: ContractLines;
}
type Scratch = Map<string, ChainState>;
type LegDays = ReadonlyMap<string, (leg: AttributedLeg) => LegDay>;

const COUNT = CAUSES.length;
const TOTAL = COUNT;

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen: pane,
  createScratch: () => new Map(),

  derive({ params, ...input }, scratch) {
    const { revision, chains, legs, drawn } = params;
    const days: Map<string, (leg: AttributedLeg) => LegDay> = new Map();
    for (const chain of chains) {
      const own = legs.filter(({ room }) => room === chain.room);
      const day = dayOf(chain, own, input, scratch);
      if (day) days.set(chain.room, day);
      else if (input.market.missing(chain.room) === undefined) return undefined;
    }
    const causes = new Float64Array(legs.length * COUNT).fill(Number.NaN);
    const lines = createLines(days, legs);
    const counts = { known: 0, holes: 0, steps: 0, withoutIv: 0 };
    legs.forEach((leg, at) => {
      const day = days.get(leg.room)?.(leg);
      if (!day) return;
      const isDrawn = at >= drawn[0] && at < drawn[1];
      const found = attributeLeg(day, leg.trades, isDrawn ? lines.adder(day) : undefined);
      if (found.isKnown) causes.set(found.sums, at * COUNT);
      if (isDrawn) count(counts, found);
    });
    const { date, minute: now } = input.clock;
    return {
      revision,
      date,
      minute: now,
      causes,
      series: { x: lines.x, key: `${revision} ${drawn} ${date}`, lines: lines.byCause },
      drawn: drawn[1] - drawn[0],
      ...counts,
    };
  },
});

function count(counts: Record<"known" | "holes" | "steps" | "withoutIv", number>, found: LegCauses): void {
  if (found.isKnown) counts.known++;
  counts.holes += found.holes;
  counts.steps += found.steps;
  counts.withoutIv += found.withoutIv;
}

/** The legs of a chain through its day, in forward mode whatever the board's is; undefined while it is not loaded. */
function dayOf(
  { room, symbol, expiry, expiries, futureExpiries }: Chain,
  legs: readonly AttributedLeg[],
  input: Omit<DeriveInput<Params, Kernel>, "params">,
  scratch: Scratch,
): ((leg: AttributedLeg) => LegDay) | undefined {
  const state = scratch.get(room) ?? { reader: createChainReader(), lines: createContractLines() };
  scratch.set(room, state);
  const pricing = { forward: true, untraded: input.pane.pricing?.untraded ?? false };
  const pane = { ...input.pane, symbol, expiry, expiries, futureExpiries, pricing };
  const at = state.reader.open({ ...input, pane }, room);
  if (!at) return undefined;
  const contracts = [...new Map(legs.map((leg) => [`${leg.type}${leg.strike}`, leg])).values()];
  const lines = state.lines.upTo(at, contracts, input.kernel);
  const { date, open, cadence } = at.day;
  return (leg) => ({ date, open, cadence, lines, contract: lines.of(leg), isFuture: leg.type === "FUT" });
}

const NO_DAY: MinuteX = { open: minute(0), cadence: 1 };

/** Lines of causes over the minutes of all the days: sessions of several exchanges begin at several times. */
function createLines(days: LegDays, legs: readonly AttributedLeg[]) {
  const all = legs.flatMap((leg) => days.get(leg.room)?.(leg) ?? []);
  const open = Math.min(...all.map((day) => day.open));
  const end = Math.max(...all.map((day) => day.open + day.lines.length));
  const cadence = Math.min(...all.map((day) => day.cadence));
  const ids: readonly CauseLine[] = [...CAUSES, "total"];
  const columns = ids.map(() => new Float64Array(all.length === 0 ? 0 : end - open));
  const x: MinuteX = all.length === 0 ? NO_DAY : { open: minute(open), cadence };

  /** A leg whose session is shorter keeps what it had at its end. */
  function adder(day: LegDay): (slot: number, sums: Float64Array) => void {
    return (slot, sums) => {
      const from = day.open - open + slot;
      const to = slot === day.lines.length - 1 ? end - open : from + 1;
      for (let place = from; place < to; place++)
        for (let cause = 0; cause < COUNT; cause++) {
          columns[cause]![place]! += sums[cause]!;
          columns[TOTAL]![place]! += sums[cause]!;
        }
    };
  }
  const byCause = recordOf(ids, (_, at) => columns[at]!);
  return { x, adder, byCause };
}
