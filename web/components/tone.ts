/** Green or red (styles/base.css); undefined where there is no colour. */
export type Tone = "up" | "down" | undefined;

/** Less is what sums of rupees are off by in binary: it is written as 0. */
const DUST = 1e-6;

/** The colour of a figure with a sign: of an element as `data-tone`. */
export const toneOf = (figure: number): Tone => (figure > DUST ? "up" : figure < -DUST ? "down" : undefined);

/** A change with its colour: up where it rose, down where it fell; nothing where it is not known. */
export function toned(change: number, text: string): { readonly change?: string; readonly tone?: Tone } {
  if (!Number.isFinite(change)) return {};
  return { change: text, tone: toneOf(change) };
}
