import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNotebook } from '../ui/notebook';
import { screenshot } from '../ui/screenshot';
import { again, comes, until } from './until';
import { useWorkbench } from './useWorkbench';
import { type Workbench } from './workbench';

const PYTHON = fileURLToPath(new URL('../../.venv/bin/python', import.meta.url));

/** Gives a folder an environment `.venv` whose Python is a program, with arguments before those of the caller. */
function writeEnvironment(folder: string, ...command: readonly string[]): void {
  const bin = join(folder, '.venv', 'bin');
  mkdirSync(bin, { recursive: true });
  const words = command.map(word => `'${word}'`).join(' ');
  writeFileSync(join(bin, 'python'), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
}

/** The cells of code of the notebook on show. */
const cellsOf = ({ page }: Workbench): Locator =>
  page.locator('.notebookOverlay:not([inert]) .code-cell-row');

/** Closes what is open, whether it was changed or not. */
async function leave(workbench: Workbench): Promise<void> {
  const tabs = workbench.page.locator('.editor-group-container .tab');
  for (let open = await tabs.count(); open > 0; open--) {
    await workbench.run('View: Revert and Close Editor');
    await until(async () => (await tabs.count()) < open);
  }
}

/** Writes a notebook with such cells, and opens it in place of the one before. */
async function openCells(workbench: Workbench, name: string, ...sources: string[]): Promise<void> {
  await leave(workbench);
  writeNotebook(
    join(workbench.folder, name),
    sources.map(source => ({ source }))
  );
  await workbench.openFile(name, cellsOf(workbench).first());
  // which is there once the kernel is chosen
  await workbench.page.getByRole('button', { name: 'Restart Kernel' }).waitFor();
}

/** Waits until the page of outputs has a text, and returns what has it. */
async function shown(workbench: Workbench, text: string): Promise<Locator> {
  const selector = `.output_container :text("${text}")`;
  const frame = await workbench.frameWith(selector);
  return frame.locator(selector).first();
}

const notification = ({ page }: Workbench, text: string): Locator =>
  page.locator('.notification-list-item', { hasText: text });

describe('cells that VS Code runs without another extension', () => {
  const used = useWorkbench();
  beforeAll(() => writeEnvironment(used.workbench.folder, PYTHON));
  afterAll(() => leave(used.workbench));

  it('have their outputs, profiles among them, and errors that lead to their line', async () => {
    const { workbench } = used;
    const { page } = workbench;
    await openCells(
      workbench,
      'run.ipynb',
      "console.log('said'); 6 * 7",
      '%%profile\nlet sum = 0;\nfor (let i = 0; i < 3e7; i++) sum += Math.sqrt(i);',
      "function fail() {\n  throw new Error('too far');\n}\nfail();",
      "console.log('not reached')"
    );
    await workbench.run('Notebook: Run All');
    await shown(workbench, 'said');
    await shown(workbench, '42');
    const profile = await workbench.frameWith('[data-kernelscope-root] [role=tab]');
    expect(await profile.locator('[data-kernelscope-root]').count()).toBe(1);
    // the notebook makes room for it
    const cells = [1, 2].map(at => cellsOf(workbench).nth(at));
    await until(async () => {
      const [own, next] = await Promise.all(cells.map(cell => cell.boundingBox()));
      return own !== null && (next === null || next.y - own.y - own.height > 200);
    });
    await page.getByRole('button', { name: 'Profile Cell' }).first().waitFor();
    await screenshot(page, 'real-run-outputs');
    await page.keyboard.press('Control+End');
    const link = await shown(workbench, 'Cell [3]:2:9');
    await screenshot(page, 'real-run-error');
    await link.click();
    await expect.poll(() => workbench.focusedClass()).toMatch(/native-edit-context|inputarea/);
    await expect.poll(() => page.locator('.statusbar-item', { hasText: 'Cell' }).count()).toBe(1);
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Control+C');
    expect(await workbench.clipboard()).toContain("throw new Error('too far')");
    const frame = await workbench.frameWith('.output_container');
    expect(await frame.locator(':text("not reached")').count()).toBe(0);
    await workbench.run('File: Save');
    const saved = (): string => readFileSync(join(workbench.folder, 'run.ipynb'), 'utf8');
    await until(async () => saved().includes('at fail'));
    expect(saved()).not.toContain('vscode-notebook-cell');
    expect(saved()).toContain('at fail (Cell [3]:2:9)');
  });

  it('say how far their recording has come, and are interrupted by a click on that', async () => {
    const { workbench } = used;
    const { page } = workbench;
    await openCells(workbench, 'long.ipynb', 'while (true) Math.sqrt(2);');
    await workbench.run('Kernelscope: Profile Cell');
    const progress = page.locator('.cell-statusbar-container :text("Profiling ·")').first();
    await progress.waitFor();
    await screenshot(page, 'real-run-progress');
    await progress.click();
    const profile = await workbench.frameWith('[data-kernelscope-root] [role=tab]');
    expect(await profile.locator('[data-kernelscope-root]').count()).toBe(1);
    await progress.waitFor({ state: 'detached' });
    expect(await cellsOf(workbench).first().innerText()).toContain('%%profile');
    await screenshot(page, 'real-run-interrupted');
  });

  it('ask for input at the top of the window', async () => {
    const { workbench } = used;
    const { page } = workbench;
    await openCells(workbench, 'ask.ipynb', "const name = prompt('Who?');\n`hello ${name}`");
    await workbench.run('Notebook: Run All');
    const input = page.locator('.quick-input-widget:visible', { hasText: 'ask.ipynb asks' });
    await input.waitFor();
    await screenshot(page, 'real-run-input');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await shown(workbench, 'hello Ada');
  });

  it('complete what others have defined', async () => {
    const { workbench } = used;
    const { page } = workbench;
    const source = 'const planets = { mercury: 1, venus: 2 };\n40 + 2';
    await openCells(workbench, 'complete.ipynb', source, 'planets');
    await workbench.run('Notebook: Run All');
    await shown(workbench, 'venus');
    await cellsOf(workbench).nth(1).locator('.view-lines').click();
    await page.keyboard.press('End');
    const entries = page.locator('.suggest-widget .monaco-list-row', { hasText: 'kernel' });
    const venus = entries.filter({ hasText: 'venus' }).first();
    // an answer of the kernel that comes late is left out
    await again(async timeout => {
      await page.keyboard.type('.');
      if (await comes(venus.waitFor({ timeout }))) return true;
      await page.keyboard.press('Backspace');
      return false;
    });
    await screenshot(page, 'real-run-completion');
    await page.keyboard.press('Escape');
  });

  it('say that their kernel ended, and offer to restart it', async () => {
    const { workbench } = used;
    const marker = join(workbench.folder, 'once');
    const source = `const fs = require('node:fs');
if (!fs.existsSync('${marker}')) {
  fs.writeFileSync('${marker}', '');
  process.kill(process.pid, 'SIGKILL');
}
'alive' + ' again'`;
    await openCells(workbench, 'end.ipynb', source);
    await workbench.run('Notebook: Run All');
    const message = notification(workbench, 'The kernel ended by signal 9');
    await message.waitFor();
    await shown(workbench, 'KernelEnded');
    await screenshot(workbench.page, 'real-run-death');
    await message.getByRole('button', { name: 'Restart Kernel' }).click();
    await message.waitFor({ state: 'detached' });
    await workbench.run('Notebook: Run All');
    await shown(workbench, 'alive again');
  });

  it('end when their kernel is restarted, and run again after that', async () => {
    const { workbench } = used;
    const { page } = workbench;
    const marker = join(workbench.folder, 'begun');
    const loop = `(require('node:fs').writeFileSync('${marker}', ''), (() => { for (;;); })())`;
    await openCells(workbench, 'restart.ipynb', `%%profile\n${loop}`, "'after' + 'wards'");
    await workbench.run('Notebook: Run All');
    await until(async () => existsSync(marker));
    await page.getByRole('button', { name: 'Restart Kernel' }).click();
    const running = page.locator('.cell-statusbar-container .codicon-notebook-state-executing');
    await until(async () => (await running.count()) === 0);
    await cellsOf(workbench).nth(1).locator('.view-lines').click();
    await page.keyboard.press('Control+Enter');
    await shown(workbench, 'afterwards');
    expect(await notification(workbench, 'The kernel ended').count()).toBe(0);
  });

  /** Closes a dialog that nothing is taken from. */
  const dismiss = async (dialog: Locator): Promise<void> => {
    await used.workbench.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };

  it('ask for the wheel where Python has no kernel, and show its command once it is at hand', async () => {
    const { workbench } = used;
    const { page, folder } = workbench;
    writeEnvironment(folder, PYTHON, '-S');
    await openCells(workbench, 'bare.ipynb', '1');
    await workbench.run('Notebook: Run All');
    const dialog = page.getByRole('dialog', { name: /has no TypeScript kernel/ });
    await dialog.getByText('It comes from where the .vsix came from').waitFor();
    await screenshot(page, 'real-run-no-wheel');
    expect(await dialog.getByRole('button', { name: 'Run in Terminal' }).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Choose Wheel…' }).count()).toBe(1);
    await dismiss(dialog);
    const name = 'dist/kernelscope-0.1.0-py3-none-any.whl';
    workbench.writeFile(name, '');
    await workbench.run('Notebook: Run All');
    const command = `${join(folder, '.venv', 'bin', 'python')} -m pip install -- ${join(folder, name)}[node]`;
    await dialog.getByText(command).waitFor();
    await screenshot(page, 'real-run-missing');
    expect(await dialog.getByRole('button', { name: 'Run in Terminal' }).count()).toBe(1);
    await dismiss(dialog);
  });

  it('are what the walkthrough begins with: it shows the command for the wheel, then a notebook', async () => {
    const { workbench } = used;
    const { page, folder } = workbench;
    await leave(workbench);
    const title = 'Find out where time goes with Kernelscope';
    await workbench.runWith('Welcome: Open Walkthrough...', title);
    await page.locator('.getting-started-step.expanded').waitFor();
    await screenshot(page, 'real-walkthrough');
    await page.getByRole('button', { name: 'Install the TypeScript kernel' }).click();
    const dialog = page.getByRole('dialog', { name: /A TypeScript kernel for the Python at/ });
    await dialog.getByText(`${folder}/dist/kernelscope-0.1.0-py3-none-any.whl[node]`).waitFor();
    await dismiss(dialog);
    await page.getByRole('button', { name: 'New TypeScript notebook' }).click();
    await cellsOf(workbench).first().waitFor();
  });

  it('run once a person has installed the kernel in a terminal, from a wheel where the command fails', async () => {
    const { workbench } = used;
    const { page, folder } = workbench;
    const python = join(folder, '.venv', 'bin', 'python');
    const asked = join(folder, 'asked.txt');
    const name = 'built here.whl';
    const wheel = join(folder, name);
    writeFileSync(wheel, '');
    // installs by leaving a file, without which it has no packages
    const script = [
      `if [ "$2" = pip ]; then`,
      `  test "$5" = '${wheel}[node]' || exit 1`,
      `  printf '%s\\n' "$@" > '${asked}'; exit`,
      `fi`,
      `test -e '${asked}' && exec '${PYTHON}' "$@"`,
      `exec '${PYTHON}' -S "$@"`
    ];
    writeEnvironment(folder, PYTHON);
    writeFileSync(python, ['#!/bin/sh', ...script, ''].join('\n'));
    await openCells(workbench, 'installed.ipynb', "'in' + 'stalled'");
    await workbench.run('Notebook: Run All');
    const dialog = page.getByRole('dialog', { name: /has no TypeScript kernel/ });
    await dialog.getByRole('button', { name: 'Run in Terminal' }).click();
    const failure = notification(workbench, 'ended with exit code 1');
    await failure.getByRole('button', { name: 'Choose Wheel…' }).click();
    await workbench.choose(name);
    await dialog.getByText(`${wheel}[node]`).waitFor();
    await screenshot(page, 'real-run-wheel');
    await dialog.getByRole('button', { name: 'Run in Terminal' }).click();
    const installed = notification(workbench, 'The TypeScript kernel is installed.');
    await installed.waitFor();
    await screenshot(page, 'real-run-installed');
    expect(readFileSync(asked, 'utf8')).toBe(`-m\npip\ninstall\n--\n${wheel}[node]\n`);
    await installed.getByRole('button', { name: 'Run Again' }).click();
    await shown(workbench, 'installed');
  });

  it('are in new notebooks of the kernel, and profiled by the watch before they ever ran', async () => {
    const { workbench } = used;
    const { page } = workbench;
    writeEnvironment(workbench.folder, PYTHON);
    await leave(workbench);
    // VS Code shows the toolbar in a later frame, which may come after all that the extension hears of a new notebook
    const frames = await page.evaluateHandle(() => {
      const next = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = callback => next(() => setTimeout(callback, 2000, 0));
      return { restore: () => (window.requestAnimationFrame = next) };
    });
    await workbench.run('Kernelscope: New TypeScript Notebook');
    const cell = cellsOf(workbench).first();
    await page.getByText('TypeScript (Kernelscope)').first().waitFor();
    await cell.getByRole('button', { name: 'More Actions...' }).waitFor({ state: 'attached' });
    await frames.evaluate(({ restore }) => restore());
    await cell.locator('.view-lines').click();
    await page.keyboard.insertText('for (let n = 0; n < 1e7; n++) Math.sqrt(n);');
    await cell.getByRole('button', { name: 'Profile Cell' }).click();
    await workbench.frameWith('[data-kernelscope-root] [role=tab]');
    expect(await cell.innerText()).toContain('%%profile');
    await screenshot(page, 'real-run-new');
  });
});

describe('cells of VS Code in Restricted Mode', () => {
  const used = useWorkbench({ isTrusted: false });

  it('do not run: VS Code asks for trust, and nothing is started', async () => {
    const { workbench } = used;
    const { page, folder } = workbench;
    const marker = join(folder, 'started');
    writeEnvironment(folder, 'touch', marker, ';');
    await openCells(workbench, 'restricted.ipynb', "console.log('ran')");
    await workbench.run('Notebook: Run All');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await screenshot(page, 'real-run-restricted');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(() => readFileSync(marker)).toThrow('ENOENT');
  });
});
