/** A call that failed: the number that it returned, and the name of that number. */
export interface GpuFailure {
  /** Such as `cuptiActivityEnable`. */
  readonly call: string;
  readonly code: number;
  /** Such as `CUPTI_ERROR_INSUFFICIENT_PRIVILEGES`; empty where the library has no name for it. */
  readonly name: string;
}

/** CUPTI's number for what only administrators may do. */
export const NO_PERMISSION = 35;

/** The remedy, as a part of a sentence. */
export const PERMISSION_CURE =
  'load the driver with the module option NVreg_RestrictProfilingToAdminUsers=0, or run as an ' +
  'administrator (CAP_SYS_ADMIN)';
