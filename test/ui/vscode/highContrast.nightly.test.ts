import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeBundle } from '../../../src/formats';
import { PROFILE_MIME_TYPE } from '../../../src/model';
import { richProfile } from '../../support/richProfile';
import { ProfileOutput } from '../profileOutput';
import { useHostWindows } from './openHost';
import { screenshot } from '../screenshot';

const bundle = encodeBundle(richProfile(200), { deflate: raw => deflateRawSync(raw) });

describe('high-contrast themes in VS Code', () => {
  const open = useHostWindows();

  it.each([
    ['highContrast', '255'],
    ['highContrastLight', '0']
  ] as const)('have charts whose grids do not look like curves: %s', async (theme, channel) => {
    const { page, render } = await open({ theme });
    const item = { id: 'chart', mime: PROFILE_MIME_TYPE, text: JSON.stringify(bundle) };
    expect(await render(item)).toBeNull();
    const root = page.locator('#chart');
    await new ProfileOutput(root).open('Memory');
    await root.locator('.jp-Kernelscope-chart .trace').first().waitFor();
    const line = root.locator('.gridlayer path').first();
    const [stroke, opacity] = await line.evaluate(node => {
      const style = getComputedStyle(node);
      return [style.stroke, Number(style.strokeOpacity)] as const;
    });
    expect(stroke).toBe(`rgb(${channel}, ${channel}, ${channel})`);
    expect(opacity).toBeCloseTo(0.25, 1);
    await screenshot(page, `vscode-${theme}-chart`, { fullPage: true });
  });
});
