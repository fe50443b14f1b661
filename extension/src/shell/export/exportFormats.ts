import type { TranslationBundle } from '../../shared/content/application';
import type { AggregateSection } from 'kernelscope/analysis';
import {
  type FormatWriter,
  type ProfileFormat,
  FORMATS,
  PERFETTO,
  bundleSections,
  encodeKscope
} from 'kernelscope/formats';
import type { Profile } from 'kernelscope/model';
import type { ProfileContent } from '../../shared/content/profileTab';
import { unshared } from '../../shared/elements/download';

/** A kind of file that a profile can be saved as. */
export interface ExportFormat {
  readonly label: string;
  /** With its dot. */
  readonly extension: string;
  /** MIME type. */
  readonly type: string;
  /** True for the format that Perfetto opens. */
  readonly isPerfetto: boolean;
  /** A few words about what is in the file, and what of `content`, if that is known, is not. */
  describe(content: ProfileContent | null): string;
  /** True when a part of the profile makes a lesser file than the whole. */
  needsWhole(content: ProfileContent): boolean;
  /** The file; it depends on nothing but `content`. */
  encode(content: ProfileContent): Promise<Uint8Array>;
}

/** Everything a profile can be saved as, by what is known of its content. */
export function exportFormats(
  trans: TranslationBundle,
  content: ProfileContent | null
): readonly ExportFormat[] {
  return FORMATS.flatMap(format => {
    const { write } = format;
    if (write === undefined) return [];
    const isHidden = write.isHiddenWhenEmpty && content && write.lacks?.(content.profile, trans);
    return isHidden ? [] : [exportFormat(format, write, trans)];
  });
}

/** The format that Perfetto opens, and that is handed over to it. */
export function perfettoFormat(trans: TranslationBundle): ExportFormat {
  return exportFormat(PERFETTO, PERFETTO.write, trans);
}

function exportFormat(
  format: ProfileFormat,
  write: FormatWriter,
  trans: TranslationBundle
): ExportFormat {
  const [{ ending }] = format.endings;
  return {
    label: format.title(trans),
    extension: ending,
    type: format.mediaType,
    isPerfetto: format.id === PERFETTO.id,
    describe: content => describe(write, content?.profile ?? null, trans),
    needsWhole: ({ bundle }) => write.needs !== 'statistics' || bundle.hiddenRows > 0,
    encode: async content => {
      const profile = statedAsPart(content);
      if (format.id === 'kscope') return compressedKscope(profile);
      const sections = exactSections(content);
      const bytes = write.encode({
        profile,
        sections: sections && (() => sections),
        found: () => content.bundle,
        comparison: content.bundle.comparison,
        words: 'kineto'
      });
      return ending.endsWith('.gz') ? compressed(bytes, 'gzip') : bytes;
    }
  };
}

function describe(write: FormatWriter, profile: Profile | null, trans: TranslationBundle): string {
  const empty = profile && write.lacks?.(profile, trans);
  if (empty) return empty.hint;
  const contents = write.contents(profile, trans);
  const losses = (profile && write.losses?.(profile)) ?? [];
  return losses.length === 0
    ? contents
    : trans.__('%1; leaves out %2', contents, losses.join(', '));
}

/** The statistics of all slices where `profile` has a part of them; else they follow from it. */
function exactSections({ bundle, isWhole }: ProfileContent): AggregateSection[] | undefined {
  return isWhole ? undefined : bundleSections(bundle);
}

/** The profile; when it is a part, it says of itself that it is not intact. */
function statedAsPart({ profile, isWhole }: ProfileContent): Profile {
  return isWhole ? profile : { ...profile, meta: { ...profile.meta, truncated: true } };
}

/**
 * `profile` as a compressed `.kscope` file. Browsers compress in streams only and the encoder wants
 * it done at once, so it runs twice: to collect what is to be compressed, and to put it in place.
 */
export async function compressedKscope(profile: Profile): Promise<Uint8Array> {
  const contents: Uint8Array[] = [];
  const deflate = (content: Uint8Array): Uint8Array => {
    contents.push(content);
    return content;
  };
  encodeKscope(profile, { deflate });
  const deflated: Uint8Array[] = [];
  for (const content of contents) deflated.push(await compressed(content, 'deflate-raw'));
  let next = 0;
  return encodeKscope(profile, { deflate: () => deflated[next++] });
}

/** `bytes` as a stream of that kind, as the browser compresses it. */
export async function compressed(
  bytes: Uint8Array,
  format: 'deflate-raw' | 'gzip'
): Promise<Uint8Array> {
  const stream = new Blob([unshared(bytes)]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
