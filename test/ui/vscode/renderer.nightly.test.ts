import { describe } from 'vitest';
import { useHostWindows } from './openHost';
import { testHostileOutputs, testRendererLooks, useSavedOutputs } from './rendererLooks';

describe('the renderer of outputs in VS Code', () => {
  const open = useHostWindows();
  const saved = useSavedOutputs();

  testRendererLooks(open, saved, 'dark');
  testRendererLooks(open, saved, 'highContrast');
  testHostileOutputs(open, { firstSeed: 13, seeds: 80 });
});
