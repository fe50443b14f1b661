// The names of PyTorch's Python API for what events, lists of them, sessions and profiles have here under names of
// JavaScript.

/** Members of both events and averages of events. */
export const TIME_NAMES = {
  /** PyTorch's name of `cpuTime`: CPU time of a call on average, in microseconds. */
  cpu_time: 'cpuTime',
  /** PyTorch's name of `cudaTime`: `cudaTimeTotal` of a call on average, in microseconds. */
  cuda_time: 'cudaTime',
  /** PyTorch's name of `deviceTime`: `deviceTimeTotal` of a call on average, in microseconds. */
  device_time: 'deviceTime',
  /** PyTorch's name of `cpuTimeStr`: `cpuTime` as text, such as `4.250us`. */
  cpu_time_str: 'cpuTimeStr',
  /** PyTorch's name of `cudaTimeStr`: `cudaTime` as text, such as `4.250us`. */
  cuda_time_str: 'cudaTimeStr',
  /** PyTorch's name of `deviceTimeStr`: `deviceTime` as text, such as `4.250us`. */
  device_time_str: 'deviceTimeStr',
  /** PyTorch's name of `cpuTimeTotalStr`: `cpuTimeTotal` as text, such as `4.250us`. */
  cpu_time_total_str: 'cpuTimeTotalStr',
  /** PyTorch's name of `cudaTimeTotalStr`: `cudaTimeTotal` as text, such as `4.250us`. */
  cuda_time_total_str: 'cudaTimeTotalStr',
  /** PyTorch's name of `deviceTimeTotalStr`: `deviceTimeTotal` as text, such as `4.250us`. */
  device_time_total_str: 'deviceTimeTotalStr',
  /** PyTorch's name of `cpuTimeTotal`: CPU time of all calls, in microseconds. */
  cpu_time_total: 'cpuTimeTotal',
  /** PyTorch's name of `cudaTimeTotal`: time of GPU kernels of all calls, in microseconds. */
  cuda_time_total: 'cudaTimeTotal',
  /**
   * PyTorch's name of `deviceTimeTotal`: time of the GPU kernels that all calls and what ran inside
   * them started, in microseconds.
   */
  device_time_total: 'deviceTimeTotal'
} as const;

export type TimeNames = typeof TIME_NAMES & object;

/** Sums of an event and of an average of events. */
const SUM_NAMES = {
  /** PyTorch's name of `selfCpuTimeTotal`: CPU time outside children, in microseconds. */
  self_cpu_time_total: 'selfCpuTimeTotal',
  /** PyTorch's name of `selfCudaTimeTotal`: time of its own GPU kernels, in microseconds. */
  self_cuda_time_total: 'selfCudaTimeTotal',
  /** PyTorch's name of `selfDeviceTimeTotal`: time of its own GPU kernels, in microseconds. */
  self_device_time_total: 'selfDeviceTimeTotal',
  /** PyTorch's name of `cpuMemoryUsage`: bytes of host memory added, negative for freed memory. */
  cpu_memory_usage: 'cpuMemoryUsage',
  /** PyTorch's name of `deviceMemoryUsage`: bytes of GPU memory added, negative for freed memory. */
  device_memory_usage: 'deviceMemoryUsage',
  /** PyTorch's name of `selfCpuMemoryUsage`: bytes of host memory added outside children. */
  self_cpu_memory_usage: 'selfCpuMemoryUsage',
  /** PyTorch's name of `selfDeviceMemoryUsage`: bytes of GPU memory added outside children. */
  self_device_memory_usage: 'selfDeviceMemoryUsage',
  /** PyTorch's name of `inputShapes`: the shape of each input; null if not recorded. */
  input_shapes: 'inputShapes',
  /** PyTorch's name of `isUserAnnotation`: true for a stretch of code that a program named itself. */
  is_user_annotation: 'isUserAnnotation',
  /** PyTorch's name of `isAsync`: true for what neither has children nor is one. */
  is_async: 'isAsync',
  /** PyTorch's name of `cpuParent`: the innermost event that encloses it on its thread, or null. */
  cpu_parent: 'cpuParent'
} as const;

export const EVENT_NAMES = {
  ...SUM_NAMES,
  /** PyTorch's name of `cpuInterval`: when it ran on the CPU, in microseconds. */
  cpu_interval: 'cpuInterval',
  /** PyTorch's name of `cpuChildren`: the events of its thread directly inside it, by start. */
  cpu_children: 'cpuChildren',
  /** PyTorch's name of `sequenceNr`: the number that links it with its gradient, or -1. */
  sequence_nr: 'sequenceNr',
  /** PyTorch's name of `appendKernel`: adds a GPU kernel that the event started. */
  append_kernel: 'appendKernel'
} as const;

