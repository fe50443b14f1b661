/** The name of the code of a script outside of functions. */
export const TOP_LEVEL = '(top level)';

/** The name of a function without one. */
export const ANONYMOUS = '(anonymous)';
