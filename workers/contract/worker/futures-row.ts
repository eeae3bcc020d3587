/** A future as a row of a ranked table: slots of what it is, how it changed over a window, and its bars. */
export const KEY = 0;
/** Its place in the names. */
export const NAME = 1;
/** Rupees. */
export const PRICE = 2;
/** 1 where prices have four decimals. */
export const IS_FINE = 3;
export const PRICE_CHANGE = 4;
export const PRICE_PERCENT = 5;
export const OI_PERCENT = 6;
export const VOLUME_PERCENT = 7;
export const BUILD_UP = 8;
/** Each over the greatest of its table: -1 to 1 by sign; of volume 0 to 1. */
export const PRICE_BAR = 9;
export const OI_BAR = 10;
export const VOLUME_BAR = 11;
/** Future less spot, rupees, and what that is a year, per cent. */
export const BASIS = 12;
export const CARRY = 13;
/** The volume so far over the mean of the last finished days. */
export const VOLUME_RATIO = 14;
export const SLOTS = 15;

/** What futures are ranked by. */
export const MEASURES = ["price", "oi", "volume"] as const;
export type Measure = (typeof MEASURES)[number];
export const PERCENT_OF: Readonly<Record<Measure, number>> = {
  price: PRICE_PERCENT,
  oi: OI_PERCENT,
  volume: VOLUME_PERCENT,
};
export const BAR_OF: Readonly<Record<Measure, number>> = { price: PRICE_BAR, oi: OI_BAR, volume: VOLUME_BAR };

/** Minutes that the changes of a table may count back; 0 is 'Current', since the previous day. */
export const BOARD_WINDOWS = [0, 5, 10, 15, 30, 60] as const;
export type BoardMinutes = (typeof BOARD_WINDOWS)[number];
