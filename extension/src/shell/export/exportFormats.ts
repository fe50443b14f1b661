import type { TranslationBundle } from '@jupyterlab/translation';
import type { AggregateSection } from 'kernelscope/analysis';
import type { SampledFormat } from 'kernelscope/formats';
import {
  bundleSections,
  chromeTraceLosses,
  cpuprofileLosses,
  encodeCpuprofile,
  encodeFolded,
  encodeKinetoTrace,
  encodePerfetto,
  encodePprof,
  encodeSpeedscope,
  lacksSamples,
  memoryFlowSvg,
  profileCsv,
  profileDocument
} from 'kernelscope/formats';
import type { Profile } from 'kernelscope/model';
import type { ProfileContent } from '../../shared/content/profileTab';
import { compressed } from './compressed';
import { compressedKscope } from './compressedKscope';

/** Text, which is written as UTF-8, or bytes. */
export type FileContent = string | Uint8Array;

/** A kind of file that a profile can be saved as. */
export interface ExportFormat<Content extends FileContent = FileContent> {
  readonly label: string;
  /** With its dot. */
  readonly extension: string;
  /** MIME type. */
  readonly type: string;
  /** A few words about what is in the file, and what of `content`, if that is known, is not. */
  describe(content: ProfileContent | null): string;
  /** False where `content`, if it is known, has nothing that such a file could show; else it is listed. */
  isOffered?(content: ProfileContent | null): boolean;
  /** True when a part of the profile makes a lesser file than the whole. */
  needsWhole(content: ProfileContent): boolean;
  /** The file; it depends on nothing but `content`. */
  encode(content: ProfileContent): Content | Promise<Content>;
}

/** Everything a profile can be saved as, by what is known of its content. */
export function exportFormats(
  trans: TranslationBundle,
  content: ProfileContent | null
): readonly ExportFormat[] {
  return allFormats(trans).filter(format => format.isOffered?.(content) !== false);
}

function allFormats(trans: TranslationBundle): readonly ExportFormat[] {
  return [
    perfettoFormat(trans),
    chromeFormat(trans),
    speedscopeFormat(trans),
    cpuprofileFormat(trans),
    pprofFormat(trans),
    foldedFormat(trans),
    kscopeFormat(trans),
    csvFormat(trans),
    htmlFormat(trans),
    memoryFlowFormat(trans)
  ];
}

/** What Perfetto opens; also what is handed over to it. */
export function perfettoFormat(trans: TranslationBundle): ExportFormat<Uint8Array> {
  return {
    label: trans.__('Perfetto trace'),
    extension: '.perfetto-trace',
    type: 'application/octet-stream',
    describe: () => trans.__('Tracks, counters, flows, arguments and CPU samples'),
    needsWhole: () => true,
    encode: ({ profile }) => encodePerfetto(profile)
  };
}

function chromeFormat(trans: TranslationBundle): ExportFormat {
  return {
    label: trans.__('Chrome trace'),
    extension: '.json',
    type: 'application/json',
    describe: content => {
      const losses = content ? chromeTraceLosses(content.profile).join(', ') : '';
      return losses === ''
        ? trans.__('For viewers that read no Perfetto traces')
        : trans.__('For viewers that read no Perfetto traces; leaves out %1', losses);
    },
    needsWhole: () => true,
    encode: ({ profile }) => encodeKinetoTrace(profile)
  };
}

function speedscopeFormat(trans: TranslationBundle): ExportFormat {
  return {
    label: trans.__('speedscope'),
    extension: '.speedscope.json',
    type: 'application/json',
    describe: () => trans.__('CPU samples, heap allocations and slices as flame graphs'),
    needsWhole: () => true,
    encode: ({ profile }) => encodeSpeedscope(profile)
  };
}

