export { BudgetSyntaxError } from './budgets/budgetSyntaxError';
export { parseBudgets } from './budgets/parseBudgets';
export { completeMagic, type MagicCompletion } from './magics/completeMagic';
export { blankMagic, findMagic, magicEnd, removeMagic } from './magics/findMagic';
export type { LineCode, Magic } from './magics/magic';
export { listMagics, magicHelp, optionMarkdownRows } from './magics/help';
export {
  MagicError,
  OptionValueError,
  UnknownMagicError,
  UnknownOptionError,
  type MagicRange
} from './parse/magicErrors';
export { magicSpec, MAGICS, type MagicCommand } from './magics/magicTable';
export {
  magicLabel,
  type MagicKind,
  type MagicOption,
  type MagicSpec,
  type OptionValue,
  type Subcommand,
  type SubcommandName
} from './table/optionTypes';
export {
  OUTPUT_EXTENSIONS,
  outputFile,
  writableExtensions,
  type OutputExtension,
  type OutputFile
} from './table/outputFile';
export type { ConfigChanges } from './parse/parseConfig';
export { SORT_KEYS, type SortKey } from '../analysis/statistics/aggregateTypes';
export { parseMagicLine } from './magics/parseMagic';
export {
  DEFAULT_PROFILE_OPTIONS,
  DEFAULT_TIMEIT_OPTIONS,
  TEXT_FORMATS,
  type ProfileOptions,
  type ProfileOptionsPatch,
  type TextFormat,
  type TimeitOptions
} from './table/profileOptions';
export { lightValues } from './table/recordingOptions';
export { parseRunLine, RUN_COMMAND, type RunLine } from './parse/runCommand';
export { settingTexts } from './table/settingTexts';
