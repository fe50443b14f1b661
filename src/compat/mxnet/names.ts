// The names of MXNet's Python API for what is here under names of JavaScript.

/** Functions of the module. */
export const FUNCTION_NAMES = {
  /** MXNet's name of `setConfig`: sets what is recorded from the next run on, and where it is written. */
  set_config: 'setConfig',
  /** MXNet's name of `setState`: begins or ends a run. */
  set_state: 'setState',
  /** MXNet's name of `profilerSetConfig`, which warns: use `setConfig`. */
  profiler_set_config: 'profilerSetConfig',
  /** MXNet's name of `profilerSetState`, which warns: use `setState`. */
  profiler_set_state: 'profilerSetState',
  /** MXNet's name of `dumpProfile`, which warns: use `dump`. */
  dump_profile: 'dumpProfile',
  /** MXNet's name of `setKvstoreHandle`, which throws: there is no key-value store. */
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
