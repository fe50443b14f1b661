/** Sizes of the static timeline, pixels. */
export const GUTTER = 132;
export const MARGIN = 12;
export const AXIS_HEIGHT = 30;
export const LANE_HEIGHT = 17;
export const TRACK_GAP = 9;
export const COUNTER_HEIGHT = 34;

/** Width of a character of the 11 px text, on average; a little wide, so that text is cut early. */
export const CHARACTER_WIDTH = 6.7;
