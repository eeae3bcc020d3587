/** What every chain as a table has besides its columns. The settings keep the public keys, and all chains share them. */
import { type Atom, atom, type PrimitiveAtom, type WritableAtom } from "jotai";
import type { ChainSnapshot } from "#contract/domain/snapshots/chain-table.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { isRecord } from "../../state/saved/storage.ts";
import type { PaneSettings } from "../pane/mount.ts";

export interface ChainAtoms {
  /** Highest strike first; writing flips it. */
  readonly isInverseAtom: WritableAtom<boolean, [], void>;
  /** Bars start at the pane's edge instead of the figure; writing flips it. */
  readonly areBarsInvertedAtom: WritableAtom<boolean, [], void>;
  /** What the side headers total. */
  readonly totalsOfAtom: WritableAtom<"oi" | "volume", ["oi" | "volume"], void>;
  /** How many rows the table's height shows; 0 until it stands. */
  readonly fitRowsAtom: PrimitiveAtom<number>;
}

/** A pane whose snapshot is a chain as a table. */
export interface ChainPane extends ChainAtoms {
  readonly contextAtom: Atom<PaneContext | undefined>;
  readonly stateAtom: PrimitiveAtom<PaneState<ChainSnapshot>>;
}

const hasFlag =
  (key: string) =>
  (value: unknown): value is Record<string, boolean> =>
    isRecord(value) && typeof value[key] === "boolean";

/** A flag that is kept as the only field of a record; writing flips it. */
function flipped(own: PaneSettings, key: string, field: string): WritableAtom<boolean, [], void> {
  const storedAtom = own.stored<Record<string, boolean>>(key, { [field]: false }, hasFlag(field));
  return atom(
    (get) => get(storedAtom)[field] === true,
    (get, set) => set(storedAtom, { [field]: get(storedAtom)[field] !== true }),
  );
}

export const createChainAtoms = (own: PaneSettings): ChainAtoms => ({
  isInverseAtom: flipped(own, "strikeInverse", "currentInverse"),
  areBarsInvertedAtom: flipped(own, "invertgraph", "changeDisplay"),
  totalsOfAtom: atom<"oi" | "volume">("oi"),
  fitRowsAtom: atom(0),
});
