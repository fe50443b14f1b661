import {
  blankMagic,
  completeMagic,
  findMagic,
  magicEnd,
  magicHelp,
  magicSpec
} from 'kernelscope/settings';
import type { MagicLanguage } from '../requests/completion';

/** Completion and help of the magics, as the option table has them. */
export const magicLanguage: MagicLanguage = {
  blank: blankMagic,
  complete: completeMagic,
  help(source, cursor) {
    const magic = findMagic(source);
    if (magic === null || cursor < magic.start || cursor > magicEnd(magic)) {
      return null;
    }
    const spec = magicSpec(magic.kind, magic.name);
    return spec === null ? null : magicHelp(spec);
  }
};
