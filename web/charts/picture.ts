import type uPlot from "uplot";
import type { ChartModel } from "./chart-model.ts";
import type { MakePicture, Painting, Picture } from "./chart-painters.ts";

/** What becomes of a picture that was handed over. */
export interface PictureEvents {
  /** It is on the canvas. @param at milliseconds on this thread's monotonic clock */
  shown(at: number): void;
  /** Nothing that is valid is on the canvas. */
  blank(): void;
  /** The canvas is gone. */
  lost(): void;
}

/** A canvas that another thread may draw on. */
export interface PictureSurface {
  readonly canvas: HTMLCanvasElement;
  readonly context: Painting["ctx"];
  readonly isRemote: boolean;
  /** Device pixels. */
  resize(width: number, height: number): void;
  /** Hands over what was painted. @returns false where nothing was */
  commit(): boolean;
  dispose(): void;
}

/** One picture is under way at a time: what comes meanwhile is painted when that was shown. */
export function wholePicture(
  open: (events: PictureEvents) => PictureSurface,
  paint: (chart: Painting, model: ChartModel) => void,
): MakePicture {
  return (host, model, onShown) => createPicture({ host, model, onShown, open, paint });
}

interface PictureParts {
  readonly host: HTMLElement;
  readonly model: ChartModel;
  readonly onShown: (at: number) => void;
  readonly open: (events: PictureEvents) => PictureSurface;
  readonly paint: (chart: Painting, model: ChartModel) => void;
}

function createPicture({ host, model, onShown, open, paint }: PictureParts): Picture {
  let newest: uPlot | undefined;
  let isUnderWay = false;
  let isLate = false;
  let surface = opened();

  function opened(): PictureSurface {
    const made = open({
      shown(at) {
        isUnderWay = false;
        if (isLate) again();
        else onShown(at);
      },
      blank: again,
      lost() {
        surface.canvas.remove();
        surface = opened();
        isUnderWay = false;
        again();
      },
    });
    made.canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
    return made;
  }

  function again(): void {
    if (newest) paintNow(newest);
  }

  function paintNow(chart: uPlot): void {
    newest = chart;
    isLate = isUnderWay;
    if (isLate) return;
    const { canvas } = chart.ctx;
    // uPlot's own, which it clears: in the page that would cost a frame, though nothing is on it.
    canvas.remove();
    const { bbox, valToPos, posToVal, over } = chart;
    const { context } = surface;
    surface.resize(canvas.width, canvas.height);
    context.fillStyle = model.theme.colours.panel;
    context.fillRect(0, 0, canvas.width, canvas.height);
    paint({ ctx: context, bbox, valToPos, posToVal, over }, model);
    isUnderWay = surface.commit();
    // Before the first picture it is black, or white.
    if (!surface.canvas.isConnected) host.prepend(surface.canvas);
  }

  return {
    get isRemote() {
      return surface.isRemote;
    },
    paint: paintNow,
    dispose() {
      surface.dispose();
      surface.canvas.remove();
    },
  };
}
