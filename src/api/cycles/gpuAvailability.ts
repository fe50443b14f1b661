/** Whether there is a GPU whose work can be recorded, and why not. */
export type GpuAvailability =
  { readonly isFound: true } | { readonly isFound: false; readonly reason: string };

/** Looks for a GPU. Never throws. */
export type FindGpu = () => GpuAvailability;

/** Finds none: the work of GPUs is not recorded. */
export const findNoGpu: FindGpu = () => ({
  isFound: false,
  reason: 'CUDA is not available: this version records no work of GPUs'
});
