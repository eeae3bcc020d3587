/** The part of a 2D context that painters use; a page's canvas, a worker's and a recorder of strokes fit. */
export type PaintContext = Pick<
  OffscreenCanvasRenderingContext2D,
  | "fillStyle"
  | "strokeStyle"
  | "lineWidth"
  | "font"
  | "textAlign"
  | "textBaseline"
  | "fillRect"
  | "fillText"
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "closePath"
  | "roundRect"
  | "fill"
  | "stroke"
  | "save"
  | "restore"
  | "setLineDash"
  | "arc"
  | "translate"
  | "rotate"
  | "globalAlpha"
> & { measureText(text: string): { readonly width: number } };

/** Width of a text in a font, pixels. */
export type Ruler = (text: string, font: string) => number;
