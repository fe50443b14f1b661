import {
  ProcessExecution,
  Task,
  type TaskExecution,
  TaskScope,
  type WorkspaceFolder,
  commands,
  l10n,
  tasks,
  window,
  workspace
} from 'vscode';
import { taskEvent } from '../host/taskEvent';
import { type Command, type FoundPython, commandText } from './findPython';
import type { StartFailure } from './kernelSession';

/** A Python, and what would install the kernel for it; no commands where it is not known from what. */
export interface Installation {
  readonly python: FoundPython;
  readonly commands: readonly Command[];
}

/** What a person who asks for the kernel may need. */
export interface InstallContext {
  readonly folder: WorkspaceFolder | undefined;
  /** Finds what would install the kernel now: from `source`, or without one from what the setting names, or a wheel. */
  readonly find: (source?: string) => Installation;
  /** What a button offers once the kernel is installed. */
  readonly next: { readonly title: string; readonly act: () => Thenable<unknown> };
}

/** What a person is told where a kernel did not start. */
export interface FailureContext extends InstallContext {
  readonly failure: StartFailure;
}

/** Most characters of what a program said that are shown. */
const MAX_DETAIL = 1500;

const INSTALLING = 'Installing the TypeScript kernel';

/** The button that asks for a wheel of Kernelscope. */
const CHOOSE = 'Choose Wheel…';

const NO_WHEEL =
  'The kernel is in the wheel of Kernelscope, kernelscope-….whl, which is not on PyPI yet. It comes from where the .vsix came from: the page of a release, or a clone, whose folder dist has it after “npm run demo”.\n\nChoose it, and read the commands that install it before they run.';

/** Says why there is no kernel, and offers what helps. */
export async function explainFailure(context: FailureContext): Promise<void> {
  const { failure, find } = context;
  switch (failure.reason) {
    case 'untrusted':
      await offerTrust();
      break;
    case 'noPython':
      await offer(
        l10n.t(
          'Python was not found as {0}. Install Python 3.10 or newer, or set kernelscope.python.',
          find().python.command
        ),
        l10n.t('Open Settings'),
        () => commands.executeCommand('workbench.action.openSettings', 'kernelscope.python')
      );
      break;
    case 'noClient':
    case 'noKernel':
      await offerInstallation(
        context,
        find(),
        l10n.t('The Python at {0} has no TypeScript kernel.', find().python.command)
      );
      break;
    case 'start': {
      const detail = failure.detail.slice(-MAX_DETAIL);
      await window.showErrorMessage(l10n.t('The TypeScript kernel did not start.'), {
        modal: true,
        detail
      });
      break;
    }
  }
}

/** Offers to install the kernel for a person who asks for that. */
export async function installKernel(context: InstallContext): Promise<void> {
  if (!workspace.isTrusted) return offerTrust();
  const found = context.find();
  const text = l10n.t('A TypeScript kernel for the Python at {0}', found.python.command);
  await offerInstallation(context, found, text);
}

const offerTrust = (): Promise<void> =>
  offer(
    l10n.t('Cells do not run in Restricted Mode. Trust this workspace to run them.'),
    l10n.t('Manage Trust'),
    () => commands.executeCommand('workbench.trust.manage')
  );

async function offer(text: string, button: string, act: () => Thenable<unknown>): Promise<void> {
  if ((await window.showErrorMessage(text, button)) === button) await act();
}

/** Runs the commands one after another once the person has read them and agreed; or offers those for another wheel. */
async function offerInstallation(
  context: InstallContext,
  { commands: install }: Installation,
  text: string
): Promise<void> {
  const run = l10n.t('Run in Terminal');
  const choose = l10n.t(CHOOSE);
  const lines = install.map(commandText).join('\n\n');
  const isKnown = install.length > 0;
  const detail = isKnown ? l10n.t('This installs it:\n\n{0}', lines) : l10n.t(NO_WHEEL);
  const buttons = isKnown ? [run, choose] : [choose];
  const chosen = await window.showInformationMessage(text, { modal: true, detail }, ...buttons);
  if (chosen === choose) await chooseWheel(context, text);
  if (chosen !== run || !workspace.isTrusted) return;
  for (const command of install) {
    const code = await exitCodeOf(command, context.folder);
    if (code === 0) continue;
    const why = '{0} ended with exit code {1}. The terminal says why.';
    await offer(l10n.t(why, command[0], String(code)), choose, () => chooseWheel(context, text));
    return;
  }
  const { title, act } = context.next;
  const installed = l10n.t('The TypeScript kernel is installed.');
  if ((await window.showInformationMessage(installed, title)) === title) await act();
}

/** Asks for a wheel, and offers to install the kernel from that. */
async function chooseWheel(context: InstallContext, text: string): Promise<void> {
  const [wheel] =
    (await window.showOpenDialog({
      title: l10n.t('Choose a wheel of Kernelscope'),
      openLabel: l10n.t('Choose'),
      filters: { [l10n.t('Python wheels')]: ['whl'] }
    })) ?? [];
  if (wheel) await offerInstallation(context, context.find(`${wheel.fsPath}[node]`), text);
}

/** Runs a program in a terminal, without a shell: arguments reach it as they are. */
async function exitCodeOf(
  [program, ...args]: Command,
  folder: WorkspaceFolder | undefined
): Promise<number | undefined> {
  const task = new Task(
    { type: 'process' },
    folder ?? TaskScope.Workspace,
    l10n.t(INSTALLING),
    'Kernelscope',
    new ProcessExecution(program, args, folder ? { cwd: folder.uri.fsPath } : {})
  );
  const run = (): Thenable<TaskExecution> => tasks.executeTask(task);
  return (await taskEvent(run, tasks.onDidEndTaskProcess)).exitCode;
}
