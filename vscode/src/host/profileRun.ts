import {
  type Disposable,
  FileType,
  ProcessExecution,
  Task,
  TaskPanelKind,
  TaskRevealKind,
  TaskScope,
  Uri,
  commands,
  l10n,
  tasks,
  window,
  workspace
} from 'vscode';
import { EDITOR_TYPES } from '../messages/editorMessages';
import { type ProfiledPart, type RunCommand, RunCommands } from './runCommand';
import { taskEvent } from './taskEvent';

/** The commands that profile a file, as `package.json` has them. */
const COMMANDS: Readonly<Record<string, ProfiledPart>> = {
  'kernelscope.profileFile': 'file',
  'kernelscope.profileTests': 'tests'
};

const TASK_TYPE = 'kernelscope';

const RUNS = new RunCommands({
  isFile: async file => {
    try {
      return (await workspace.fs.stat(file)).type !== FileType.Directory;
    } catch {
      return false;
    }
  },
  readText: async file => new TextDecoder().decode(await workspace.fs.readFile(file)),
  join: (folder, ...parts) => Uri.joinPath(folder, ...parts),
  installedAt: () => workspace.getConfiguration('kernelscope').get('path', ''),
  now: () => new Date()
});

/** Registers the commands that run a file under the profiler in a terminal, and open what it leaves. */
export function registerRuns(): Disposable[] {
  return Object.entries(COMMANDS).map(([command, part]) =>
    commands.registerCommand(command, (place?: unknown) =>
      profile(place instanceof Uri ? place : window.activeTextEditor?.document.uri, part)
    )
  );
}

/** Has a terminal convert a file that the page of it does not read, and opens the profile. */
export const convertFile = (file: Uri): Promise<void> => profile(file, 'conversion');

async function profile(file: Uri | undefined, part: ProfiledPart): Promise<void> {
  if (file === undefined) {
    await window.showInformationMessage(l10n.t('Open a file of TypeScript or JavaScript first.'));
    return;
  }
  const root = workspace.getWorkspaceFolder(file);
  if (!workspace.isTrusted || root === undefined) {
    await window.showInformationMessage(
      l10n.t('Programs run in trusted workspaces only: open the folder of {0}.', file.path)
    );
    return;
  }
  const document = workspace.textDocuments.find(each => each.uri.toString() === file.toString());
  if (document?.isDirty && !(await document.save())) return;
  const run = await RUNS.of({ file, root: root.uri, part });
  if (run === null) {
    await offerInstall();
    return;
  }
  await workspace.fs.createDirectory(Uri.joinPath(run.output, '..'));
  await taskEvent(() => tasks.executeTask(taskOf(run)), tasks.onDidEndTask);
  await open(run.output);
}

/** A process without a shell around it, in a terminal of its own. */
function taskOf({ program, args, folder, output }: RunCommand): Task {
  const name = output.path.slice(output.path.lastIndexOf('/') + 1);
  const scope = workspace.getWorkspaceFolder(output);
  const process = new ProcessExecution(program, [...args], { cwd: folder.fsPath });
  const definition = { type: TASK_TYPE, output: name };
  const task = new Task(definition, scope ?? TaskScope.Workspace, name, 'Kernelscope', process, []);
  task.presentationOptions = {
    reveal: TaskRevealKind.Always,
    panel: TaskPanelKind.Shared,
    clear: true,
    showReuseMessage: false
  };
  return task;
}

async function open(output: Uri): Promise<void> {
  try {
    await workspace.fs.stat(output);
  } catch {
    await window.showWarningMessage(l10n.t('The program left no profile: its terminal says why.'));
    return;
  }
  await commands.executeCommand('vscode.openWith', output, EDITOR_TYPES[0]);
}

/** Installs nothing by itself: the commands are shown first. */
async function offerInstall(): Promise<void> {
  const install = l10n.t('Install…');
  const settings = l10n.t('Open Settings');
  const text = l10n.t(
    'Kernelscope is not installed in this folder. Install its wheel, or set where it is.'
  );
  const chosen = await window.showInformationMessage(text, install, settings);
  if (chosen === install) await commands.executeCommand('kernelscope.installKernel');
  if (chosen === settings) {
    await commands.executeCommand('workbench.action.openSettings', 'kernelscope.path');
  }
}
