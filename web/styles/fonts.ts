/** The type family as canvas and uPlot want it; `--font` in `base.css` is the same list. */
export const fontFamily = '"IBM Plex Sans", "Segoe UI", Roboto, system-ui, sans-serif';

export type FontWeight = 400 | 500 | 600;

/** A canvas font of the given weight and size in canvas pixels, e.g. `500 12px "IBM Plex Sans", ...`. */
export function canvasFont(weight: FontWeight, pixels: number): string {
  return `${weight} ${pixels}px ${fontFamily}`;
}

let loading: Promise<void> | undefined;

/**
 * Settles when the faces that canvases draw are there, so that no text is measured twice. Never rejects: where a font
 * file cannot be had, the next family of the list is drawn.
 */
export function fontsReady(): Promise<void> {
  loading ??= Promise.allSettled([
    document.fonts.load('400 12px "IBM Plex Sans"', "0"),
    document.fonts.load('500 12px "IBM Plex Sans"', "0"),
    document.fonts.load('600 12px "IBM Plex Sans"', "0"),
  ]).then(() => undefined);
  return loading;
}
