import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeNotebook } from '../ui/notebook';
import { screenshot } from '../ui/screenshot';
import { until } from './until';
import { useWorkbench } from './useWorkbench';

/** Between two cells with errors, so that the others have been checked when both have them. */
const CELLS = [
  'const first = ;',
  "%%profile --cpu\nconst text = 'a';",
  '// %%profile\nconst more: number[] = [text.length];',
  '%time more.push(1)',
  '%%sh\nls -l | wc',
  'const last = ;'
];

describe('magics in cells of a notebook of VS Code', () => {
  const used = useWorkbench();

  it('are no errors to TypeScript, and hide no error of the code', async () => {
    const { workbench } = used;
    const path = join(workbench.folder, 'magics.ipynb');
    writeNotebook(
      path,
      CELLS.map(source => ({ source }))
    );
    await workbench.openFile(
      'magics.ipynb',
      workbench.page.locator('.notebookOverlay .cell').first()
    );
    const wrong = workbench.page.locator('.notebookOverlay .code-cell-row', {
      has: workbench.page.locator('.squiggly-error')
    });
    await until(async () => (await wrong.count()) > 1);
    await screenshot(workbench.page, 'real-magics');
    const texts = await wrong.locator('.view-lines').allInnerTexts();
    expect(texts.map(text => text.replaceAll('\u00a0', ' '))).toEqual([CELLS[0], CELLS.at(-1)]);
  });
});
