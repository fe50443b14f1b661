import { Command, type Option } from 'commander';
import { joinWords } from '../../base/text';

/**
 * A command whose long options may be shortened as long as they stay unique (`--order` for
 * `--order-by`), and that takes `-t=5` for `-t 5`, as programs of Python do.
 */
export class AbbreviatingCommand extends Command {
  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    return super.parseOptions(this.#expanded(args));
  }

  #expanded(args: readonly string[]): string[] {
    const end = args.indexOf('--');
    const own = end < 0 ? args : args.slice(0, end);
    const words: string[] = [];
    let isValue = false;
    for (const word of own) {
      const [first, ...more]: readonly string[] = isValue ? [word] : this.#expandedWord(word);
      words.push(first, ...more);
      isValue = !isValue && more.length === 0 && this.#takesNext(first);
    }
    return end < 0 ? words : [...words, ...args.slice(end)];
  }

  #takesNext(word: string): boolean {
    return this.options.some(
      option => option.required && [option.short, option.long].includes(word)
    );
  }

  #expandedWord(word: string): readonly string[] {
    const short = /^(-[^-])=(.*)$/s.exec(word);
    if (short && this.#takesNext(short[1])) return [short[1], short[2]];
    const long = /^(--[^=]+)(=.*)?$/s.exec(word);
    return [long ? this.#fullName(long[1]) + (long[2] ?? '') : word];
  }

  #fullName(name: string): string {
    const known = this.createHelp().visibleOptions(this).concat(this.options);
    const names = [...new Set(known.map(longName))].filter(long => long.startsWith(name));
    if (names.length === 0 || names.includes(name)) return name;
    if (names.length === 1) return names[0];
    return this.error(`error: option '${name}' could be ${joinWords(names)}`);
  }
}

function longName({ long }: Option): string {
  return long ?? '';
}
