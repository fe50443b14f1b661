/** Members of traced functions. */
export const TRACED_NAMES = {
  /** MegEngine's name of `getProfile`: the operators of the last call that ended well. */
  get_profile: 'getProfile'
} as const;

/** Options of `profile_analyze`, whose names differ from ours in more than their style. */
export const ANALYZE_NAMES = {
  /** MegEngine's name of `name`: keeps operators whose name begins with a match. */
  opr_name: 'name',
  /** MegEngine's name of `inputType`: keeps operators with an input of this element type. */
  input_dtype: 'inputType',
  /** MegEngine's name of `endKey`: whether a time ends with the operator or the wait before it. */
  top_end_key: 'endKey',
  /** MegEngine's name of `host`: whether there is a table of times on the host as well. */
  show_host: 'host'
} as const;

/** All names of MegEngine's Python API that stand for one here: members, commands and options. */
export const MEGENGINE_NAMES = {
  classes: { TracedFunction: TRACED_NAMES },
  commands: { profile_analyze: 'analyze' },
  options: { analyze: ANALYZE_NAMES }
} as const;
