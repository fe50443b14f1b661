// The names of PyTorch's Python API for what sessions and their profiles have here under names of JavaScript.

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
