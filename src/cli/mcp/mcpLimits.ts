/** Bounds of the answers of the MCP server; docs/user-guide/mcp.md states them. */
export const MCP_LIMITS = {
  /** UTF-16 units of the text from files in one answer. */
  characters: 20_000,
  /** Milliseconds of a call. */
  timeMs: 120_000,
  /** Calls that are worked on at once; others wait. */
  callsAtOnce: 2,
  /** Files and folders that `list` looks at, and the folders that may lie in one another. */
  entries: 20_000,
  depth: 8
} as const;
