import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './fakeCuda/root';
import { isNight } from './tiers';

/** Headers of one CUPTI that is installed here. */
export interface CuptiHeaders {
  readonly folder: string;
  /** `CUPTI_API_VERSION`: 130001 of CUDA 13.0, 27 of CUDA 12.9. */
  readonly version: number;
  /** The newest structure of each kind of record, such as `CUpti_ActivityKernel10` of `Kernel`. */
  newest(record: string): string;
}

/** Folders `include` of Python packages of NVIDIA, of CUDA toolkits, and those that are named. */
function folders(): readonly string[] {
  const named = (process.env['KERNELSCOPE_CUPTI_HEADERS'] ?? '').split(':').filter(Boolean);
  const within = (folder: string, keep: (name: string) => boolean) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter(keep)
          .map(name => path.join(folder, name))
      : [];
  const pythons = within(path.join(repositoryRoot(), '.venv', 'lib'), name =>
    name.startsWith('python3')
  );
  const packages = pythons.flatMap(python =>
    within(path.join(python, 'site-packages', 'nvidia'), () => true)
  );
  const toolkits = within('/usr/local', name => name.startsWith('cuda-'));
  return [...named, ...[...packages, ...toolkits].map(folder => path.join(folder, 'include'))];
}

/**
 * The headers of every CUPTI that is installed, in the daytime one of each version: from the Python packages that `npm test` installs,
 * from toolkits of the machine, and from the folders that KERNELSCOPE_CUPTI_HEADERS names, apart by
 * colons.
 *
 * @throws Error where there are none.
 */
export function cuptiHeaders(): readonly CuptiHeaders[] {
  const found = folders().filter(folder =>
    ['cupti.h', 'cuda.h'].every(name => existsSync(path.join(folder, name)))
  );
  const headers = found.map(read);
  const isFirst = ({ version }: CuptiHeaders, at: number): boolean =>
    headers.findIndex(each => each.version === version) === at;
  if (headers.length > 0) return isNight ? headers : headers.filter(isFirst);
  throw new Error('No headers of CUPTI are installed here: run npm test, which installs them');
}

function read(folder: string): CuptiHeaders {
  const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const activities = text('cupti_activity.h');
  const [, version] = /define\s+CUPTI_API_VERSION\s+(\d+)/.exec(text('cupti_version.h'))!;
  return {
    folder,
    version: Number(version),
    newest(record) {
      const types = activities.matchAll(new RegExp(`^\\}\\s*CUpti_Activity${record}(\\d*);`, 'gm'));
      const versions = [...types].map(([, number]) => Number(number || 1));
      if (versions.length === 0) throw new Error(`${folder} has no record ${record}`);
      const newest = Math.max(...versions);
      return `CUpti_Activity${record}${newest === 1 ? '' : newest}`;
    }
  };
}
