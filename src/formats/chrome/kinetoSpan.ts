/** The name of the slice that Kineto's format writes for the whole recording, on a separate row. */
export const KINETO_SPAN = 'Kernelscope Profiler';
