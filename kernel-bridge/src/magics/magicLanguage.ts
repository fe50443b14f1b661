import {
  blankMagic,
  completeMagic,
  findMagic,
  magicEnd,
  magicHelp,
  magicSpec
} from 'kernelscope/options';
import type { MagicLanguage } from '../completion';

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
