/** Categories that the profiler itself gives to what it records; users name others. */

export { FULL_COLLECTION, GC_CATEGORY } from '../../facts/collections';
export {
  DATABASE_CATEGORY,
  FETCH_CATEGORY,
  HTTP_CLIENT_CATEGORY,
  HTTP_SERVER_CATEGORY,
  REQUEST_CATEGORIES
} from '../../facts/requests';
export { SAMPLE_LABEL_CATEGORY } from '../../facts/sampleLabels';
export { EVENT_LOOP_WAIT, LOOP_TURN_CATEGORY, WAITING_CATEGORY } from '../../facts/waits';

/** Operators of any framework, eager or in a graph, and instrumented functions. */
export const OPERATOR_CATEGORY = 'operator';

/** Calls into the public interface of a library, and the two counters of such calls. */
export const API_CATEGORY = 'API';

/** Operators that run inside a custom operator: `Outer::inner`. */
export const CUSTOM_OPERATOR_CATEGORY = 'Custom Operator';

/** Operators, on their own and within a custom one. */
export const OPERATOR_CATEGORIES: readonly string[] = [OPERATOR_CATEGORY, CUSTOM_OPERATOR_CATEGORY];

/** Work that a library executed only to be timed node by node. */
export const SECOND_EXECUTION_CATEGORY = 'second execution';

/** Layers of a model that are applied to tensors, and the models that run them. */
export const LAYER_CATEGORY = 'layer';

/** Bytes of memory by device. */
export const DEVICE_STORAGE_CATEGORY = 'Device Storage';

/** Bytes of pools of memory by device. */
export const POOL_MEMORY_CATEGORY = 'Pool Memory';

/** Categories whose counters are bytes, whatever sets them. */
export const MEMORY_CATEGORIES: readonly string[] = [DEVICE_STORAGE_CATEGORY, POOL_MEMORY_CATEGORY];

/** GPU work, with Kineto's names: kernels, copies, and fills; and graphs that are timed as a whole. */
export const KERNEL_CATEGORY = 'kernel';
export const GPU_COPY_CATEGORY = 'gpu_memcpy';
export const GPU_FILL_CATEGORY = 'gpu_memset';
export const GPU_GRAPH_CATEGORY = 'cuda_graph';
export const GPU_CATEGORIES: readonly string[] = [
  KERNEL_CATEGORY,
  GPU_COPY_CATEGORY,
  GPU_FILL_CATEGORY,
  GPU_GRAPH_CATEGORY
];

/** Work on the multiprocessors of a GPU; copies and fills do not count. */
export const GPU_COMPUTE_CATEGORIES: readonly string[] = [KERNEL_CATEGORY, GPU_GRAPH_CATEGORY];

/** Calls of CUDA, as Kineto calls them. */
export const CUDA_RUNTIME_CATEGORY = 'cuda_runtime';
export const CUDA_DRIVER_CATEGORY = 'cuda_driver';
export const CUDA_CALL_CATEGORIES: readonly string[] = [
  CUDA_RUNTIME_CATEGORY,
  CUDA_DRIVER_CATEGORY
];

/** Waits for a GPU, as Kineto calls them. */
export const CUDA_SYNC_CATEGORY = 'cuda_sync';

/** The cost of recording GPUs, with Kineto's name. */
export const GPU_OVERHEAD_CATEGORY = 'overhead';

/** Counters of a GPU that are sampled: utilisation, power, clocks, the link to the host. */
export const GPU_COUNTER_CATEGORY = 'GPU';

/** Counter of {@link GPU_COUNTER_CATEGORY}: bytes of a device's memory that all processes use. */
export const GPU_MEMORY_USED = 'GPU memory in use';

/** Metrics that the hardware of a GPU counts, sampled. */
export const GPU_METRIC_CATEGORY = 'GPU metrics';

/** Categories of all counters that are sampled of a GPU. */
export const GPU_COUNTER_CATEGORIES: readonly string[] = [
  GPU_COUNTER_CATEGORY,
  GPU_METRIC_CATEGORY
];

/** Functions on sampled stacks, where traces show them as slices. */
export const CALL_STACK_CATEGORY = 'call stack';

/** Stretches of code that a program names with `range`. */
export const RANGE_CATEGORY = 'range';

/** Events, which belong to a thread and to no domain. */
export const EVENT_CATEGORY = 'event';

/** Messages between threads: slices where they are posted, and where they are handled. */
export const MESSAGE_CATEGORY = 'message';

/** Names of the two slices of a message. */
export const POST_MESSAGE = 'postMessage';
export const ON_MESSAGE = 'onmessage';

/** The event loop of a thread. */
export const EVENT_LOOP_CATEGORY = 'event loop';

/** Counter of {@link EVENT_LOOP_CATEGORY}: the delay of the event loop, nanoseconds. */
export const EVENT_LOOP_LAG = 'event loop lag';

/** Counter of {@link EVENT_LOOP_CATEGORY}: the time for which the thread had nothing to run so far. */
export const EVENT_LOOP_IDLE = 'event loop idle';

/**
 * The counter of a thread that waits for a core: it has something to run, while others have all cores. A value is the
 * length of the wait that begins then, nanoseconds, and 0 where it ends; without the counter waits are not known.
 */
export const CORE_WAIT = { name: 'waiting for a core', category: 'scheduling' } as const;

/** In place of names and other texts beyond those that are kept. */
export const OTHER = '(other)';

/** Cells of a notebook whose profiles were put together, one slice each. */
export const CELL_CATEGORY = 'cell';

/** Repetitions of a cell or a statement, one slice each. */
export const REPETITION_CATEGORY = 'repetition';

const FRAME_SUFFIX = ',frame';

export function frameCategory(domain: string): string {
  return `${domain}${FRAME_SUFFIX}`;
}

/** The argument of a frame's slices that counts its runs from 1. */
export const FRAME_NUMBER_ARG = 'frame';

/** True if `category` is that of the frames of some domain. */
export function isFrameCategory(category: string): boolean {
  return category.endsWith(FRAME_SUFFIX);
}

/**
 * True for the slices that Kineto writes around a whole recording, whose number ends their names: they
 * are no work of anyone's.
 */
export function isRecordingSpan(name: string, category: string): boolean {
  return category === 'Trace' && / \(\d+\)$/.test(name);
}

/** The domain of tasks or frames by their category. */
export function domainOfCategory(category: string): string {
  return isFrameCategory(category) ? category.slice(0, -FRAME_SUFFIX.length) : category;
}

export function markerCategory(domain: string): string {
  return `${domain},instant_marker`;
}
