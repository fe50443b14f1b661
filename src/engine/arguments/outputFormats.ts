import { KernelscopeError, shown } from '../../base/errors';
import { camelCase } from '../../base/snakeCase';

/** The files that a profiler can write without a directory of its own, as their names end. */
export const OUTPUT_FORMATS = ['chrome_timeline.json', 'memory_flow.svg'] as const;

export type OutputFormatName = (typeof OUTPUT_FORMATS)[number];

/** `format` or `formats` names no file format that there is, or is of another type; the text lists them. */
export class OutputFormatError extends KernelscopeError {}

/** The options that choose formats, as they were given. */
export interface GivenFormats {
  readonly format?: unknown;
  readonly formats?: unknown;
}

/**
 * The formats to write, each once, in the order given: those of `formats`, else `format`, else the
 * timeline. Names may be written in camelCase as well.
 *
 * @throws OutputFormatError naming the value that is wrong and the valid ones.
 */
export function readFormats({ format, formats }: GivenFormats): readonly OutputFormatName[] {
  const single = format === undefined ? OUTPUT_FORMATS[0] : readFormat(format, 'format');
  if (formats === undefined || formats === null) return [single];
  if (!Array.isArray(formats)) {
    const text = `formats expects a list, got ${written(formats)}`;
    throw new OutputFormatError(text);
  }
  if (formats.length === 0) {
    throw new OutputFormatError(`formats is empty. Support: ${namesOfFormats()}`);
  }
  const read = formats.map((each: unknown, at) => readFormat(each, `formats[${at}]`));
  return [...new Set(read)];
}

function readFormat(value: unknown, option: string): OutputFormatName {
  const found = OUTPUT_FORMATS.find(name => value === name || value === camelCase(name));
  if (found !== undefined) return found;
  throw new OutputFormatError(
    `unsupported format ${written(value)} (${option}). Support: ${namesOfFormats()}`
  );
}

function namesOfFormats(): string {
  return OUTPUT_FORMATS.map(name => `'${name}'`).join(', ');
}

/** A value as written in code, cut if it is long. */
function written(value: unknown): string {
  return typeof value === 'string' ? `'${value.slice(0, 100)}'` : shown(value);
}
