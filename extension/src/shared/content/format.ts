import type { CounterUnit } from 'kernelscope/model';
import type { TimeWindow } from 'kernelscope/analysis';
import type { TranslationBundle } from './application';

/** Turns numbers of a profile into text in one language. SI symbols are the same in all of them. */
export interface NumberFormats {
  /** A whole number with grouping. */
  count(value: number): string;
  /** Nanoseconds as milliseconds with three significant digits, all of those before the point, no symbol. */
  milliseconds(ns: number): string;
  /** Nanoseconds with three significant digits and the symbol that suits them. */
  duration(ns: number): string;
  /** Bytes with three significant digits and a decimal symbol, such as `12.3 MB`. */
  bytes(sizeBytes: number): string;
  /** Floating-point operations with three significant digits, such as `12.3 MFLOP`. */
  operations(flops: number): string;
  /** A ratio as a percentage with one decimal. */
  percent(ratio: number): string;
  /** A counter's value with the symbol of its unit. */
  value(unit: CounterUnit, value: number): string;
  /** A value with all its digits, and the symbol of its unit; nanoseconds as milliseconds. */
  exact(unit: CounterUnit, value: number): string;
}

const NS_PER_US = 1e3;
const NS_PER_MS = 1e6;

/** Behind a number with all its digits. */
const EXACT_SYMBOLS: Readonly<Record<CounterUnit, string>> = {
  nanoseconds: ' ms',
  bytes: ' B',
  percent: ' %',
  bytesPerSecond: ' B/s',
  watts: ' W',
  hertz: ' Hz',
  celsius: ' °C',
  count: ''
};

interface Step {
  readonly factor: number;
  readonly symbol: string;
}

const DURATION_STEPS: readonly Step[] = [
  { factor: 1e9, symbol: 's' },
  { factor: 1e6, symbol: 'ms' },
  { factor: 1e3, symbol: 'µs' },
  { factor: 1, symbol: 'ns' }
];

const BYTE_STEPS: readonly Step[] = [
  { factor: 1e12, symbol: 'TB' },
  { factor: 1e9, symbol: 'GB' },
  { factor: 1e6, symbol: 'MB' },
  { factor: 1e3, symbol: 'kB' },
  { factor: 1, symbol: 'B' }
];

const FREQUENCY_STEPS: readonly Step[] = [
  { factor: 1e9, symbol: 'GHz' },
  { factor: 1e6, symbol: 'MHz' },
  { factor: 1e3, symbol: 'kHz' },
  { factor: 1, symbol: 'Hz' }
];

const OPERATION_STEPS: readonly Step[] = [
  { factor: 1e15, symbol: 'PFLOP' },
  { factor: 1e12, symbol: 'TFLOP' },
  { factor: 1e9, symbol: 'GFLOP' },
  { factor: 1e6, symbol: 'MFLOP' },
  { factor: 1e3, symbol: 'kFLOP' },
  { factor: 1, symbol: 'FLOP' }
];

/** The formats of a BCP 47 language tag; a tag that the browser refuses gives English. */
export function createNumberFormats(language: string): NumberFormats {
  const locale = supportedLocale(language);
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(locale, fixedDecimals(1));
  const significant = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });

  const scaled = (value: number, steps: readonly Step[]): string => {
    const { factor, symbol } = stepFor(value, steps);
    const number = value / factor;
    return `${(Math.abs(number) < 1000 ? significant : whole).format(number)} ${symbol}`;
  };
  const bytes = (sizeBytes: number): string => scaled(sizeBytes, BYTE_STEPS);
  const duration = (ns: number): string => scaled(ns, DURATION_STEPS);
  const byUnit: Readonly<Record<CounterUnit, (value: number) => string>> = {
    nanoseconds: duration,
    bytes,
    percent: value => `${tenths.format(value)} %`,
    bytesPerSecond: value => `${bytes(value)}/s`,
    watts: value => `${tenths.format(value)} W`,
    hertz: value => scaled(value, FREQUENCY_STEPS),
    celsius: value => `${whole.format(value)} °C`,
    count: value => significantOrWhole(value, significant, whole)
  };
  return {
    count: value => whole.format(value),
    milliseconds: millisecondFormat(locale),
    duration,
    bytes,
    operations: flops => scaled(flops, OPERATION_STEPS),
    percent: ratio => `${tenths.format(100 * ratio)} %`,
    value: (unit, value) => byUnit[unit](value),
    exact: exactFormat(locale)
  };
}

function millisecondFormat(locale: string): NumberFormats['milliseconds'] {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const digits = { maximumSignificantDigits: 3 };
  const short = new Intl.NumberFormat(locale, digits);
  const padded = new Intl.NumberFormat(locale, { ...digits, minimumSignificantDigits: 3 });
  return ns => {
    const size = Math.abs(ns);
    const format = size < NS_PER_US ? short : size < 999.5 * NS_PER_MS ? padded : whole;
    return format.format(ns / NS_PER_MS);
  };
}

function exactFormat(locale: string): NumberFormats['exact'] {
  const all = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  return (unit, value) => {
    const scale = unit === 'nanoseconds' ? NS_PER_MS : 1;
    return `${all.format(value / scale)}${EXACT_SYMBOLS[unit]}`;
  };
}

const fixedDecimals = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits
});

/** The largest step that leaves at least 1 after rounding to three digits; else the smallest. */
function stepFor(value: number, steps: readonly Step[]): Step {
  const size = Math.abs(value);
  return steps.find(({ factor }) => size >= factor * 0.9995) ?? steps[steps.length - 1];
}

function significantOrWhole(
  value: number,
  significant: Intl.NumberFormat,
  whole: Intl.NumberFormat
): string {
  return (Math.abs(value) < 100 ? significant : whole).format(value);
}

function supportedLocale(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language.replace('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** A place as short as people know it, such as `Conv2D.js:41`; without a line when it is 0. */
export function placeName(file: string, line: number): string {
  const name = file.slice(file.lastIndexOf('/') + 1) || file;
  return line > 0 && name !== '' ? `${name}:${line}` : name;
}

/** Below this share of its own end a stretch is named by its length: both ends would read alike. */
const SHORT_SHARE = 0.05;

/** The forms in which a stretch is named: by its length and its begin, or by both of its ends. */
interface StretchForms {
  readonly short: (length: string, from: string) => string;
  readonly long: (from: string, to: string) => string;
}

function inForm({ fromNs, toNs }: TimeWindow, formats: NumberFormats, forms: StretchForms): string {
  const from = formats.duration(fromNs);
  return toNs - fromNs < SHORT_SHARE * toNs
    ? forms.short(formats.duration(toNs - fromNs), from)
    : forms.long(from, formats.duration(toNs));
}

/** `window` in few words: both ends or, deep inside a long run, its length and its place. */
export function spanText(
  window: TimeWindow,
  formats: NumberFormats,
  trans: TranslationBundle
): string {
  return inForm(window, formats, {
    short: (length, from) => trans.__('%1 at %2', length, from),
    long: (from, to) => trans.__('%1 – %2', from, to)
  });
}

/** The same as the start of a sentence. */
export function stretchText(
  window: TimeWindow,
  formats: NumberFormats,
  trans: TranslationBundle
): string {
  return inForm(window, formats, {
    short: (length, from) => trans.__('Only %1 at %2', length, from),
    long: (from, to) => trans.__('Between %1 and %2', from, to)
  });
}
