import { fitCanvas } from "../../frame/fit-canvas.ts";
import { type FramePane, frameQueue } from "../../frame/frame-queue.ts";
import { onPixelRatio } from "../../frame/pixel-ratio.ts";
import { fontsReady } from "../../styles/fonts.ts";
import { onThemeChange } from "../../styles/theme.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Paints the canvas in `root`, which fills it, whole: in the page's frames, when it is asked to, and when the size, the pixel
 * ratio, the theme or the fonts change.
 * @param paint gets it empty, in CSS pixels
 */
export function openCanvas(root: HTMLElement, paint: (pen: CanvasRenderingContext2D, size: Size) => void): FramePane {
  const pen = root.querySelector("canvas")!.getContext("2d")!;
  const frames = frameQueue().join(root, () => {
    const { clientWidth: width, clientHeight: height } = root;
    fitCanvas(pen, width, height);
    paint(pen, { width, height });
  });
  const request = (): void => frames.request();
  const resize = new ResizeObserver(request);
  resize.observe(root);
  const stopTheme = onThemeChange(request);
  const end = new AbortController();
  onPixelRatio(request, end.signal);
  void fontsReady(document.fonts).then(request);
  return {
    request,
    dispose() {
      resize.disconnect();
      stopTheme();
      end.abort();
      frames.dispose();
    },
  };
}
