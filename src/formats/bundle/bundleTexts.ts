import type { Profile } from '../../model/profile/profile';
import type { SourceText } from '../../model/profile/sourceText';
import { jsonBytes } from './bundleSections';
import { clipText } from '../shared/text/clipText';
import { wellFormed } from '../shared/text/wellFormed';

/**
 * The sources of cells that fit a bundle, in at most `maxBytes` of JSON: the hottest ones, each whole
 * or not at all. If one is too long, a shorter one after it may still fit.
 */
export function textsWithin({ sourceTexts }: Profile, maxBytes: number): SourceText[] {
  let left = maxBytes;
  const kept: SourceText[] = [];
  for (const source of sourceTexts) {
    const packed = {
      ...source,
      file: clipText(source.file),
      text: wellFormed(source.text)
    };
    const bytes = jsonBytes(packed) + 1;
    if (bytes > left) continue;
    left -= bytes;
    kept.push(packed);
  }
  return kept;
}
