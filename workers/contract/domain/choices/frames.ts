/** Frames of tables over time: how many minutes a row is long. */

/** Whether a day with a figure every so many minutes has one at the end of each frame. */
export const frameFits = (frame: number, cadence: number): boolean => frame % cadence === 0;

/** The frame that is wanted, or the next longer one that the day has figures for; the longest where none fits. */
export const fittingFrame = (frames: readonly number[], wanted: number, cadence: number): number =>
  frames.find((frame) => frame >= wanted && frameFits(frame, cadence)) ?? frames.at(-1) ?? wanted;
