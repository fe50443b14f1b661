/** Names of the counters of the memory of a process, bytes. */
export const MEMORY_COUNTERS = {
  rss: 'Memory: node/rss',
  heap: 'Memory: node/heap',
  external: 'Memory: node/external',
  arrayBuffers: 'Memory: node/arraybuffers'
} as const;
