/** Keys of the arguments that the profiler itself gives to slices; users name others. */

/** Shapes of an operator's inputs, as JSON: `[[32,28,28,1],[3,3,1,8]]`; text for non-tensors is `[]`. */
export const INPUT_SHAPES_ARG = 'inputShapes';

/** Shapes of an operator's results, written as {@link INPUT_SHAPES_ARG} is. */
export const OUTPUT_SHAPES_ARG = 'outputShapes';

/** Element types of an operator's inputs and results, as JSON: `["float32","int32"]`. */
export const INPUT_TYPES_ARG = 'inputTypes';
export const OUTPUT_TYPES_ARG = 'outputTypes';

/**
 * The tensors that an operator reads and makes, as JSON: the ids that the library gives them, one for
 * each shape. They show how operators are connected.
 */
export const INPUT_TENSORS_ARG = 'inputTensors';
export const OUTPUT_TENSORS_ARG = 'outputTensors';

/** Bytes of tensors that an operator added, negative for freed bytes. */
export const BYTES_ARG = 'bytes';

/** Floating-point operations of an operator; a multiplication and an addition are two. */
export const FLOPS_ARG = 'flops';

/**
 * Number of a forward operator's gradient, counted from 1 for each thread; absent if nothing is
 * differentiated.
 */
export const SEQUENCE_ARG = 'seq';

/** On a backward operator: the {@link SEQUENCE_ARG} of the forward operator it belongs to. */
export const STASHED_SEQUENCE_ARG = 'stashed seq';

/**
 * Nanoseconds within an asynchronous slice in which its own code ran, between its `await`s; it waited
 * for the rest. Absent where that was not recorded.
 */
export const RUNNING_ARG = 'running';

export { UNFINISHED_ARG } from '../../columns/columns';

/** On a slice of category `message`: the direction of the channel, and its number within that. */
export const CHANNEL_ARG = 'channel';
export const MESSAGE_ARG = 'message';

/** Categories of arrows. From a forward operator to its backward operator. */
export const FORWARD_BACKWARD_FLOW = 'fwdbwd';

/** From work on the CPU to the GPU work that it starts. */
export const CPU_TO_GPU_FLOW = 'ac2g';

/** From the posting of a message to the thread that handles it. */
export const MESSAGE_FLOW = 'message';

/** Arguments of GPU work, with Kineto's names. Blocks of a kernel: `[x, y, z]`. */
export const GRID_ARG = 'grid';

/** Threads in a block of a kernel: `[x, y, z]`. */
export const BLOCK_ARG = 'block';

/** Registers that one thread of a kernel has. */
export const REGISTERS_ARG = 'registers per thread';

/** Bytes of shared memory that one block of a kernel has. */
export const SHARED_MEMORY_ARG = 'shared memory';

/** Bytes that a copy or a memset wrote. */
export const TRANSFER_BYTES_ARG = 'bytes';

/** Rate of a copy or a memset, in 10⁹ bytes per second. */
export const BANDWIDTH_ARG = 'memory bandwidth (GB/s)';

/** Numbers of the GPU, the context and the stream. */
export const DEVICE_ARG = 'device';
export const CONTEXT_ARG = 'context';
export const STREAM_ARG = 'stream';

/** Number shared by a CUDA call and the GPU work that it starts. */
export const CORRELATION_ARG = 'correlation';

/**
 * Number shared by an operator, its CUDA calls and the GPU work that they start, with Kineto's name;
 * from 1.
 */
export const EXTERNAL_ID_ARG = 'External id';

/** Numbers of the GPUs that a copy between two of them read and wrote. */
export const FROM_DEVICE_ARG = 'from device';
export const TO_DEVICE_ARG = 'to device';

/** Number of the event that is waited for. */
export const WAIT_EVENT_ARG = 'event';

/** Name of the NVTX domain of a range; absent for those of none. */
export const RANGE_DOMAIN_ARG = 'domain';

/** Blocks in a cluster of a kernel, `[x, y, z]`; absent without clusters. */
export const CLUSTER_ARG = 'cluster';

/** Bytes of local memory that one thread of a kernel has, where its registers do not do. */
export const LOCAL_MEMORY_ARG = 'local memory per thread';

/** Numbers of the graph, and of its node, that made the GPU do something: decimal text, as 64 bits. */
export const GRAPH_ARG = 'graph id';
export const GRAPH_NODE_ARG = 'graph node id';

/** Return value of a CUDA call, if it was an error. */
export const STATUS_ARG = 'status';

/** The C++ name as written by the compiler, if a slice has the readable one. */
export const MANGLED_ARG = 'mangled';

/** What ended a wait: a timer, a message, the network, a file, native code. */
export const ENDED_BY_ARG = 'ended by';

/** True on a wait that other code interrupted: its `await` waited on afterwards. */
export const CONTINUED_ARG = 'continued';

/** True on a wait that the same pipe, process or timer ended as the one before at its line: it may be the only one that works. */
export const SAME_END_ARG = 'ended by the same';

/** True on a wait at an `await` that began, or went on, while another one at the same line was waited for. */
export const OVERLAPPING_ARG = 'overlapping';
