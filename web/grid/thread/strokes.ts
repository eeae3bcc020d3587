// Hot: every call of a paint goes through here on its way to the render worker. Bench question: grid.
import type { PaintContext, Ruler } from "../../frame/paint-context.ts";

/** Calls of a 2D context as data, so that a painter need not be where its canvas is. */
export interface Strokes {
  /** Operations, each followed by its arguments; lengths in device pixels. A word is named by its index. */
  readonly code: Float64Array<ArrayBuffer>;
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
const SAVE = 16;
const RESTORE = 17;
const LINE_DASH = 18;
const ARC = 19;
const TRANSLATE = 20;
const ROTATE = 21;
const GLOBAL_ALPHA = 22;

/** How many arguments each operation has; 5 at most. */
const ARGUMENTS: readonly number[] = [1, 1, 1, 1, 1, 1, 4, 3, 4, 0, 2, 2, 0, 5, 0, 0, 0, 0, 2, 5, 2, 1, 1];
const LONGEST = 6;

/** A context that draws nothing: it records the calls, for {@link drawStrokes}. */
export class StrokeRecorder implements PaintContext {
  readonly #ruler: Ruler;
  #code = new Float64Array(4096);
  #length = 0;
  #words: string[] = [];
  #font = "";
  /** Of the states that were saved. */
  readonly #fonts: string[] = [];

  /** @param ruler measures as the canvas does that will draw */
  constructor(ruler: Ruler) {
    this.#ruler = ruler;
  }

  /** What was written since the last call; undefined where nothing was. The code's buffer is the caller's to transfer. */
  take(): Strokes | undefined {
    if (this.#length === 0) return undefined;
    const strokes = { code: this.#code.slice(0, this.#length), words: this.#words };
    this.#length = 0;
    this.#words = [];
    return strokes;
  }

  set fillStyle(colour: PaintContext["fillStyle"]) {
    this.#write(FILL_STYLE, this.#word(String(colour)));
  }
  set strokeStyle(colour: PaintContext["strokeStyle"]) {
    this.#write(STROKE_STYLE, this.#word(String(colour)));
  }
  set lineWidth(width: number) {
    this.#write(LINE_WIDTH, width);
  }
  set font(font: string) {
    this.#font = font;
    this.#write(FONT, this.#word(font));
  }
  set textAlign(align: CanvasTextAlign) {
    this.#write(TEXT_ALIGN, this.#word(align));
  }
  set textBaseline(baseline: CanvasTextBaseline) {
    this.#write(TEXT_BASELINE, this.#word(baseline));
  }
  set globalAlpha(alpha: number) {
    this.#write(GLOBAL_ALPHA, alpha);
  }

  measureText(text: string): { readonly width: number } {
    return { width: this.#ruler(text, this.#font) };
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#write(FILL_RECT, x, y, width, height);
  }
  /** @param room the text is squeezed into it */
  fillText(text: string, x: number, y: number, room?: number): void {
    this.#write(room === undefined ? FILL_TEXT : SQUEEZE_TEXT, this.#word(text), x, y, room);
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
  save(): void {
    this.#fonts.push(this.#font);
    this.#write(SAVE);
  }
  restore(): void {
    this.#font = this.#fonts.pop() ?? this.#font;
    this.#write(RESTORE);
  }
  /** @param segments a dash and a gap, or none for a solid line */
  setLineDash([dash = 0, gap = dash]: readonly number[]): void {
    this.#write(LINE_DASH, dash, gap);
  }
  arc(x: number, y: number, radius: number, from: number, to: number): void {
    this.#write(ARC, x, y, radius, from, to);
  }
  translate(x: number, y: number): void {
    this.#write(TRANSLATE, x, y);
  }
  rotate(angle: number): void {
    this.#write(ROTATE, angle);
  }

  #word(text: string): number {
    return this.#words.push(text) - 1;
  }

  /** Writes room for the most arguments; what the operation has not is written over by the next one. */
  #write(operation: number, a = 0, b = 0, c = 0, d = 0, e = 0): void {
    const at = this.#length;
    if (at + LONGEST > this.#code.length) {
      const code = new Float64Array(2 * this.#code.length);
      code.set(this.#code);
      this.#code = code;
    }
    const code = this.#code;
    code[at] = operation;
    code[at + 1] = a;
    code[at + 2] = b;
    code[at + 3] = c;
    code[at + 4] = d;
    code[at + 5] = e;
    this.#length = at + 1 + ARGUMENTS[operation]!;
  }
}

/** Draws what was recorded. @throws RangeError for an operation that is none */
export function drawStrokes(context: PaintContext, { code, words }: Strokes): void {
  let at = 0;
  while (at < code.length) {
    const operation = code[at]!;
    const a = code[at + 1]!;
    const b = code[at + 2]!;
    const c = code[at + 3]!;
    const d = code[at + 4]!;
    switch (operation) {
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
        context.textAlign = words[a] as CanvasTextAlign;
        break;
      case TEXT_BASELINE:
        context.textBaseline = words[a] as CanvasTextBaseline;
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
      case SAVE:
        context.save();
        break;
      case RESTORE:
        context.restore();
        break;
      case LINE_DASH:
        context.setLineDash(a === 0 ? [] : [a, b]);
        break;
      case ARC:
        context.arc(a, b, c, d, code[at + 5]!);
        break;
      case TRANSLATE:
        context.translate(a, b);
        break;
      case ROTATE:
        context.rotate(a);
        break;
      case GLOBAL_ALPHA:
        context.globalAlpha = a;
        break;
      default:
        throw new RangeError(`No stroke has the number ${operation}.`);
    }
    at += 1 + ARGUMENTS[operation]!;
  }
}
