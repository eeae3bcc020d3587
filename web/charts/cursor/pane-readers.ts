import type { TooltipContent } from "../chart-spec.ts";
import type { CursorAxis } from "./cursor-bus.ts";

/** A chart of a pane as its neighbours see it: what it would say at an x, and where it stands on the page. */
export type PaneReader = {
  readonly read: (axis: CursorAxis, x: number) => TooltipContent | undefined;
  readonly element: HTMLElement;
  /** What another chart of the pane would say is another thing now. */
  readonly neighbourChanged: () => void;
};

const panes = new Map<string, Set<PaneReader>>();

/** Makes a chart readable by the other charts of its pane; returns the way out. */
export function joinPane(pane: string, reader: PaneReader): () => void {
  const readers = panes.get(pane) ?? new Set<PaneReader>();
  panes.set(pane, readers);
  readers.add(reader);
  return () => {
    readers.delete(reader);
    if (readers.size === 0 && panes.get(pane) === readers) panes.delete(pane);
  };
}

/** Contents of the other charts of the pane at an x, from the top of the page down. */
export function readPane(pane: string, self: PaneReader, axis: CursorAxis, x: number): readonly TooltipContent[] {
  const contents: { top: number; content: TooltipContent }[] = [];
  for (const reader of panes.get(pane) ?? []) {
    if (reader === self) continue;
    const content = reader.read(axis, x);
    if (content !== undefined) contents.push({ top: reader.element.getBoundingClientRect().top, content });
  }
  return contents.sort((a, b) => a.top - b.top).map((each) => each.content);
}

/** Tells the other charts of the pane that this one has other figures. */
export function tellPane(pane: string, self: PaneReader): void {
  for (const reader of panes.get(pane) ?? []) if (reader !== self) reader.neighbourChanged();
}
