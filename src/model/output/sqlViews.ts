export type SqlColumnType = 'BIGINT' | 'BOOLEAN' | 'DOUBLE' | 'INTEGER' | 'JSON' | 'VARCHAR';

/** A column of a view. Names that end in `_ns` are nanoseconds, those in `_ms` milliseconds. */
export interface SqlColumn {
  readonly name: string;
  readonly type: SqlColumnType;
  /** Its content, without a full stop; Markdown. */
  readonly help: string;
}

/** A view over a profile. */
export interface SqlView {
  readonly name: string;
  /** The meaning of a row, without a full stop. */
  readonly help: string;
  readonly columns: readonly SqlColumn[];
}

export type SqlViewName =
  | 'slices'
  | 'samples'
  | 'stacks'
  | 'lines'
  | 'counters'
  | 'steps'
  | 'cells'
  | 'tracks'
  | 'instants'
  | 'flows'
  | 'profile';

type Columns = Readonly<Record<string, readonly [type: SqlColumnType, help: string]>>;

const TS: Columns = { ts_ns: ['DOUBLE', 'start, from the origin of the profile'] };
const DUR: Columns = { dur_ns: ['DOUBLE', 'duration'] };
const NAMES: Columns = { name: ['VARCHAR', ''], category: ['VARCHAR', ''] };

/** Where a row belongs. */
const PLACE: Columns = {
  track_id: ['INTEGER', 'row of `tracks`'],
  thread: ['VARCHAR', 'name of the thread; NULL for what runs on none, such as a GPU'],
  pid: ['BIGINT', 'process'],
  tid: ['BIGINT', 'thread; of a stream of a GPU its number']
};

