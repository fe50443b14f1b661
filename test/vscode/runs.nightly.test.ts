import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { screenshot } from '../ui/screenshot';
import { useWorkbench } from './useWorkbench';
import type { Workbench } from './workbench';

/** The package, as it is built. */
const PACKAGE = fileURLToPath(new URL('../../src', import.meta.url));

const PROGRAM = `function sum() {
  let all = 0;
  for (let n = 0; n < 3e8; n++) all += n % 7;
  return all;
}
console.log('sum', sum());
`;

const TESTS = `const { test } = require('node:test');
const { equal } = require('node:assert');
test('adds', () => {
  let all = 0;
  for (let n = 0; n < 3e8; n++) all += n % 7;
  equal(all > 0, true);
});
`;

/** Where words of a shell would do something, were there one. */
const NAME = 'a $(touch owned); b';

const codeIn = (workbench: Workbench, name: string): Promise<void> =>
  workbench.openFile(name, workbench.page.locator('.monaco-editor .view-lines'));

describe('profiling a file in VS Code', () => {
  const used = useWorkbench();

  const install = (): void => {
    const packages = join(used.workbench.folder, 'node_modules');
    mkdirSync(packages, { recursive: true });
    symlinkSync(PACKAGE, join(packages, 'kernelscope'));
  };

  it('leads to what installs Kernelscope where it is not, and runs nothing', async () => {
    const { workbench } = used;
    workbench.writeFile('main.js', PROGRAM);
    await codeIn(workbench, 'main.js');
    await workbench.run('Kernelscope: Profile this file');
    const { page } = workbench;
    const notice = page.locator('.notification-toast').filter({ hasText: 'is not installed' });
    await notice.getByRole('button', { name: 'Install…' }).click();
    const dialog = page.getByRole('dialog', { name: /A TypeScript kernel for the Python/ });
    await dialog.getByRole('button', { name: 'Choose Wheel…' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(readdirSync(workbench.folder)).toEqual(['main.js']);
  });

  it.each([
    { name: `${NAME}.js`, text: PROGRAM, command: 'Profile this file' },
    { name: `${NAME}.test.js`, text: TESTS, command: 'Profile tests of this file' }
  ])('runs it in a terminal and opens the profile: $command', async ({ name, text, command }) => {
    const { workbench } = used;
    if (!readdirSync(workbench.folder).includes('node_modules')) install();
    workbench.writeFile(name, text);
    await workbench.closeEditors();
    await codeIn(workbench, name);
    await workbench.run(`Kernelscope: ${command}`);
    const output = workbench.outputIn(
      await workbench.frameWith('[data-kernelscope-root] [role=tab]')
    );
    await output.waitForText(new RegExp(`${/test/.test(name) ? 'test' : 'a '}.*[.]js:[35] took`));
    await screenshot(workbench.page, `run-${command.replaceAll(' ', '-')}`);
    const [profile] = readdirSync(join(workbench.folder, '.kernelscope')).filter(each =>
      each.startsWith(name.replace(/[.]js$/, ''))
    );
    expect(profile).toMatch(/-\d{8}-\d{6}[.]kscope$/);
    expect(readdirSync(workbench.folder)).not.toContain('owned');
  });
});

describe('profiling a file in VS Code, in Restricted Mode', () => {
  const used = useWorkbench({ isTrusted: false });

  it('is not offered', async () => {
    const { workbench } = used;
    workbench.writeFile('main.js', PROGRAM);
    await codeIn(workbench, 'main.js');
    expect(await workbench.commands('Kernelscope: Profile')).toEqual([]);
    expect(await workbench.commands('Kernelscope: Toggle')).toEqual([
      'Kernelscope: Toggle Line Heat'
    ]);
  });
});
