import { existsSync } from 'node:fs';
import { runStep } from './command.mjs';

/** Whether packages of Debian can be installed here. */
export const isDebian = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Installs a package of Debian, which `title` calls by its name. */
export async function installFromDebian({ name, title, packageName, cure }) {
  const step = (step, text, command) =>
    runStep({ name: step, title: text, command, cure, env: { DEBIAN_FRONTEND: 'noninteractive' } });
  await step(`apt-update-${name}`, 'Reading the package lists', ['apt-get', 'update']);
  await step(`apt-${name}`, title, ['apt-get', 'install', '-y', packageName]);
}