/** The views by name, in the order of the documentation. */
const VIEWS: Readonly<Record<SqlViewName, readonly [help: string, columns: Columns]>> = {
  slices: [
    'a named interval: a range, an operator, a call, a kernel, a wait',
    {
      id: ['INTEGER', 'number of the row, in order of start'],
      ...TS,
      ...DUR,
      self_ns: [
        'DOUBLE',
        'duration without the slices directly in it, kept or not, and without waiting where the running time is known'
      ],
      ...NAMES,
      depth: ['INTEGER', 'number of slices around it on its track'],
      parent_id: ['INTEGER', 'the slice directly around it on its track; NULL for none'],
      cause_id: ['INTEGER', 'the slice that caused it, on any track; NULL if unknown'],
      step: ['BIGINT', 'number of the step in which it began; NULL for none'],
      ...PLACE,
      is_async: ['BOOLEAN', 'whether it is on a lane beside its thread'],
      device: ['INTEGER', 'number of the GPU; NULL for work of the CPU'],
      stack_id: ['INTEGER', 'row of `stacks` of the code that began it; NULL if not recorded'],
      args: ['JSON', 'arguments by name; NULL for none']
    }
  ],
  samples: [
    'a sample of the call stack of a thread',
    {
      id: ['INTEGER', 'number of the row, in order of time'],
      ...TS,
      weight_ns: ['DOUBLE', 'the time that it stands for; of code its CPU time, where known'],
      stack_id: ['INTEGER', 'row of `stacks`; NULL for an idle thread'],
      name: ['VARCHAR', 'the function that ran; NULL for an idle thread'],
      file: ['VARCHAR', 'file of that function'],
      line: [
        'INTEGER',
        'line that ran, else that of the function, counted from 1; NULL if unknown'
      ],
      ...PLACE
    }
  ],
  stacks: [
    'a call stack: a function, and the stack that called it',
    {
      id: ['INTEGER', 'number of the row; greater than that of its caller'],
      parent_id: ['INTEGER', 'the stack of the caller; NULL for a root'],
      depth: ['INTEGER', 'number of callers'],
      name: ['VARCHAR', 'the function on top'],
      file: ['VARCHAR', 'file of that function'],
      line: ['INTEGER', 'line in it, else that of the function, counted from 1; NULL if unknown'],
      kind: ['VARCHAR', '`user`, `library`, `runtime`, `native`, `gc`, `program`'],
      is_awaited: [
        'BOOLEAN',
        'whether the caller awaited it, and it goes on after a wait of its own'
      ],
      frames: [
        'VARCHAR',
        'names from the root to the function on top, joined by `;`; at most the 256 innermost'
      ]
    }
  ],
  lines: [
    'a line of code, with the sampled time of all threads',
    {
      file: ['VARCHAR', ''],
      line: ['INTEGER', 'counted from 1'],
      self_ns: ['DOUBLE', 'time of the line itself'],
      total_ns: ['DOUBLE', 'time of the line and of what it called'],
      own_ns: ['DOUBLE', 'time of the line and of libraries that it called; 0 in libraries']
    }
  ],
  counters: [
    'a value of a counter',
    {
      ...TS,
      name: ['VARCHAR', ''],
      category: ['VARCHAR', ''],
      value: ['DOUBLE', ''],
      unit: [
        'VARCHAR',
        '`bytes`, `count`, `percent`, `nanoseconds`, `bytesPerSecond`, `watts`, `hertz`, `celsius`'
      ],
      kind: ['VARCHAR', '`set` by the code, `sampled`, or `derived`'],
      track_id: ['INTEGER', 'row of `tracks`'],
      pid: ['BIGINT', 'process'],
      device: ['INTEGER', 'number of the GPU; NULL for none']
    }
  ],
  steps: [
    'a step of training or serving; the last five columns add up to `dur_ns`',
    {
      step: ['BIGINT', 'its number'],
      slice_id: ['INTEGER', 'row of `slices`'],
      ...TS,
      ...DUR,
      computing_ns: ['DOUBLE', 'operators ran; with a GPU, kernels on it'],
      data_wait_ns: ['DOUBLE', 'the loop waited for an instrumented iterator'],
      gpu_wait_ns: ['DOUBLE', 'a call waited for the GPU'],
      communication_ns: ['DOUBLE', 'messages were in transit, and nothing else was going on'],
      free_ns: ['DOUBLE', 'the rest']
    }
  ],
  cells: [
    'a cell of a notebook that was recorded',
    {
      cell: ['INTEGER', 'its execution count; NULL if unknown'],
      name: ['VARCHAR', '`Cell [5]`, with the name of its profile if it has one'],
      ...TS,
      ...DUR
    }
  ],
  tracks: [
    'a row of the timeline, or a group of rows',
    {
      id: ['INTEGER', ''],
      name: ['VARCHAR', ''],
      kind: [
        'VARCHAR',
        '`process`, `thread`, `worker`, `asyncLane`, `gc`, `waiting`, `device`, `cudaStream`'
      ],
      parent_id: ['INTEGER', 'the track around it; NULL for none'],
      thread: PLACE['thread'],
      pid: PLACE['pid'],
      tid: PLACE['tid'],
      is_async: ['BOOLEAN', 'whether it is a lane beside a thread'],
      device: ['INTEGER', 'number of the GPU; NULL for none']
    }
  ],
  instants: [
    'a moment without duration',
    {
      ts_ns: ['DOUBLE', 'from the origin of the profile'],
      ...NAMES,
      scope: ['VARCHAR', '`thread`, `process`, `global`, `task`, `marker`'],
      ...PLACE
    }
  ],
  flows: [
    'an arrow from one slice to another',
    {
      from_id: ['INTEGER', 'row of `slices`'],
      to_id: ['INTEGER', 'row of `slices`'],
      ...NAMES
    }
  ],
  profile: [
    'the recording; the one row of the view',
    {
      name: ['VARCHAR', ''],
      id: ['VARCHAR', ''],
      status: ['VARCHAR', '`complete`, `error`, `interrupted`, `exited`, `recovered`'],
      started_at_ms: ['DOUBLE', 'milliseconds since the Unix epoch'],
      dur_ns: ['DOUBLE', 'length of the recorded window'],
      cpu_ns: ['DOUBLE', 'CPU time of the process in it; NULL where not known'],
      host: ['VARCHAR', ''],
      pid: ['BIGINT', 'process'],
      runtime: ['VARCHAR', 'version of Node']
    }
  ]
};

/** Names of the views, in the order of the documentation. */
export const SQL_VIEW_NAMES = Object.keys(VIEWS) as readonly SqlViewName[];

/** The views over a profile, in the order of the documentation. */
export const SQL_VIEWS: readonly SqlView[] = SQL_VIEW_NAMES.map(name => {
  const [help, columns] = VIEWS[name];
  return {
    name,
    help,
    columns: Object.entries(columns).map(([column, [type, text]]) => {
      return { name: column, type, help: text };
    })
  };
});
