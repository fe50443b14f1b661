/**
 * What links forward and backward operators on this thread, for those who are told of slices as they
 * begin. Hooks of libraries that differentiate keep it.
 */
export class SequenceNumbers {
  /** What the next gradient that a forward operator leaves behind gets; 0 while none are kept. */
  next = 0;
  /** The number of the gradient whose slice is about to begin, or 0. */
  stashed = 0;
}
