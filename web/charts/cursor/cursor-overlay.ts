import { pageRuler } from "../../frame/ruler.ts";
import { canvasFont } from "../../styles/fonts.ts";
import styles from "../chart.module.css";

/** Only so many series get a dot: with sixty lines they would hide what they mark. */
const MOST_DOTS = 8;

/** Of the tag's text, at each side. */
const TAG_PADDING = 5;

/** Marks of the crosshair, as DOM over the canvas: nothing is repainted when the cursor moves. */
export type CursorOverlay = {
  /** Hollow dots at the points under the crosshair, CSS pixels of the plot. */
  readonly dots: (points: readonly { readonly x: number; readonly y: number; readonly colour: string }[]) => void;
  /** Tag on the axis, its middle at x; undefined hides it. @param labels from where to where those of the axis stand */
  readonly tag: (text: string | undefined, x: number, labels: readonly Span[]) => void;
  /** Column behind the hovered strike; undefined hides it. */
  readonly column: (left: number | undefined, width: number) => void;
};

type Span = readonly [from: number, to: number];

/** From where to where the labels stand that a tag would cut: half a time is another one. Undefined where it cuts none. */
export function cutBy([from, to]: Span, labels: readonly Span[]): Span | undefined {
  const cut = labels.filter((label) => label[0] < to && from < label[1]);
  const [first] = cut;
  return first && [first[0], cut.at(-1)?.[1] ?? first[1]];
}

/** @param over uPlot's element over the plot @param under its element behind the canvas */
export function createCursorOverlay(over: HTMLElement, under: HTMLElement): CursorOverlay {
  const dots: HTMLElement[] = [];
  const cover = addPart(over, "tickCover");
  const tag = addPart(over, "cursorTag");
  const column = addPart(under, "hoverColumn");

  function dotAt(index: number): HTMLElement {
    const known = dots[index];
    if (known !== undefined) return known;
    const made = addPart(over, "dot");
    dots.push(made);
    return made;
  }

  return {
    dots: (points) => {
      const count = Math.min(points.length, MOST_DOTS);
      for (let i = 0; i < count; i++) {
        const point = points[i];
        if (point === undefined) continue;
        const dot = dotAt(i);
        dot.hidden = false;
        dot.style.borderColor = point.colour;
        dot.style.transform = `translate(${point.x}px, ${point.y}px) translate(-50%, -50%)`;
      }
      for (let i = count; i < dots.length; i++) (dots[i] as HTMLElement).hidden = true;
    },
    tag: (text, x, labels) => {
      tag.hidden = text === undefined;
      cover.hidden = true;
      if (text === undefined) return;
      const half = pageRuler(text, canvasFont(600, 11)) / 2 + TAG_PADDING;
      const cut = cutBy([x - half, x + half], labels);
      if (cut) {
        cover.hidden = false;
        cover.style.width = `${Math.ceil(cut[1] - cut[0]) + 2}px`;
        cover.style.transform = `translateX(${Math.floor(cut[0]) - 1}px)`;
      }
      if (tag.textContent !== text) tag.textContent = text;
      tag.style.transform = `translateX(${Math.round(x)}px) translateX(-50%)`;
    },
    column: (left, width) => {
      column.hidden = left === undefined;
      if (left === undefined) return;
      column.style.width = `${width}px`;
      column.style.transform = `translateX(${left}px)`;
    },
  };
}

function addPart(parent: HTMLElement, className: string): HTMLElement {
  const part = document.createElement("div");
  part.className = styles[className] ?? "";
  part.hidden = true;
  parent.append(part);
  return part;
}
