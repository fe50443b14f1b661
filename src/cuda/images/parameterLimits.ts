/** The most bytes that all parameters of a kernel take, since CUDA 12.1. */
export const MOST_PARAMETER_BYTES = 32_764;
