/** Names of the counters of the memory of a process, bytes. */
export const MEMORY_COUNTERS = {
  rss: 'Memory: node/rss',
  heap: 'Memory: node/heap',
  external: 'Memory: node/external',
  arrayBuffers: 'Memory: node/arraybuffers'
} as const;

/** The names of all counters of a process's memory begin with this. */
export const PROCESS_MEMORY = 'Memory: node/';

/** Bytes of an array buffer in which the recorder keeps one slice. */
export const RECORDED_SLICE_BYTES = 24;
