import { expect, it } from 'vitest';
import { installedFromWheel } from './emptyEnvironment';
import { expectProfiled, runNotebook } from './profiledNotebook';

it('the wheel in an empty environment runs and profiles a notebook with the Node of the machine', async () => {
  const environment = await installedFromWheel();
  try {
    expectProfiled(await runNotebook(environment));
  } finally {
    environment.dispose();
  }
});

it('the wheel that is installed with the extra "node" at once needs no other Node', async () => {
  const environment = await installedFromWheel('[node]');
  try {
    expect(await environment.run('kernelscope', ['--help'], [])).toContain('Usage: kernelscope');
    expectProfiled(await runNotebook(environment, []));
  } finally {
    environment.dispose();
  }
});
