/** The type family as canvas and uPlot want it; `--font` in `base.css` is the same list. */
const fontFamily = '"IBM Plex Sans", "Segoe UI", Roboto, system-ui, sans-serif';

export type FontWeight = 400 | 500 | 600;

/** A canvas font of the given weight and size in canvas pixels, e.g. `500 12px "IBM Plex Sans", ...`. */
export function canvasFont(weight: FontWeight, pixels: number): string {
  return `${weight} ${pixels}px ${fontFamily}`;
}

let loading: Promise<void> | undefined;

/** Text is painted with the fallback family when the fonts take longer than this. */
export const FONT_PATIENCE_MS = 400;

/**
 * Settles when the faces that canvases draw are there, so that no text is measured twice. Never rejects: where a font
 * file cannot be had, the next family of the list is drawn.
 * @param fonts those of this thread: `document.fonts`, or a worker's own
 */
export function fontsReady(fonts: FontFaceSet): Promise<void> {
  loading ??= Promise.allSettled([
    fonts.load('400 12px "IBM Plex Sans"', "0"),
    fonts.load('500 12px "IBM Plex Sans"', "0"),
    fonts.load('600 12px "IBM Plex Sans"', "0"),
  ]).then(() => undefined);
  return loading;
}
