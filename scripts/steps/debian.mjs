import { existsSync } from 'node:fs';
import { runStep } from './command.mjs';
import { withLock } from './lock.mjs';

/** Whether packages of Debian can be installed here. */
export const isDebian = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Installs a package of Debian, which `title` calls by its name; one after another. */
export const installFromDebian = ({ name, title, packageName, cure }) =>
  withLock('apt', async () => {
    const step = (stepName, text, command) =>
      runStep({
        ...{ name: stepName, title: text, command, cure, downloads: true },
        env: { DEBIAN_FRONTEND: 'noninteractive' }
      });
    const patient = ['-o', 'DPkg::Lock::Timeout=300'];
    await step(`apt-update-${name}`, 'Reading the package lists', ['apt-get', 'update']);
    await step(`apt-${name}`, title, ['apt-get', 'install', '-y', ...patient, packageName]);
  });
