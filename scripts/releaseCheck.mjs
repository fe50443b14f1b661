// Makes what is published, in dist/, and checks it: `npm run release:check`. Publishes nothing.
import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { setUp } from './setup.mjs';
import { npmChecks, packNpm, packSources, pythonChecks } from './steps/archives.mjs';
import { runCheck } from './steps/checks.mjs';
import { CHECKS_PYTHON, installPackageChecks } from './steps/packagingTools.mjs';
import { at, root } from './steps/paths.mjs';
import { rebuildSources } from './steps/rebuiltSources.mjs';
import { runMain } from './steps/stepError.mjs';
import { reportTotals } from './steps/totals.mjs';
import { buildWheel, wheelPath } from './steps/wheel.mjs';

await runMain(async () => {
  await setUp('all');
  await installPackageChecks();
  rmSync(at('dist'), { recursive: true, force: true });
  await buildWheel();
  const sources = await packSources(at('dist'));
  await rebuildSources(sources, wheelPath());
  const archive = packNpm(at('dist', 'npm'));
  const results = [];
  for (const check of [...npmChecks(archive), ...pythonChecks(wheelPath(), sources)]) {
    results.push(await runCheck(check));
  }
  const failed = reportTotals(results);
  if (failed > 0) return failed;
  const [wheel, sdist, tgz] = [wheelPath(), sources, archive].map(path => relative(root, path));
  console.log(`\nTo publish:\n  npm publish ${tgz} --access public`);
  console.log(`  ${relative(root, CHECKS_PYTHON)} -m twine upload ${wheel} ${sdist}`);
  return 0;
});
