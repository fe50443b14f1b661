/** Where events stand among each other; each is known by its row. Times in microseconds. */
export interface EventTree<E> {
  /** Whether the events are of a profile: kernels of inner ones are of the `cudaTimeTotal` of outer ones. */
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
