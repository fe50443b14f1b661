import path from 'node:path';

/**
 * Lets worker threads and processes that cells start `require` the packages in `folder`, such as
 * `kernelscope`, if none is installed beside the notebook: packages that they find on their own, and
 * those in `NODE_PATH` already, come first. This process itself searches the same places as before.
 */
export function sharePackages(folder: string, environment: NodeJS.ProcessEnv): void {
  const folders = (environment['NODE_PATH'] ?? '').split(path.delimiter).filter(Boolean);
  if (folders.includes(folder)) return;
  environment['NODE_PATH'] = [...folders, folder].join(path.delimiter);
}
