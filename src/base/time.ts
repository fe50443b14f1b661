/** Nanoseconds in one microsecond, one millisecond and one second. */
export const NS_PER_US = 1e3;
export const NS_PER_MS = 1e6;
export const NS_PER_S = 1e9;
