/** Green or red (styles/base.css); undefined where there is no colour. */
export type Tone = "up" | "down" | undefined;

/** The colour of a figure with a sign: of an element as `data-tone`. */
export const toneOf = (figure: number): Tone => (figure > 0 ? "up" : figure < 0 ? "down" : undefined);

/** A change with its colour: up where it rose, down where it fell; nothing where it is not known. */
export function toned(change: number, text: string): { readonly change?: string; readonly tone?: Tone } {
  if (!Number.isFinite(change)) return {};
  return { change: text, tone: toneOf(change) };
}
