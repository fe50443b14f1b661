import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CALLING, DEFINITION, figureBesideLine, GUILTY, PROFILED, runBoth } from './heatedCells';
import { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { useLab } from './useLab';

const used = useLab();

it('line heat is in Jupyter Notebook as well', async () => {
  writeNotebook(
    join(used.server.folder, 'seven.ipynb'),
    [DEFINITION, PROFILED].map(source => ({ source }))
  );
  const lab = await LabPage.open(used.browser, used.server.address('notebooks/seven.ipynb'));
  await lab.waitForIdleKernel();
  await runBoth(lab);
  expect(await figureBesideLine(lab, 1, CALLING)).toBeGreaterThan(50);
  expect(await figureBesideLine(lab, 0, GUILTY)).toBeGreaterThan(30);
  await lab.picture('line-heat-notebook-7');
  expect(lab.scriptErrors).toEqual([]);
});
