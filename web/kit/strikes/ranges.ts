/** So many strikes on each side of the centre, or one of the two values that mean something else. */
export const RANGE_ALL = 11;
export const RANGE_CUSTOM = 12;
/** Up to ten either side of the centre; then the whole chain, then a choice by hand. */
export const RANGES_TO_TEN: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, RANGE_ALL, RANGE_CUSTOM];
