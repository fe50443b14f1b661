import type { NumberFormats } from '../../../extension/src/shared/content/format';
import type { HeatLine, ProfileLines } from '../messages/editorMessages';

/** How marks look by the share of their line, the hottest first. Widths are in pixels. */
export const LEVELS = [
  { least: 0.1, width: 12 },
  { least: 0.01, width: 7 },
  { least: 0.001, width: 3 }
] as const;

const WORDS: Readonly<Record<ProfileLines['kind'], string>> = {
  cpu: 'CPU time',
  waiting: 'waiting',
  allocations: 'allocated',
  operators: 'time of operators',
  gpu: 'time of GPUs'
};

/** The place in {@link LEVELS} of a line; null for one that is not worth a mark. */
export function levelOf([, self, total]: HeatLine): number | null {
  const share = Math.max(self, total ?? 0);
  const level = LEVELS.findIndex(({ least }) => share >= least);
  return level < 0 ? null : level;
}

/** The text behind a line, and the sentence for those who point at it. */
export function markText(
  [, self, total]: HeatLine,
  { kind, whole }: ProfileLines,
  formats: NumberFormats
): { readonly short: string; readonly long: string } {
  const amount = (share: number): string =>
    kind === 'allocations' ? formats.bytes(share * whole) : formats.duration(share * whole);
  const share = total === null ? self : Math.max(self, total);
  const short = `${formats.percent(share)} · ${amount(share)}`;
  const own = `${formats.percent(self)} (${amount(self)}) ${WORDS[kind]} on this line itself`;
  const all = `${formats.percent(share)} (${amount(share)}) with all that it called`;
  return { short, long: total === null ? `${own}.` : `${own}, ${all}.` };
}
