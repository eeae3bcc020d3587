/**
 * Pane instances. A screen describes its atoms once; each place where it is mounted gets atoms of its own, so that the
 * same screen can stand twice on one board with two symbols.
 */
import { type Atom, atom, type PrimitiveAtom } from "jotai";
import { type OwnLine, withOwnLines } from "#contract/worker/own-lines.ts";
import type { PaneContext, ScreenDefinition } from "#contract/worker/screen.ts";
import { letters } from "../../state/pane/letters.ts";
import { createStateAtom, type PaneAtoms, type PaneState } from "../../state/pane/pane.ts";
import { type PaneMount, type PaneSettings, useMount } from "./mount.ts";

/** What an instance's atoms may be made of. */
export interface PaneOwn<Snapshot> extends PaneSettings {
  /** What the instance looks at; undefined until the market is known. */
  readonly contextAtom: Atom<PaneContext | undefined>;
  /** What the instance shows, for choices that begin with what the market is. */
  readonly stateAtom: Atom<PaneState<Snapshot>>;
}

/** One mounted pane, with the screen's own atoms beside the common ones. */
export type Pane<Params, Snapshot, Atoms = object> = PaneAtoms<Params, Snapshot> &
  Atoms & {
    readonly screen: ScreenDefinition<Params, Snapshot>;
    readonly stateAtom: PrimitiveAtom<PaneState<Snapshot>>;
    /** Lines besides the screen's own, by who asks for them. */
    readonly ownLinesAtom: PrimitiveAtom<AskedLines>;
    /** The params with these lines: what the derivation is asked. */
    readonly askedParamsAtom: Atom<Params>;
  };

export type AskedLines = Readonly<Record<string, readonly OwnLine[]>>;

export interface PaneKind<Params, Snapshot, Atoms> {
  /** The instance of the place where the calling component stands. */
  use(): Pane<Params, Snapshot, Atoms>;
  /** The instance of a mount: made when it is asked for first, kept as long as the mount. */
  of(mount: PaneMount): Pane<Params, Snapshot, Atoms>;
}

/**
 * @param build makes the atoms of one instance; `own.stored` keeps a setting where the instance's settings belong. It
 * gives `paramsAtom` where the derivation has params; a screen without params leaves it out.
 */
export function createPane<Params, Snapshot, Atoms extends object>(
  screen: ScreenDefinition<Params, Snapshot>,
  build: (own: PaneOwn<Snapshot>) => Atoms & { readonly paramsAtom?: Atom<Params> },
): PaneKind<Params, Snapshot, Atoms> {
  const instances = new WeakMap<PaneMount, Pane<Params, Snapshot, Atoms>>();

  function make({ settings, letterAtom }: PaneMount): Pane<Params, Snapshot, Atoms> {
    const contextAtom = atom((get) => get(letters[get(letterAtom)].contextAtom));
    const stateAtom = createStateAtom<Snapshot>(`${screen.id}.state`);
    const atoms = build({ ...settings, contextAtom, stateAtom });
    const paramsAtom = atoms.paramsAtom ?? atom(screen.defaults);
    const ownLinesAtom = atom<AskedLines>({});
    const askedParamsAtom = atom((get) => withOwnLines(get(paramsAtom), Object.values(get(ownLinesAtom)).flat()));
    const common = { contextAtom, paramsAtom, ownLinesAtom, askedParamsAtom };
    if (import.meta.env.DEV)
      for (const [key, one] of Object.entries({ ...atoms, ...common })) label(one, `${screen.id}.${key}`);
    return { ...atoms, ...common, stateAtom, screen };
  }

  function of(mount: PaneMount): Pane<Params, Snapshot, Atoms> {
    const made = instances.get(mount) ?? make(mount);
    instances.set(mount, made);
    return made;
  }

  return { of, use: () => of(useMount()) };
}

/** Names an atom after the key it has in its pane, for debugging tools. */
function label(value: unknown, name: string): void {
  if (typeof value !== "object" || value === null || !("toString" in value) || !("init" in value || "read" in value))
    return;
  (value as { debugLabel?: string }).debugLabel ??= name;
}
