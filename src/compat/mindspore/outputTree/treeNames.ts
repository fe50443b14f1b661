import { KernelscopeError } from '../../../base/errors';

/** Names within the directory of one cycle, `<host>_<pid>_<yyyymmddHHMMSSmmm>_kscope`. */
export const TREE_SUFFIX = '_kscope';

/** The whole profile; raw data that `FRAMEWORK/` and `KSCOPE_OUTPUT/` are made from. */
export const RAW_PROFILE_FILE = 'profile.kscope';

/** The program's metadata about the run. */
export const METADATA_FILE = 'profiler_metadata.json';

/** Files for people and other tools. */
export const OUTPUT_FOLDER = 'KSCOPE_OUTPUT';

/** Operators as MindSpore's own framework files list them. */
export const FRAMEWORK_FOLDER = 'FRAMEWORK';

/** Files of {@link OUTPUT_FOLDER}. */
export const OUTPUT_FILES = {
  trace: 'trace_view.json',
  kernels: 'kernel_details.csv',
  operators: 'operator_details.csv',
  memory: 'memory_record.csv',
  steps: 'step_trace_time.csv'
} as const;

/** Files of {@link FRAMEWORK_FOLDER}. */
export const FRAMEWORK_FILES = {
  operators: 'cpu_framework_0.txt',
  details: 'cpu_op_detail_info_0.csv',
  types: 'cpu_op_type_info_0.csv',
  timestamps: 'cpu_op_execute_timestamp_0.txt'
} as const;

/** A directory of an output tree could not be analysed; the message names the file and the remedy. */
export class OutputTreeError extends KernelscopeError {}
