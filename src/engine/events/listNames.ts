// The names of PyTorch's Python API for what lists of events have here under names of JavaScript.

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
