/**
 * Where the target's spot stands on the payoff: elements over the canvas. A move of the spot alone leaves every line where
 * it is, so that the canvas has nothing to paint.
 */
import uPlot from "uplot";
import { type ChartModel, type LabelBox, positionOf } from "../../../charts/chart-model.ts";
import { freeTop } from "../../../charts/paint/free-top.ts";
import { createMeasure } from "../../../charts/paint/measure.ts";
import { setText } from "../../../components/set-text.ts";

/** CSS pixels, as in the style sheet. */
const HEIGHT = 18;
const PADDING = 5;
/** Of a label from the line. */
const DISTANCE = 8;

export interface Target {
  readonly spot: number;
  /** '' where it is the spot of now, which has a mark of its own. */
  readonly spotText: string;
  /** Rupees; NaN hides the mark. */
  readonly projected: number;
  readonly projectedText: string;
}

/** Writes the mark to where the target is on the chart as it was painted last. */
export type TargetMark = (chart: uPlot, model: ChartModel, target: Target) => void;

/** @param root holds the line, the dot, and the labels of the P&L and of the spot, in this order */
export function createTargetMark(root: HTMLElement): TargetMark {
  const [line, dot, profit, spot] = root.children as unknown as readonly HTMLElement[];
  if (!line || !dot || !profit || !spot) throw new Error("the target's mark lacks an element");
  const measure = createMeasure();

  return (chart, model, target) => {
    const place = positionOf(model, target.spot);
    const isShown = place !== undefined && !Number.isNaN(target.projected);
    root.style.visibility = isShown ? "visible" : "hidden"; // the frame queue asks nothing of what has no box
    if (!isShown) return;
    const px = uPlot.pxRatio;
    const plot = plotOf(chart);
    const x = chart.valToPos(place, "x", true) / px;
    const y = Math.min(Math.max(chart.valToPos(target.projected, "y", true) / px, plot.top), plot.bottom);
    line.hidden = spot.hidden = target.spotText === "";
    line.style.height = `${plot.bottom - plot.top}px`;
    put(line, x, plot.top);
    put(dot, x, y);

    const taken = model.labels.map((box) => scaled(box, 1 / px));
    const label = (element: HTMLElement, text: string, at: number): void => {
      const width = measure(text) + 2 * PADDING;
      const isRight = x + DISTANCE + width <= plot.right;
      const left = isRight ? x + DISTANCE : x - DISTANCE - width;
      const wanted = Math.min(Math.max(at - HEIGHT / 2, plot.top), plot.bottom - HEIGHT);
      const box = { left, right: left + width, top: wanted, bottom: wanted + HEIGHT };
      const top = freeTop(box, taken, [plot.top, plot.bottom]);
      taken.push({ ...box, top, bottom: top + HEIGHT });
      setText(element, text);
      put(element, left, top);
    };
    label(profit, target.projectedText, y);
    if (!spot.hidden) label(spot, target.spotText, plot.top);
  };
}

const plotOf = ({ bbox: { left, top, width, height } }: uPlot): LabelBox =>
  scaled({ left, top, right: left + width, bottom: top + height }, 1 / uPlot.pxRatio);

const scaled = ({ left, top, right, bottom }: LabelBox, by: number): LabelBox => ({
  left: left * by,
  top: top * by,
  right: right * by,
  bottom: bottom * by,
});

function put({ style }: HTMLElement, left: number, top: number): void {
  style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}
