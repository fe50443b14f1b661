import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { KernelscopeError } from '../../../base/errors';
import {
  CROSS_RANK_BUNDLE_FILE,
  type CrossRankInput,
  crossRankDocument,
  encodeCrossRank
} from '../../../formats';
import { packageFiles } from '../../../native/packageFiles';
import { type WrittenFiles, writeTexts } from './crossRankFiles';

/** The page with the heat map. */
export const CROSS_RANK_PAGE = 'cross_rank_report.html';

/** The page's script is not where it belongs. */
export class PageFilesError extends KernelscopeError {}

/** The script and the style sheet of the page. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/** The bundles relative to the folder of the script: in it, or where the sources' bundles are. */
const PLACES = ['', '../lib/bundle'];

/**
 * The files of the page; `script` is {@link PackageFiles.crossRankPage}.
 *
 * @throws PageFilesError when the installation is not complete
 */
export function readPageFiles(script: string = packageFiles().crossRankPage): PageFiles {
  const { dir, name } = path.parse(script);
  const stems = PLACES.map(place => path.join(dir, place, name));
  const stem = stems.find(one => existsSync(`${one}.js`) && existsSync(`${one}.css`));
  if (stem === undefined) {
    throw new PageFilesError('The script of the page is missing: install kernelscope again.');
  }
  const [js, css] = ['js', 'css'].map(ending => readFileSync(`${stem}.${ending}`, 'utf8'));
  return { script: js, style: css };
}

/**
 * Writes the page with the heat map and, where a notebook's output cannot hold all cells, the file from
 * which it reads them. Nothing of it throws.
 */
export function writePage(
  input: CrossRankInput,
  root: string,
  { hasFile }: { readonly hasFile: boolean }
): WrittenFiles {
  const bundle = encodeCrossRank({ ...input, folder: '' }, bytes => deflateRawSync(bytes));
  const page = (): string => {
    const { script, style } = readPageFiles();
    const scriptHash = createHash('sha256').update(script).digest('base64');
    return crossRankDocument({ report: input.report, bundle, script, style, scriptHash });
  };
  return writeTexts(root, {
    [CROSS_RANK_PAGE]: page,
    ...(hasFile ? { [CROSS_RANK_BUNDLE_FILE]: () => `${JSON.stringify(bundle)}\n` } : {})
  });
}
