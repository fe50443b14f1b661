// The names of MXNet's Python API for what is here under names of JavaScript.

/** Functions of the module. */
export const FUNCTION_NAMES = {
  set_config: 'setConfig',
  set_state: 'setState',
  profiler_set_config: 'profilerSetConfig',
  profiler_set_state: 'profilerSetState',
  dump_profile: 'dumpProfile',
  set_kvstore_handle: 'setKvstoreHandle'
} as const;

/** Methods of domains. */
export const DOMAIN_NAMES = {
  new_task: 'newTask',
  new_frame: 'newFrame',
  new_counter: 'newCounter',
  new_marker: 'newMarker'
} as const;

/** Methods of counters. */
export const COUNTER_NAMES = { set_value: 'setValue' } as const;
