/** The name of the slice that Kineto's format writes for the whole recording, on a row of its own. */
export const KINETO_SPAN = 'Kernelscope Profiler';
