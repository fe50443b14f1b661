import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { EARLY_EXITS, testExits } from './kernelExits';
import { sampleOf } from '../support/tiers';

const require = createRequire(import.meta.url);

testExits(sampleOf(EARLY_EXITS, 5));

test.each(sampleOf(['SIGTERM', 'SIGHUP'] as const, 2))(
  'a kernel whose cell cleans up by signal-exit ends by %s, after the cleanup',
  async signal => {
    const kernel = await KernelClient.start();
    try {
      const place = JSON.stringify(require.resolve('signal-exit'));
      await kernel.execute(
        `import { writeFileSync } from 'node:fs';
        const { onExit } = require(${place});
        onExit((code: number | null, signal: string | null) => writeFileSync('cleaned', String(signal)));
        process.listenerCount('${signal}')`
      );
      const ended = once(kernel.process.child, 'exit');
      kernel.process.child.kill(signal);
      await ended;
      expect(readFileSync(path.join(kernel.process.folder, 'cleaned'), 'utf8')).toBe(signal);
    } finally {
      await kernel.dispose();
    }
  }
);
