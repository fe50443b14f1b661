import { join } from 'node:path';
import { installApart } from './pythonEnvironment.mjs';

/** The path of a server of an object store, against which buckets are tested. */
export async function installMoto() {
  const folder = await installApart({
    name: 'moto',
    title: 'Installing an object store, which tests read ranks from',
    requirements: 'scripts/python/motoRequirements.txt'
  });
  return join(folder, 'bin', 'moto_server');
}
