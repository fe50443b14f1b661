import type { Upstream } from '../../support/migrationPages';

/** Every public function, class, method, option and event attribute of the sources that users come from. */
export const UPSTREAM_NAMES: Readonly<Record<Upstream, readonly string[]>> = {
  MXNet: [
    ...['set_kvstore_handle', 'set_config', 'profiler_set_config', 'set_state'],
    ...['profiler_set_state', 'dump', 'dump_profile', 'dumps', 'pause', 'resume', 'scope'],
    ...['Domain', 'new_task', 'new_frame', 'new_counter', 'new_marker'],
    ...['Task', 'Frame', 'Event', 'start', 'stop'],
    ...['Counter', 'set_value', 'increment', 'decrement', 'Marker', 'mark', 'waitall'],
    // of set_config
    ...['filename', 'gpu_memory_profile_filename_prefix', 'profile_all', 'profile_symbolic'],
    ...['profile_imperative', 'profile_memory', 'profile_api', 'continuous_dump', 'dump_period'],
    ...['aggregate_stats', 'profile_process'],
    // of dumps
    ...['reset', 'format', 'sort_by', 'ascending']
  ],
  PyTorch: [
    ...['range', 'profile', 'emit_nvtx', 'load_nvprof', 'format_time', 'attr_formatter'],
    ...['parse_cpu_trace', 'parse_nvprof_trace', 'build_table'],
    ...['FormattedTimesMixin', 'Interval', 'elapsed_us', 'Kernel', 'StringTable'],
    ...['EnforceUnique', 'see'],
    ...['EventList', 'table', 'export_chrome_trace', 'key_averages', 'total_average'],
    'function_events',
    // of profile and table
    ...['enabled', 'use_cuda', 'sort_by', 'header'],
    // of events and averages
    ...['FunctionEvent', 'FunctionEventAvg', 'id', 'name', 'cpu_interval', 'thread', 'kernels'],
    ...['count', 'key', 'append_kernel', 'cpu_time', 'cuda_time', 'cpu_time_total'],
    ...['cuda_time_total', 'cpu_time_str', 'cuda_time_str', 'cpu_time_total_str'],
    'cuda_time_total_str'
  ],
  MindSpore: [
    ...['tensor_board_trace_handler', 'Profiler', 'start', 'stop', 'analyse', 'offline_analyse'],
    ...['step', 'step_num', 'MAX_META_SIZE', 'schedule_arg', 'current_action'],
    'action_controller',
    // of Profiler
    ...['start_profile', 'output_path', 'profiler_level', 'activities', 'schedule'],
    ...['on_trace_ready', 'profile_memory', 'aicore_metrics', 'with_stack'],
    ...['data_simplification', 'l2_cache', 'hbm_ddr', 'pcie', 'data_process'],
    ...['parallel_strategy', 'sync_enable'],
    // members of its enumerations
    ...['Level0', 'Level1', 'Level2', 'CPU', 'NPU', 'GPU', 'AiCoreNone', 'ArithmeticUtilization'],
    ...['PipeUtilization', 'Memory', 'MemoryL0', 'ResourceConflictRatio', 'MemoryUB', 'L2Cache']
  ],
  MegEngine: [
    ...['Profiler', 'profile', 'path', 'format', 'formats', 'sample_rate', 'profile_device'],
    ...['trace', 'get_profile'],
    ...['-t', '--aggregate-by', '--aggregate', '--order-by', '--min-time', '--type']
  ]
};

/** Other names on the pages: of Python itself, and of newer releases for what has one name here as well. */
export const OTHER_NAMES: Readonly<Record<Upstream, readonly string[]>> = {
  MXNet: ['str', 'CustomOp'],
  PyTorch: [
    ...['schedule', 'step', 'stack', 'flops', 'post_processing_timeout_s'],
    ...['print', 'str']
  ],
  MindSpore: ['schedule', 'add_metadata', 'add_metadata_json'],
  MegEngine: []
};
