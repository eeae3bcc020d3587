/** Frames of tables over time: how many minutes a row is long. */

/** Minutes, the shortest first. */
export const FRAMES = [3, 6, 15, 30, 60] as const;
export type Frame = (typeof FRAMES)[number];

/** Whether a day with a figure every so many minutes has one at the end of each frame. */
export const frameFits = (frame: number, cadence: number): boolean => frame % cadence === 0;

/** The frame that is wanted, or the next longer one that the day has figures for; the longest where none fits. */
export const fittingFrame = (wanted: number, cadence: number): Frame =>
  FRAMES.find((frame) => frame >= wanted && frameFits(frame, cadence)) ?? FRAMES[4];

/** Rows in blocks are so many minutes long, or as long as the day's figures are apart. */
export const BLOCK_FRAME = 3;
/** Such rows in a block, as they are offered: 15 and 60 minutes. */
export const BLOCKS = [5, 20] as const;
export type Block = (typeof BLOCKS)[number];

/** Rows in a block on a day whose rows are that long. @param frame minutes of a row */
export const rowsInBlock = (block: Block, frame: number): number => Math.round((block * BLOCK_FRAME) / frame);
