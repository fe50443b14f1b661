import { nearestName } from '../../base/text';
import { type MagicRange, UnknownMagicError } from '../parse/magicErrors';
import { parseConfig } from '../parse/parseConfig';
import { ParseContext, quote } from '../parse/parseContext';
import { parseLeadingOptions, parseOptions } from '../parse/parseOptions';
import { parseOutputFile } from '../parse/parseValue';
import { magicLabel } from '../table/optionTypes';
import { extensionOf } from '../table/outputFile';
import { DEFAULT_PROFILE_OPTIONS, type ProfileOptions } from '../table/profileOptions';
import type { Magic, WordReaders } from './magic';
import { type MagicCommand, MAGICS, magicSpec } from './magicTable';

const READERS: WordReaders = {
  extensionOf,
  parseConfig,
  parseLeadingOptions,
  parseOptions,
  parseOutputFile
};

/**
 * The command of `magic`, complete and valid. `defaults` are the options in force where the line sets
 * none.
 *
 * @throws UnknownMagicError, UnknownOptionError or OptionValueError; each message names the problem,
 * the correct form, and where the options are listed. The cell must not run then.
 */
export function parseMagicLine(
  magic: Magic,
  defaults: ProfileOptions = DEFAULT_PROFILE_OPTIONS
): MagicCommand {
  const spec = magicSpec(magic.kind, magic.name);
  if (spec === null) throw unknownMagic(magic);
  if (magic.isQuestion) return { command: 'help', magic: spec };
  return spec.read({ spec, magic, defaults, context: new ParseContext(spec), readers: READERS });
}

function unknownMagic(magic: Magic): UnknownMagicError {
  const written = magicLabel(magic);
  const labels = MAGICS.map(magicLabel);
  const sameName = MAGICS.find(({ name }) => name === magic.name);
  const nearest = sameName === undefined ? nearestName(written, labels) : magicLabel(sameName);
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
  return new UnknownMagicError(
    `There is no magic ${quote(written)}.${hint}\n%lsmagic lists the magics.`,
    nameRange(magic)
  );
}

function nameRange({ nameStart, nameEnd }: Magic): MagicRange {
  return { start: nameStart, end: nameEnd };
}
