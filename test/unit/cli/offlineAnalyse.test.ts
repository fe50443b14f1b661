import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { host } from '../../../src/runtime/runtime';
import { runCommandLine } from '../../../src/cli/commandLine';
import { useOfflineTools } from '../../support/offlineTools';
import { rankProfile, writeCycle } from '../../support/rankDirectories';
import { runCommand } from '../../support/runCommand';

const tools = useOfflineTools();

beforeAll(() => host.configure({ offlineWorkerFile: tools.workerFile }));

function writeRanks(name: string, ranks: number): string {
  const folder = tools.place(name);
  for (let rank = 0; rank < ranks; rank++) {
    const operatorMs = (): number => (rank === 1 ? 4 : 1);
    writeCycle(folder, rankProfile({ rank, steps: [0, 1, 2, 3], operatorMs }));
  }
  return folder;
}

describe('offline-analyse', () => {
  it('prints what was done and how the ranks compare, and nothing else', async () => {
    const folder = writeRanks('some', 3);
    const { code, out, err } = await runCommand('offline-analyse', folder);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Analysed 3 of 3 directories in ${folder}: 60 slices.\n`);
    expect(out).toContain('Slowest rank: 1 (node0, process 1001). Its steps typically take 4.00');
    expect(out).toContain('  cross_rank_report.md\n');
  });

  it('takes steps as a list and as a range, and the other options', async () => {
    const folder = writeRanks('options', 2);
    for (const steps of ['1,2,3', '1-3']) {
      const options = ['--step-list', steps, '--workers', '2', '--data-simplification', '--pretty'];
      const { code, out } = await runCommand('offline-analyse', ...options, '--json', folder);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        path: folder,
        analysed: [{ steps: 3 }, { steps: 3 }]
      });
      expect(out).toContain('\n  "path"');
    }
    const [first] = readdirSync(folder).filter(name => name.endsWith('_kscope'));
    expect(existsSync(path.join(folder, first, 'FRAMEWORK'))).toBe(false);
  });

  it('fails when a directory cannot be analysed, having analysed the others', async () => {
    const folder = writeRanks('damaged', 2);
    mkdirSync(path.join(folder, 'h_1_1_kscope'));
    const { code, out, err } = await runCommand('offline-analyse', folder);
    expect(code).toBe(1);
    expect(err).toBe('kernelscope: 1 of 3 directories could not be analysed\n');
    expect(out).toContain('Analysed 2 of 3 directories');
    expect(out).toContain('Failed: h_1_1_kscope: ');
  });

  it('fails when the report cannot be written, and prints it', async () => {
    const folder = writeRanks('unwritable', 2);
    mkdirSync(path.join(folder, 'cross_rank_report.json'));
    writeFileSync(path.join(folder, 'rows'), '');
    const { code, out, err } = await runCommand('offline-analyse', folder);
    expect(code).toBe(1);
    expect(err).toContain('cross_rank_report.json: it is a folder');
    expect(err).toContain(`kernelscope: Cannot write ${path.join(folder, 'rows')}: `);
    expect(out).toContain('Slowest rank: 1');
    expect(existsSync(path.join(folder, 'cross_rank_report.md'))).toBe(true);
    expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });

  it('fails where there is nothing, in the words of MindSpore', async () => {
    const folder = tools.place('absent');
    const { code, out, err } = await runCommand('offline-analyse', folder);
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      `kernelscope: Invalid path: ${folder}. Expected a *_kscope directory or a parent directory of ` +
        'multiple *_kscope: there is nothing at this path.\n'
    );
  });

  it.each([
    [
      ['--workers', '0'],
      "'--workers <n>' argument '0' is invalid. Give a whole number from 1 to 1024.\n"
    ],
    [['--workers', '2.5'], "argument '2.5' is invalid"],
    [
      ['--step-list', '1,3'],
      "'--step-list <steps>' argument '1,3' is invalid. Give consecutive steps"
    ],
    [['--step-list', '4,2'], "'4,2' is invalid. Give consecutive steps, such as 2,3,4"],
    [['--step-list', '4-2'], "argument '4-2' is invalid. Give consecutive steps"],
    [['--step-list', 'a'], "argument 'a' is invalid. Give consecutive steps"],
    [['--step-list', '0-99999999999'], '1,000,000 at most'],
    [['--bogus'], "unknown option '--bogus'"]
  ])('takes %j for wrong usage', async (options, text) => {
    const { code, err } = await runCommand('offline-analyse', 'anywhere', ...options);
    expect(code).toBe(2);
    expect(err).toContain(text);
  });

  it('wants a path', async () => {
    expect(await runCommand('offline-analyse')).toMatchObject({ code: 2 });
  });

  it('says in its help what its exit codes mean', async () => {
    const { code, out } = await runCommand('offline-analyse', '--help');
    expect(code).toBe(0);
    expect(out).toContain('Exit codes: 0 all analysed, 1 some could not be analysed or written');
  });

  it('shows its progress on a terminal', async () => {
    const folder = writeRanks('terminal', 2);
    let err = '';
    const code = await runCommandLine(['offline-analyse', folder], {
      out: () => undefined,
      err: text => void (err += text),
      columns: 80
    });
    expect(code).toBe(0);
    for (const part of ['Analysing', '0/2', '1/2', '2/2']) expect(err).toContain(part);
    expect(err.endsWith('\r\u001b[2K')).toBe(true);
    rmSync(folder, { recursive: true });
  });
});
