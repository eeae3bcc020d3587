/**
 * Every derivation, of screens and of the parts of the board that subscribe as screens do: the one file of the workers
 * that reaches into web. Adding a folder adds one.
 */
import type { Derivation } from "#contract/worker/derivation.ts";
import type { PaneDefinition } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";

/** A screen as a pool worker runs it; what is inside its types is the screen's own business. */
export interface RegisteredScreen {
  readonly screen: PaneDefinition<unknown, unknown>;
  readonly derivation: Derivation<unknown, unknown, Kernel, unknown>;
}

export type ScreenRegistry = ReadonlyMap<string, RegisteredScreen>;

/** @throws Error on a screen without a derivation, a derivation without a screen, or an id that two folders claim. */
export function createRegistry(
  screens: Iterable<PaneDefinition<unknown, unknown>>,
  derivations: Iterable<Derivation<unknown, unknown, Kernel, unknown>>,
): ScreenRegistry {
  const byId = new Map<string, Derivation<unknown, unknown, Kernel, unknown>>();
  for (const derivation of derivations) {
    if (byId.has(derivation.id)) throw new Error(`two derivations are called ${derivation.id}`);
    byId.set(derivation.id, derivation);
  }
  const registry = new Map<string, RegisteredScreen>();
  for (const screen of screens) {
    if (registry.has(screen.id)) throw new Error(`two screens are called ${screen.id}`);
    const derivation = byId.get(screen.id);
    if (!derivation) throw new Error(`screen ${screen.id} has no derivation of that id`);
    registry.set(screen.id, { screen, derivation });
    byId.delete(screen.id);
  }
  for (const id of byId.keys()) throw new Error(`derivation ${id} has no screen`);
  return registry;
}

type ScreenModule = { readonly screen: PaneDefinition<unknown, unknown> };
type DerivationModule = { readonly derivation: Derivation<unknown, unknown, Kernel, unknown> };

type PaneModule = { readonly pane: PaneDefinition<unknown, unknown> };

const screens = import.meta.glob<ScreenModule>("../../web/screens/*/screen.ts", { eager: true });
const panes = import.meta.glob<PaneModule>("../../web/components/*/pane.ts", { eager: true });
const derivations = import.meta.glob<DerivationModule>(
  ["../../web/screens/*/derive.ts", "../../web/components/*/derive.ts"],
  { eager: true },
);

export const screenRegistry: ScreenRegistry = createRegistry(
  [...Object.values(screens).map(({ screen }) => screen), ...Object.values(panes).map(({ pane }) => pane)],
  Object.values(derivations).map(({ derivation }) => derivation),
);
