/** Keys of the arguments that the profiler itself gives to slices; users name others. */

/** Shapes of an operator's inputs, as JSON: `[[32,28,28,1],[3,3,1,8]]`; text for non-tensors is `[]`. */
export const INPUT_SHAPES_ARG = 'inputShapes';

/** Shapes of an operator's results, written as {@link INPUT_SHAPES_ARG} is. */
export const OUTPUT_SHAPES_ARG = 'outputShapes';

/** Element types of an operator's inputs and results, as JSON: `["float32","int32"]`. */
export const INPUT_TYPES_ARG = 'inputTypes';
export const OUTPUT_TYPES_ARG = 'outputTypes';

/**
 * Which tensors an operator reads and makes, as JSON: the numbers that the library gives to them, one
 * for each shape. They say how operators hang together.
 */
export const INPUT_TENSORS_ARG = 'inputTensors';
export const OUTPUT_TENSORS_ARG = 'outputTensors';

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

/** True on a slice that was still open at the end of its recording, where it was cut off. */
export const UNFINISHED_ARG = 'unfinished';

/** On a slice of category `message`: the direction of the channel, and its number within that. */
export const CHANNEL_ARG = 'channel';
export const MESSAGE_ARG = 'message';

/** Categories of arrows. From a forward operator to its backward operator. */
export const FORWARD_BACKWARD_FLOW = 'fwdbwd';

/** From what runs on the CPU to what it makes a GPU do. */
export const CPU_TO_GPU_FLOW = 'ac2g';

/** From where a message is posted to the thread that handles it. */
export const MESSAGE_FLOW = 'message';

/** Arguments of what a GPU does, as Kineto calls them. Blocks of a kernel: `[x, y, z]`. */
export const GRID_ARG = 'grid';

/** Threads in a block of a kernel: `[x, y, z]`. */
export const BLOCK_ARG = 'block';

/** Registers that one thread of a kernel has. */
export const REGISTERS_ARG = 'registers per thread';

/** Bytes of shared memory that one block of a kernel has. */
export const SHARED_MEMORY_ARG = 'shared memory';

/** Bytes that a copy or a memset wrote. */
export const TRANSFER_BYTES_ARG = 'bytes';

/** How fast a copy or a memset was, in 10⁹ bytes a second. */
export const BANDWIDTH_ARG = 'memory bandwidth (GB/s)';

/** Numbers of the GPU, the context and the stream. */
export const DEVICE_ARG = 'device';
export const CONTEXT_ARG = 'context';
export const STREAM_ARG = 'stream';

/** Number that a call of CUDA and what it makes the GPU do have in common. */
export const CORRELATION_ARG = 'correlation';

/**
 * Number that an operator, its calls of CUDA and what they make the GPU do have in common, as Kineto
 * calls it; from 1.
 */
export const EXTERNAL_ID_ARG = 'External id';

/** Numbers of the GPUs that a copy between two of them read and wrote. */
export const FROM_DEVICE_ARG = 'from device';
export const TO_DEVICE_ARG = 'to device';

/** Number of the event that is waited for. */
export const WAIT_EVENT_ARG = 'event';

/** Name of the NVTX domain of a range; absent for those of none. */
export const RANGE_DOMAIN_ARG = 'domain';

/** Blocks in a cluster of a kernel, `[x, y, z]`; absent where blocks stand alone. */
export const CLUSTER_ARG = 'cluster';

/** Bytes of local memory that one thread of a kernel has, where its registers do not do. */
export const LOCAL_MEMORY_ARG = 'local memory per thread';

/** Numbers of the graph, and of its node, that made the GPU do something: decimal text, as 64 bits. */
export const GRAPH_ARG = 'graph id';
export const GRAPH_NODE_ARG = 'graph node id';

/** What a call of CUDA returned, where that was an error. */
export const STATUS_ARG = 'status';

/** The C++ name as the compiler wrote it, where a slice has the readable one. */
export const MANGLED_ARG = 'mangled';
