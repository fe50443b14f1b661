import path from 'node:path';

/**
 * Lets worker threads and processes that cells start `require` the packages in `folder`, such as
 * `kernelscope`, where none is installed beside the notebook: what they find by themselves, and what
 * `NODE_PATH` names already, comes first. This process itself looks nowhere else than before.
 */
export function sharePackages(folder: string, environment: NodeJS.ProcessEnv): void {
  const folders = (environment['NODE_PATH'] ?? '').split(path.delimiter).filter(Boolean);
  if (folders.includes(folder)) return;
  environment['NODE_PATH'] = [...folders, folder].join(path.delimiter);
}