function cpuprofileFormat(trans: TranslationBundle): ExportFormat {
  return {
    label: trans.__('V8 CPU profile'),
    extension: '.cpuprofile',
    type: 'application/json',
    describe: content => {
      if (lacks(content, 'cpuprofile')) return noSamples(trans);
      const what = trans.__('CPU samples of the main thread, for Chrome DevTools and VS Code');
      const losses = content ? cpuprofileLosses(content.profile).join(', ') : '';
      return losses === '' ? what : trans.__('%1; leaves out %2', what, losses);
    },
    needsWhole: () => true,
    encode: ({ profile }) => encodeCpuprofile(profile)
  };
}

function pprofFormat(trans: TranslationBundle): ExportFormat {
  return {
    label: trans.__('pprof'),
    extension: '.pb.gz',
    type: 'application/gzip',
    describe: content =>
      lacks(content, 'pprof')
        ? noSamples(trans)
        : trans.__('CPU samples and heap allocations by stack'),
    needsWhole: () => true,
    encode: ({ profile }) => compressed(encodePprof(profile), 'gzip')
  };
}

function foldedFormat(trans: TranslationBundle): ExportFormat {
  return {
    label: trans.__('Folded stacks'),
    extension: '.folded',
    type: 'text/plain;charset=utf-8',
    describe: content =>
      lacks(content, 'cpuprofile')
        ? trans.__('Slices as lines for flame graph scripts; there are no CPU samples')
        : trans.__('CPU time of every stack as lines for flame graph scripts'),
    needsWhole: () => true,
    encode: ({ profile }) => encodeFolded(profile)
  };
}

/** Whether what is known of a profile has no samples that such a file could be made of. */
function lacks(content: ProfileContent | null, format: SampledFormat): boolean {
  return content !== null && lacksSamples(content.profile, format);
}

function noSamples(trans: TranslationBundle): string {
  return trans.__('Would be empty: this profile has no CPU samples');
}

function kscopeFormat(trans: TranslationBundle): ExportFormat {
  return {
    label: trans.__('Kernelscope profile'),
    extension: '.kscope',
    type: 'application/octet-stream',
    describe: () => trans.__('Everything, for %profile load and the command line'),
    needsWhole: () => true,
    encode: content => compressedKscope(statedAsPart(content))
  };
}

function csvFormat(trans: TranslationBundle): ExportFormat {
  return {
    label: trans.__('Table'),
    extension: '.csv',
    type: 'text/csv;charset=utf-8',
    describe: () => trans.__('The statistics of every name, unrounded'),
    needsWhole: ({ bundle }) => bundle.hiddenRows > 0,
    encode: content => profileCsv(content.profile, exactSections(content))
  };
}

function htmlFormat(trans: TranslationBundle): ExportFormat {
  return {
    label: trans.__('Report'),
    extension: '.html',
    type: 'text/html;charset=utf-8',
    describe: () => trans.__('Summary, tables and a picture, to read anywhere'),
    needsWhole: () => true,
    encode: content => profileDocument(statedAsPart(content), { sections: exactSections(content) })
  };
}

function memoryFlowFormat(trans: TranslationBundle): ExportFormat {
  return {
    label: trans.__('Memory flow (SVG)'),
    extension: '.svg',
    type: 'image/svg+xml',
    describe: () => trans.__('Tensors as rectangles of time and address, to open in a browser'),
    isOffered: content => content === null || content.profile.allocations.length > 0,
    needsWhole: () => true,
    encode: ({ profile }) => memoryFlowSvg(profile)
  };
}

/** The statistics of all slices where `profile` has a part of them; else they follow from it. */
function exactSections({ bundle, isWhole }: ProfileContent): AggregateSection[] | undefined {
  return isWhole ? undefined : bundleSections(bundle);
}

/** The profile; when it is a part, it says of itself that it is not intact. */
function statedAsPart({ profile, isWhole }: ProfileContent): Profile {
  return isWhole ? profile : { ...profile, meta: { ...profile.meta, truncated: true } };
}
