import { buildProduct } from './steps/builds.mjs';
import { requireNode } from './steps/requirements.mjs';
import { runMain } from './steps/stepError.mjs';

await runMain(async () => {
  requireNode();
  await buildProduct();
});
