/** A call that failed: the number that it returned, and the name of that number. */
export interface GpuFailure {
  /** Such as `cuptiActivityEnable`. */
  readonly call: string;
  readonly code: number;
  /** Such as `CUPTI_ERROR_INSUFFICIENT_PRIVILEGES`; empty where the library has no name for it. */
  readonly name: string;
}
