// The step of action.yml that checks files and reports them. Settings come from the environment, and nothing
// in them or in the files is ever run by a shell.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** GitHub refuses more: bytes of a summary, and characters of a comment. */
const MAX_SUMMARY = 1_000_000;
const MAX_COMMENT = 65_000;

/** Bytes that a command may print. */
const MAX_OUTPUT = 64 * 1024 * 1024;

/** The first line of a comment; it is not shown. */
const COMMENT_MARK = '<!-- kernelscope -->';

const env = name => process.env[name]?.trim() ?? '';

const filled = (option, value) => (value === '' ? [] : [option, value]);

/** Runs the command line. Throws where it cannot be started. */
function kernelscope(...args) {
  const [program, ...first] = env('KERNELSCOPE_COMMAND').split(/\s+/);
  const options = { encoding: 'utf8', maxBuffer: MAX_OUTPUT };
  const { status, stdout, stderr, error } = spawnSync(program, [...first, ...args], options);
  if (error) throw new Error(`${program} cannot be run: ${error.message}`);
  print(`${stdout}${stderr}`);
  return { code: status ?? 1, out: stdout };
}

/** Exit code of the command line where there was nothing to do. */
const USAGE = 2;

/** Holds files to their own budgets and the given ones, and to the baseline. */
function checkFiles(files, folder) {
  const markdown = path.join(folder, 'check.md');
  const conditions = [
    ...filled('--baseline', env('KERNELSCOPE_BASELINE')),
    ...filled('--tolerance', env('KERNELSCOPE_TOLERANCE')),
    ...filled('--assert', env('KERNELSCOPE_BUDGETS'))
  ];
  const { code } = kernelscope('check', '--markdown', markdown, ...conditions, '--', ...files);
  const isWritten = existsSync(markdown);
  const isNothing = code === USAGE && !isWritten && conditions.length === 0;
  return {
    code: isNothing ? 0 : code,
    markdown: isWritten ? readFileSync(markdown, 'utf8') : ''
  };
}

/** The profiled cells of a notebook, compared with those of the baseline if that is one. */
function reportNotebook(file) {
  const baseline = env('KERNELSCOPE_BASELINE');
  const compared = isNotebook(baseline) ? baseline : '';
  const { code, out } = kernelscope(
    ...['notebook', '--markdown', ...filled('--baseline', compared), '--', file]
  );
  return { code, markdown: out };
}

const isNotebook = file => file.toLowerCase().endsWith('.ipynb');

/** `text` in so many units as `sizeOf` counts: whole lines, and a note where there were more. */
function within(text, limit, sizeOf) {
  if (sizeOf(text) <= limit) return text;
  const note = '\n\nThe rest is in the log and in the attached profiles.\n';
  const kept = [];
  let left = limit - sizeOf(note);
  for (const line of text.split('\n')) {
    left -= sizeOf(line) + 1;
    if (left < 0) break;
    kept.push(line);
  }
  return kept.join('\n') + note;
}

/** Comments on the pull request, in place of an earlier comment of this action; a failure is a warning. */
function comment(text, folder) {
  const number = pullRequest();
  if (env('KERNELSCOPE_COMMENT') !== 'true' || env('GH_TOKEN') === '' || number === null) return;
  const body = path.join(folder, 'comment.md');
  writeFileSync(
    body,
    within(`${COMMENT_MARK}\n${text}`, MAX_COMMENT, each => each.length)
  );
  try {
    const issues = `repos/${env('GITHUB_REPOSITORY')}/issues`;
    const own = `.[] | select(.user.type == "Bot" and (.body | startswith("${COMMENT_MARK}"))) | .id`;
    const found = github(`${issues}/${number}/comments`, '--paginate', '--jq', own);
    const [id] = found.split('\n').filter(line => /^\d+$/.test(line));
    const place =
      id === undefined
        ? [`${issues}/${number}/comments`]
        : [`${issues}/comments/${id}`, '--method', 'PATCH'];
    github(...place, '--field', `body=@${body}`, '--silent');
  } catch (error) {
    tell('warning', `No comment was made: ${error.message}`);
  }
}

/** Calls GitHub's API. A token of a fork may read, and is refused to write. */
function github(...args) {
  const { status, stdout, stderr, error } = spawnSync('gh', ['api', ...args], { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(stderr.trim() || `gh ended with ${status}`);
  return stdout;
}

/** A message on the page of the run, in one line as the runner reads it. */
function tell(kind, message) {
  const escapes = { '%': '%25', '\r': '%0D', '\n': '%0A' };
  const text = message.replace(/[%\r\n]/g, each => escapes[each]);
  process.stdout.write(`::${kind} title=Kernelscope::${text}\n`);
}

/** Prints text of files, in which the runner looks for no commands. */
function print(text) {
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n${text}\n::${token}::\n`);
}

/** The number of the pull request that the workflow runs for; null for none. */
function pullRequest() {
  const file = env('GITHUB_EVENT_PATH');
  if (file === '') return null;
  const number = JSON.parse(readFileSync(file, 'utf8')).pull_request?.number;
  return Number.isSafeInteger(number) ? number : null;
}

function report(folder) {
  const files = env('KERNELSCOPE_FILES')
    .split('\n')
    .map(file => file.trim())
    .filter(file => file !== '');
  if (files.length === 0) throw new Error('No files were named: give the input files');
  const parts = [
    checkFiles(files, folder),
    ...files.filter(isNotebook).map(file => reportNotebook(file))
  ];
  const text = parts.map(({ markdown }) => markdown).join('\n');
  const summary = env('GITHUB_STEP_SUMMARY');
  const bytesOf = each => Buffer.byteLength(each);
  if (summary !== '') appendFileSync(summary, `${within(text, MAX_SUMMARY, bytesOf)}\n`);
  comment(text, folder);
  return parts.some(({ code }) => code !== 0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-action-'));
try {
  const failed = report(folder);
  if (env('GITHUB_OUTPUT') !== '') appendFileSync(env('GITHUB_OUTPUT'), `failed=${failed}\n`);
} catch (error) {
  tell('error', error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
