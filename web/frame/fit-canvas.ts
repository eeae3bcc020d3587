/** Sizes a canvas to its box, CSS pixels, and empties it: what is painted then counts CSS pixels, too. */
export function fitCanvas(pen: CanvasRenderingContext2D, width: number, height: number): void {
  const { canvas } = pen;
  const scale = devicePixelRatio;
  const wide = Math.round(width * scale);
  const high = Math.round(height * scale);
  // Setting a size makes another canvas, so it is done only when it differs.
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width + 1, height + 1); // sizes were rounded
}
