// Hot: every call of a paint goes through here on its way to the render worker. Bench question: grid.
import type { PaintContext } from "./pen.ts";

/**
 * Calls of a 2D context as data, so that a painter may run where the canvas is not. An operation is its number, then
 * its arguments; a text is the index of a word. `record` and `draw` are each other's mirror: keep them in one order.
 */
export interface Strokes {
  /** Operations and their arguments; lengths in device pixels. */
  readonly code: Float64Array;
  /** Texts, colours and fonts, in the order of their use. */
  readonly words: readonly string[];
}

const FILL_STYLE = 0;
const STROKE_STYLE = 1;
const LINE_WIDTH = 2;
const FONT = 3;
const TEXT_ALIGN = 4;
const TEXT_BASELINE = 5;
const FILL_RECT = 6;
const FILL_TEXT = 7;
const SQUEEZE_TEXT = 8;
const BEGIN_PATH = 9;
const MOVE_TO = 10;
const LINE_TO = 11;
const CLOSE_PATH = 12;
const ROUND_RECT = 13;
const FILL = 14;
const STROKE = 15;

const ALIGNS: readonly CanvasTextAlign[] = ["left", "right", "center", "start", "end"];
const BASELINES: readonly CanvasTextBaseline[] = ["alphabetic", "top", "hanging", "middle", "ideographic", "bottom"];

/** Measures a text in a font, as the canvas would that draws it. */
export type Ruler = (text: string, font: string) => TextMetrics;

/** A context that draws nothing: it writes down what it is told, for `drawStrokes`. */
export class StrokeRecorder implements PaintContext {
  readonly #ruler: Ruler;
  #code = new Float64Array(4096);
  #length = 0;
  #words: string[] = [];
  #fill = "";
  #stroke = "";
  #line = 1;
  #font = "";
  #align: CanvasTextAlign = "start";
  #baseline: CanvasTextBaseline = "alphabetic";

  constructor(ruler: Ruler) {
    this.#ruler = ruler;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Hands over what was written since the last call; the code's buffer is the caller's to transfer. */
  take(): Strokes {
    const strokes = { code: this.#code.slice(0, this.#length), words: this.#words };
    this.#length = 0;
    this.#words = [];
    return strokes;
  }

  get fillStyle(): string {
    return this.#fill;
  }
  set fillStyle(value: PaintContext["fillStyle"]) {
    this.#fill = colour(value);
    this.#write(FILL_STYLE, this.#word(this.#fill));
  }
  get strokeStyle(): string {
    return this.#stroke;
  }
  set strokeStyle(value: PaintContext["strokeStyle"]) {
    this.#stroke = colour(value);
    this.#write(STROKE_STYLE, this.#word(this.#stroke));
  }
  get lineWidth(): number {
    return this.#line;
  }
  set lineWidth(value: number) {
    this.#line = value;
    this.#write(LINE_WIDTH, value);
  }
  get font(): string {
    return this.#font;
  }
  set font(value: string) {
    this.#font = value;
    this.#write(FONT, this.#word(value));
  }
  get textAlign(): CanvasTextAlign {
    return this.#align;
  }
  set textAlign(value: CanvasTextAlign) {
    this.#align = value;
    this.#write(TEXT_ALIGN, ALIGNS.indexOf(value));
  }
  get textBaseline(): CanvasTextBaseline {
    return this.#baseline;
  }
  set textBaseline(value: CanvasTextBaseline) {
    this.#baseline = value;
    this.#write(TEXT_BASELINE, BASELINES.indexOf(value));
  }

  measureText(text: string): TextMetrics {
    return this.#ruler(text, this.#font);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#write(FILL_RECT, x, y, width, height);
  }
  fillText(text: string, x: number, y: number, room?: number): void {
    if (room === undefined) this.#write(FILL_TEXT, this.#word(text), x, y);
    else this.#write(SQUEEZE_TEXT, this.#word(text), x, y, room);
  }
  beginPath(): void {
    this.#write(BEGIN_PATH);
  }
  moveTo(x: number, y: number): void {
    this.#write(MOVE_TO, x, y);
  }
  lineTo(x: number, y: number): void {
    this.#write(LINE_TO, x, y);
  }
  closePath(): void {
    this.#write(CLOSE_PATH);
  }
  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    this.#write(ROUND_RECT, x, y, width, height, radius);
  }
  fill(): void {
    this.#write(FILL);
  }
  stroke(): void {
    this.#write(STROKE);
  }

  #word(text: string): number {
    return this.#words.push(text) - 1;
  }

  /** Arguments beyond the operation's own are written over by the next one. */
  #write(operation: number, a = 0, b = 0, c = 0, d = 0, e = 0): void {
    const at = this.#length;
    if (at + 6 > this.#code.length) this.#grow();
    const code = this.#code;
    code[at] = operation;
    code[at + 1] = a;
    code[at + 2] = b;
    code[at + 3] = c;
    code[at + 4] = d;
    code[at + 5] = e;
    this.#length = at + 1 + ARGUMENTS[operation]!;
  }

  #grow(): void {
    const code = new Float64Array(2 * this.#code.length);
    code.set(this.#code);
    this.#code = code;
  }
}

/** How many arguments follow each operation. */
const ARGUMENTS: readonly number[] = [1, 1, 1, 1, 1, 1, 4, 3, 4, 0, 2, 2, 0, 5, 0, 0];

/** Gradients and patterns cannot be sent as words, and no painter here has any. */
function colour(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("Only plain colours are recorded.");
  return value;
}

/** Draws what was recorded. @throws RangeError for an operation that is none: the sender is of another version. */
export function drawStrokes(context: PaintContext, { code, words }: Strokes): void {
  for (let at = 0; at < code.length; at += 1 + ARGUMENTS[code[at]!]!) {
    const a = code[at + 1]!;
    const b = code[at + 2]!;
    const c = code[at + 3]!;
    const d = code[at + 4]!;
    switch (code[at]) {
      case FILL_STYLE:
        context.fillStyle = words[a]!;
        break;
      case STROKE_STYLE:
        context.strokeStyle = words[a]!;
        break;
      case LINE_WIDTH:
        context.lineWidth = a;
        break;
      case FONT:
        context.font = words[a]!;
        break;
      case TEXT_ALIGN:
        context.textAlign = ALIGNS[a]!;
        break;
      case TEXT_BASELINE:
        context.textBaseline = BASELINES[a]!;
        break;
      case FILL_RECT:
        context.fillRect(a, b, c, d);
        break;
      case FILL_TEXT:
        context.fillText(words[a]!, b, c);
        break;
      case SQUEEZE_TEXT:
        context.fillText(words[a]!, b, c, d);
        break;
      case BEGIN_PATH:
        context.beginPath();
        break;
      case MOVE_TO:
        context.moveTo(a, b);
        break;
      case LINE_TO:
        context.lineTo(a, b);
        break;
      case CLOSE_PATH:
        context.closePath();
        break;
      case ROUND_RECT:
        context.roundRect(a, b, c, d, code[at + 5]!);
        break;
      case FILL:
        context.fill();
        break;
      case STROKE:
        context.stroke();
        break;
      default:
        throw new RangeError(`No stroke has the number ${code[at]}.`);
    }
  }
}
