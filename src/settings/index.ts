export { BudgetSyntaxError } from './budgets/budgetSyntaxError';
export { parseBudgets } from './budgets/parseBudgets';
export { completeMagic } from './magics/completeMagic';
export type { MagicCompletion } from './magics/completeMagic';
export { blankMagic, findMagic, magicEnd, removeMagic } from './magics/findMagic';
export type { LineCode, Magic } from './magics/magic';
export { listMagics, magicHelp, optionMarkdownRows } from './magics/help';
export {
  MagicError,
  OptionValueError,
  UnknownMagicError,
  UnknownOptionError
} from './parse/magicErrors';
export type { MagicRange } from './parse/magicErrors';
export { magicSpec, MAGICS } from './magics/magicTable';
export type { MagicCommand } from './magics/magicTable';
export { magicLabel } from './table/optionTypes';
export type {
  MagicKind,
  MagicOption,
  MagicSpec,
  OptionValue,
  Subcommand,
  SubcommandName
} from './table/optionTypes';
export { OUTPUT_EXTENSIONS, outputFile, writableExtensions } from './table/outputFile';
export type { OutputExtension } from './table/outputFile';
export type { OutputFile } from '../formats/shared/format';
export type { ConfigChanges } from './parse/parseConfig';
export { SORT_KEYS } from '../analysis/statistics/aggregateTypes';
export type { SortKey } from '../analysis/statistics/aggregateTypes';
export { parseMagicLine } from './magics/parseMagic';
export {
  DEFAULT_PROFILE_OPTIONS,
  DEFAULT_TIMEIT_OPTIONS,
  TEXT_FORMATS
} from './table/profileOptions';
export type {
  ProfileOptions,
  ProfileOptionsPatch,
  TextFormat,
  TimeitOptions
} from './table/profileOptions';
export { lightValues } from './table/recordingOptions';
export { parseRunLine, RUN_COMMAND } from './parse/runCommand';
export type { RunLine } from './parse/runCommand';
export { settingTexts } from './table/optionTable';
