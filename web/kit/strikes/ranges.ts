/** So many strikes on each side of the centre, or one of the two values that mean something else. */
export const RANGE_ALL = 11;
export const RANGE_CUSTOM = 12;
