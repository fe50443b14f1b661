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

/** What a person is told where a kernel did not start. */
export interface FailureContext {
  readonly failure: StartFailure;
  readonly python: FoundPython;
  /** What would install the kernel. */
  readonly install: readonly Command[];
  readonly folder: WorkspaceFolder | undefined;
}

/** Most characters of what a program said that are shown. */
const MAX_DETAIL = 1500;

const INSTALLING = 'Installing the TypeScript kernel';

/** Says why there is no kernel, and offers what helps. */
export async function explainFailure(context: FailureContext): Promise<void> {
  const { failure, python } = context;
  switch (failure.reason) {
    case 'untrusted':
      await offer(
        l10n.t('Cells do not run in Restricted Mode. Trust this workspace to run them.'),
        l10n.t('Manage Trust'),
        () => commands.executeCommand('workbench.trust.manage')
      );
      break;
    case 'noPython':
      await offer(
        l10n.t(
          'Python was not found as {0}. Install Python 3.10 or newer, or set kernelscope.python.',
          python.command
        ),
        l10n.t('Open Settings'),
        () => commands.executeCommand('workbench.action.openSettings', 'kernelscope.python')
      );
      break;
    case 'noClient':
    case 'noKernel':
      await offerInstallation(context);
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

async function offer(text: string, button: string, act: () => Thenable<unknown>): Promise<void> {
  if ((await window.showErrorMessage(text, button)) === button) await act();
}

/** Runs the commands one after another once the person has read them and agreed. */
async function offerInstallation({ python, install, folder }: FailureContext): Promise<void> {
  const button = l10n.t('Run in Terminal');
  const text = l10n.t('The Python at {0} has no TypeScript kernel.', python.command);
  const lines = install.map(commandText).join('\n\n');
  const detail = l10n.t('This installs it:\n\n{0}', lines);
  const chosen = await window.showInformationMessage(text, { modal: true, detail }, button);
  if (chosen !== button || !workspace.isTrusted) return;
  for (const [program, ...args] of install) {
    const task = new Task(
      { type: 'process' },
      folder ?? TaskScope.Workspace,
      l10n.t(INSTALLING),
      'Kernelscope',
      // no shell: arguments reach the program as they are
      new ProcessExecution(program, args, folder ? { cwd: folder.uri.fsPath } : {})
    );
    const run = (): Thenable<TaskExecution> => tasks.executeTask(task);
    const { exitCode: code } = await taskEvent(run, tasks.onDidEndTaskProcess);
    if (code !== 0) {
      await window.showErrorMessage(
        l10n.t('{0} ended with exit code {1}. The terminal says why.', program, String(code))
      );
      return;
    }
  }
  await window.showInformationMessage(
    l10n.t('The TypeScript kernel is installed. Run the cell again.')
  );
}
