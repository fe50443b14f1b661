import type { Runner } from '../../../kernel-bridge/src/magics/runnerTable';
import { runRest } from '../../../kernel-bridge/src/magics/lineCode';
import { showText } from '../../../kernel-bridge/src/magics/showProfile';
import type { KnownMagic, MagicLine } from '../../../src/settings/magics/magic';

/** A magic that shows what stands on its line, in capitals. */
export const TOY = {
  kind: 'line',
  name: 'toy',
  help: 'Play with words',
  operands: 'WORDS',
  options: [],
  subcommands: [],
  read: ({ magic }: MagicLine) => ({ command: 'toy', words: magic.text.trim() })
} as const satisfies KnownMagic;

/** What the kernel does for it. */
export const runToy: Runner<ReturnType<typeof TOY.read>> = (session, request, { words }) => {
  showText(session.display, words.toUpperCase());
  return runRest(session, request);
};
