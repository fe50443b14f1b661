/** Keys of the arguments that the profiler itself gives to slices; users name others. */

/** Shapes of an operator's inputs, as JSON: `[[32,28,28,1],[3,3,1,8]]`; text for non-tensors is `[]`. */
export const INPUT_SHAPES_ARG = 'inputShapes';

/** Bytes of tensors that an operator added, negative for what it gave back. */
export const BYTES_ARG = 'bytes';

/** Floating-point operations of an operator; a multiplication and an addition are two. */
export const FLOPS_ARG = 'flops';

/**
 * Number that a forward operator gives to the gradient it leaves behind, counted from 1 for each
 * thread; absent where nothing is differentiated.
 */
export const SEQUENCE_ARG = 'seq';

/** On a backward operator: the {@link SEQUENCE_ARG} of the forward operator it belongs to. */
export const STASHED_SEQUENCE_ARG = 'stashed seq';

/**
 * Nanoseconds within an asynchronous slice in which its own code ran, between its `await`s; it waited
 * for the rest. Absent where that was not recorded.
 */
export const RUNNING_ARG = 'running';

/** Categories of arrows. From a forward operator to its backward operator. */
export const FORWARD_BACKWARD_FLOW = 'fwdbwd';

/** From what runs on the CPU to what it makes a GPU do. */
export const CPU_TO_GPU_FLOW = 'ac2g';

/** From where a message is posted to the thread that handles it. */
export const MESSAGE_FLOW = 'message';
