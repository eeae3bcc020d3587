// Hot: every call of a paint goes through here. Bench question: grid.
import type { PaintContext } from "../../frame/paint-context.ts";

/** Writes through to a context, setting its state only where it changes: state changes cost more than the drawing. */
export class Pen {
  readonly context: PaintContext;
  #fill = "";
  #font = "";
  #align = "";
  readonly #widths = new Map<string, Map<string, number>>();
  #fontWidths = new Map<string, number>();

  constructor(context: PaintContext) {
    this.context = context;
  }

  /** Call after the canvas was resized, which resets the context, or when fonts arrived, which changes widths. */
  forget(): void {
    this.#fill = "";
    this.#font = "";
    this.#align = "";
    this.#widths.clear();
    this.context.textBaseline = "alphabetic";
  }

  fill(colour: string): void {
    if (colour === this.#fill) return;
    this.#fill = colour;
    this.context.fillStyle = colour;
  }

  font(font: string): void {
    if (font === this.#font) return;
    this.#font = font;
    this.context.font = font;
    let widths = this.#widths.get(font);
    if (widths === undefined) {
      widths = new Map();
      this.#widths.set(font, widths);
    }
    this.#fontWidths = widths;
  }

  align(align: CanvasTextAlign): void {
    if (align === this.#align) return;
    this.#align = align;
    this.context.textAlign = align;
  }

  /** Width of a text in the current font, summed from cached characters: figures are tabular, kerning is negligible. */
  width(text: string): number {
    let sum = 0;
    for (let i = 0; i < text.length; i++) {
      const character = text[i]!;
      let width = this.#fontWidths.get(character);
      if (width === undefined) {
        width = this.context.measureText(character).width;
        this.#fontWidths.set(character, width);
      }
      sum += width;
    }
    return sum;
  }

  rect(left: number, top: number, width: number, height: number): void {
    this.context.fillRect(left, top, width, height);
  }

  roundRect(left: number, top: number, width: number, height: number, radius: number): void {
    this.context.beginPath();
    this.context.roundRect(left, top, width, height, radius);
    this.context.fill();
  }

  /** A rectangle's outline of the given thickness, inside it, in the current fill. */
  frame(left: number, top: number, width: number, height: number, line: number): void {
    this.context.fillRect(left, top, width, line);
    this.context.fillRect(left, top + height - line, width, line);
    this.context.fillRect(left, top + line, line, height - 2 * line);
    this.context.fillRect(left + width - line, top + line, line, height - 2 * line);
  }
}