export type EventNames = typeof EVENT_NAMES & object;

/** Averages of events. */
export const AVERAGE_NAMES = {
  ...SUM_NAMES,
  /** PyTorch's name of `deviceType`: `CUDA` for kernels, copies or fills of GPUs, `CPU` for events. */
  device_type: 'deviceType'
} as const;

export type AverageNames = typeof AVERAGE_NAMES & object;

/** Intervals. */
export const INTERVAL_NAMES = {
  /** PyTorch's name of `elapsedUs`: the length of the interval in microseconds. */
  elapsed_us: 'elapsedUs'
} as const;

export type IntervalNames = typeof INTERVAL_NAMES & object;

/** Attributes of PyTorch's events that ours are without, each with what takes its place. */
export const REFUSED_EVENT_NAMES = {
  trace_name: 'use name',
  start_thread_id: 'use thread',
  end_thread_id: 'use thread; an event ends on the thread that it began on',
  fwd_thread: 'use sequenceNr, which links an event with its gradient',
  time_range: 'use cpuInterval',
  device_type: 'use kernels, which name their device',
  device_index: 'use kernels, which name their device',
  use_device: 'use kernels, which name their device',
  concrete_inputs: 'use inputShapes',
  structured_input_shapes: 'use inputShapes',
  append_cpu_child: 'make an EventList of the events, which nests them',
  set_cpu_parent: 'make an EventList of the events, which nests them',
  self_cpu_percent: 'divide selfCpuTimeTotal by that of the list',
  total_cpu_percent: 'divide cpuTimeTotal by selfCpuTimeTotal of the list',
  is_remote: 'there are no remote events',
  node_id: 'there are no remote events'
} as const;

/** Lists of events. */
export const LIST_NAMES = {
  /** PyTorch's name of `keyAverages`: one average for each name. */
  key_averages: 'keyAverages',
  /** PyTorch's name of `totalAverage`: the sum over all events. */
  total_average: 'totalAverage',
  /** PyTorch's name of `exportChromeTrace`: writes a Chrome trace, gzipped where the path ends in `.gz`. */
  export_chrome_trace: 'exportChromeTrace',
  /** PyTorch's name of `exportStacks`: writes folded stacks, for flame graphs. */
  export_stacks: 'exportStacks',
  /** PyTorch's name of `selfCpuTimeTotal`: CPU time outside children of all events, in microseconds. */
  self_cpu_time_total: 'selfCpuTimeTotal',
  /** PyTorch's name of `populateCpuChildren`: nests the events again, in their current order. */
  _populate_cpu_children: 'populateCpuChildren'
} as const;

/** The results of sessions, also of MindSpore's profiler. */
export const RESULT_NAMES = {
  /** PyTorch's name of `keyAverages`: one average for each name. */
  key_averages: 'keyAverages',
  /** PyTorch's name of `totalAverage`: the sum over all events. */
  total_average: 'totalAverage',
  /** PyTorch's name of `functionEvents`: the events of the session, in order of start. */
  function_events: 'functionEvents',
  /** PyTorch's name of `exportChromeTrace`: writes a Chrome trace, gzipped where the path ends in `.gz`. */
  export_chrome_trace: 'exportChromeTrace',
  /** PyTorch's name of `exportStacks`: writes folded stacks, for flame graphs. */
  export_stacks: 'exportStacks',
  /** PyTorch's name of `addMetadata`: adds text metadata to the session. */
  add_metadata: 'addMetadata',
  /** PyTorch's name of `addMetadataJson`: adds JSON metadata to the session. */
  add_metadata_json: 'addMetadataJson'
} as const;

export type ResultNames = typeof RESULT_NAMES & object;

/** Sessions of `profile`. */
export const SESSION_NAMES = {
  /** PyTorch's name of `useCuda`: whether the session records GPUs. */
  use_cuda: 'useCuda'
} as const;

export type SessionNames = typeof SESSION_NAMES & object;

/** Finished profiles. */
export const PROFILE_NAMES = {
  /** PyTorch's name of `keyAverages`: one average for each name. */
  key_averages: 'keyAverages',
  /** PyTorch's name of `totalAverage`: the sum over all events. */
  total_average: 'totalAverage',
  /** PyTorch's name of `functionEvents`: the events of the profile, in order of start. */
  function_events: 'functionEvents'
} as const;

export type ProfileNames = typeof PROFILE_NAMES & object;

/** Members of PyTorch's sessions that ours are without, each with what takes its place. */
export const REFUSED_SESSION_NAMES = {
  toggle_collection_dynamic: 'use toggleActivity(activity, on)',
  preset_metadata_json: 'use addMetadataJson(key, json), at any time',
  export_memory_timeline: "use finished.save('flow.svg')"
} as const;
