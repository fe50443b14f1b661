import { beforeAll, describe, expect, it } from 'vitest';
import { buildFakeCuda } from '../support/fakeCuda/build';
import type { LabPage } from './labPage';
import { ProfileOutput } from './profileOutput';
import { useLab } from './useLab';

const SETUP = `import { cuda, range } from 'kernelscope';
const module = cuda.compile('extern "C" __global__ void scale(float* x, int n) { ' +
  'int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = x[i] * 2.0f + 1.0f; }');
const work = () => range('on the GPU', () => cuda.buffer(new Float32Array(64).fill(1), x => {
  cuda.launch(module.fn('scale'), 1, 64, [x, 64]);
  return x.download(Float32Array)[0];
}));`;

describe('a cell that works on a GPU, in JupyterLab', () => {
  const used = useLab({ environment: { KERNELSCOPE_CUDA_LIBRARIES: buildFakeCuda().folder } });
  let lab: LabPage;

  beforeAll(async () => {
    const cells = [SETUP, '%%profile --gpu\nfor (let i = 0; i < 20; i++) work();'];
    lab = await used.open(
      'live.ipynb',
      cells.map(source => ({ source }))
    );
  });

  it('has its kernels and copies in the view of GPUs, and their launches in the timeline', async () => {
    await lab.run(0);
    await lab.waitForIdleKernel();
    await lab.run(1);
    const output = new ProfileOutput(lab.profile(1));
    await output.waitForText('GPU busy', 60_000);
    await output.root.getByRole('tab', { name: 'GPU', exact: true }).click();
    const panel = output.root.locator('.jp-Kernelscope-gpu');
    const kernel = panel.getByRole('grid', { name: 'Kernels' }).getByRole('row').nth(1);
    await kernel.waitFor();
    const texts = await kernel.getByRole('gridcell').allTextContents();
    expect(texts.slice(0, 2)).toEqual(['scale', '20']);
    expect(texts).toContain('[64, 1, 1]');
    await lab.picture('gpu-live-kernels');
    await panel.getByRole('tab', { name: /^Copies/ }).click();
    await panel.getByText(/^Memcpy HtoD/).waitFor();
    await panel.getByText(/^Memcpy DtoH/).waitFor();
    await output.root.getByRole('tab', { name: 'Timeline' }).click();
    const search = output.root.getByRole('searchbox', { name: 'Find slices by name' });
    await search.fill('scale');
    await search.press('Enter');
    const details = output.root.getByRole('region', { name: 'Selection in the timeline' });
    await details.getByText('Launched by').waitFor();
    await lab.picture('gpu-live-timeline');
    expect(lab.scriptErrors).toEqual([]);
  });
});
