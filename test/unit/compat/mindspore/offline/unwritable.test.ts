import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OfflineResults } from '../../../../../src/compat/mindspore/offline/offlineReport';
import { useOfflineTools } from '../../../../support/offlineTools';
import { OPERATORS, rankProfile, writeCycle } from '../../../../support/rankDirectories';
import { bundleProgram } from '../../../../support/rankProcesses';

const tools = useOfflineTools();

/** A directory with one step of so many operators. */
function writeRank(folder: string, rank: number, operators: readonly string[] = OPERATORS): string {
  return writeCycle(folder, rankProfile({ rank, steps: [0], operatorMs: () => 1, operators }));
}

describe('an offline analysis that cannot write', () => {
  it('names the directory in which it cannot, and analyses the others', async () => {
    const folder = tools.place('blocked');
    const blocked = writeRank(folder, 0);
    writeRank(folder, 1);
    writeFileSync(path.join(blocked, 'KSCOPE_OUTPUT'), 'a file');
    const report = await tools.analyse(folder);
    expect(report.analysed.map(({ rank }) => rank)).toEqual([1]);
    expect(report.failed).toMatchObject([{ directory: blocked }]);
    expect(report.failed[0].reason).toContain('Cannot write ');
    expect(report.failed[0].reason).toContain('KSCOPE_OUTPUT');
  });

  it('names what found no room on the disk, leaves no part of it, and goes on', () => {
    const folder = tools.place('full');
    const program = bundleProgram('offlineProgram.ts', path.dirname(tools.workerFile));
    const large = writeRank(
      folder,
      0,
      Array.from({ length: 5000 }, (_, at) => `operator ${at}`)
    );
    writeRank(folder, 1);
    const command = `trap '' XFSZ; ulimit -f 400; exec "$0" "$@"`;
    const args = ['-c', command, process.execPath, program, folder, tools.workerFile];
    const out = execFileSync('sh', args, { encoding: 'utf8', timeout: 20_000 });
    const { analysed, failed } = JSON.parse(out) as OfflineResults;
    expect(analysed.map(({ rank }) => rank)).toEqual([1]);
    expect(failed).toMatchObject([{ directory: large }]);
    expect(failed[0].reason).toMatch(/Cannot write .*: EFBIG: .* Make room on the disk/);
    const left = readdirSync(large, { recursive: true, encoding: 'utf8' });
    expect(left.filter(name => name.endsWith('.tmp'))).toEqual([]);
    expect(existsSync(path.join(large, 'profile.kscope'))).toBe(true);
  });
});
