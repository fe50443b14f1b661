export { BudgetSyntaxError } from './budgets/budgetSyntaxError';
export { parseBudgets } from './budgets/parseBudgets';
export { completeMagic } from './completeMagic';
export type { MagicCompletion } from './completeMagic';
export { blankMagic, findMagic, magicEnd, removeMagic } from './findMagic';
export type { Magic } from './findMagic';
export { listMagics, magicHelp, optionMarkdownRows } from './help';
export type { LineCode, MagicCommand } from './magicCommand';
export { MagicError, OptionValueError, UnknownMagicError, UnknownOptionError } from './magicErrors';
export type { MagicRange } from './magicErrors';
export { magicSpec, MAGICS } from './magicTable';
export { magicLabel } from './optionTypes';
export type {
  MagicKind,
  MagicOption,
  MagicSpec,
  OptionValue,
  Subcommand,
  SubcommandName
} from './optionTypes';
export { OUTPUT_EXTENSIONS, outputFile, writableExtensions } from './outputFile';
export type { OutputExtension, OutputFile, OutputFormat } from './outputFile';
export type { ConfigChanges } from './parseConfig';
export { parseMagicLine } from './parseMagic';
export {
  DEFAULT_PROFILE_OPTIONS,
  DEFAULT_TIMEIT_OPTIONS,
  SORT_KEYS,
  TEXT_FORMATS
} from './profileOptions';
export type {
  ProfileOptions,
  ProfileOptionsPatch,
  SortKey,
  TextFormat,
  TimeitOptions
} from './profileOptions';
export { parseRunLine, RUN_COMMAND } from './runCommand';
export type { RunLine } from './runCommand';
export { settingTexts } from './settingTexts';
