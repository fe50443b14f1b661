import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  PageFilesError,
  readPageFiles,
  writePage
} from '../../../../../src/compat/mindspore/offline/showRanks';
import { validateCrossRank } from '../../../../../src/formats';
import { useFolder } from '../../../../support/folders';
import { plantedRanks } from '../../../../support/crossRankGrids';

const folder = useFolder();

function place(name: string): string {
  const made = path.join(folder, name);
  mkdirSync(made);
  return made;
}

describe('the page that compares ranks', () => {
  it('is alone where an output holds all cells, and else has the file of all cells beside it', () => {
    const alone = place('alone');
    expect(writePage(plantedRanks(4, 8), alone, { hasFile: false })).toEqual({
      files: [path.join(alone, 'cross_rank_report.html')],
      problems: []
    });
    const both = place('both');
    writePage(plantedRanks(4, 8), both, { hasFile: true });
    expect(readdirSync(both).sort()).toEqual(['cross_rank_report.html', 'cross_rank_view.json']);
    const stored = readFileSync(path.join(both, 'cross_rank_view.json'), 'utf8');
    expect(validateCrossRank(JSON.parse(stored))).toMatchObject({ isWhole: true, folder: '' });
  });

  it('names what it cannot write', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    const { files, problems } = writePage(plantedRanks(4, 8), file, { hasFile: true });
    expect(files).toEqual([]);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain('cross_rank_report.html');
  });

  it('says what to do where its script is missing', () => {
    expect(() => readPageFiles(path.join(folder, 'crossRankPage.js'))).toThrow(PageFilesError);
    expect(readPageFiles().script).not.toContain('</script');
  });
});
