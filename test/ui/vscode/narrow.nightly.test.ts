import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CROSS_RANK_MIME_TYPE, encodeBundle, fitCrossRank } from '../../../src/formats';
import { MAX_BUNDLE_BYTES, PROFILE_MIME_TYPE } from '../../../src/model';
import { comparisonOf, REPEATED } from '../../support/comparedProfiles';
import { plantedRanks } from '../../support/crossRankGrids';
import { richProfile } from '../../support/richProfile';
import { EXAMPLE_FINDING } from '../../unit/extension/exampleBundle';
import { ProfileOutput, TABS } from '../profileOutput';
import { useHostWindows } from './openHost';
import { screenshot } from '../screenshot';

const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);
const comparison = comparisonOf(...REPEATED);
const rich = {
  ...encodeBundle(richProfile(2000), { deflate, comparison }),
  findings: [EXAMPLE_FINDING]
};
const ranks = fitCrossRank({ ...plantedRanks(64, 100), folder: null }, deflate, MAX_BUNDLE_BYTES)!;

describe('an output of 400 pixels in VS Code', () => {
  const open = useHostWindows();

  const show = async (data: object, mime: string) => {
    const { page, render } = await open({ viewport: { width: 400, height: 900 } });
    expect(await render({ id: 'narrow', mime, text: JSON.stringify(data) })).toBeNull();
    const root = page.locator('#narrow');
    /** How many pixels of the output are beyond its right edge. */
    const beyond = (): Promise<number> =>
      root.evaluate(node => Math.max(0, node.scrollWidth - node.clientWidth));
    const shoot = (name: string) => screenshot(page, `vscode-narrow-${name}`, { fullPage: true });
    return { page, root, beyond, shoot };
  };

  it.each([...TABS, 'GPU', 'Compare'])('has the tab %s within its width', async name => {
    const { root, beyond, shoot } = await show(rich, PROFILE_MIME_TYPE);
    const output = new ProfileOutput(root);
    const known = TABS.find(each => each === name);
    await (known === undefined ? output.tab(name).click() : output.open(known));
    await root
      .locator('[role=tabpanel] > :visible, [role=tabpanel] canvas:visible')
      .first()
      .waitFor();
    await shoot(name);
    expect(await beyond()).toBe(0);
  });

  it('has the comparison of ranks within its width', async () => {
    const { root, beyond, shoot } = await show(ranks, CROSS_RANK_MIME_TYPE);
    await root.getByRole('application').waitFor();
    await shoot('ranks');
    expect(await beyond()).toBe(0);
  });
});
