/**
 * The places of events relative to each other; each is identified by its row. Times in microseconds.
 */
export interface EventTree<E> {
  /**
   * True if the events come from a profile: then `cudaTimeTotal` of outer events includes kernels of
   * inner ones.
   */
  readonly isOfProfile: boolean;
  /** The enclosing event, or null. */
  parentOf(row: number): E | null;
  /** The events directly inside, by start. */
  childrenOf(row: number): readonly E[];
  /** Sum of the times of the events directly inside. */
  childCpuTimeOf(row: number): number;
  /** Sum of the memory of the events directly inside, bytes. */
  childCpuMemoryOf(row: number): number;
  /** The same on the GPU. */
  childDeviceMemoryOf(row: number): number;
  /** Time of the GPU kernels started by the event or any inside it. */
  deviceTimeOf(row: number): number;
  /** To be called when an event was given another kernel. */
  forgetKernels(): void;
}
