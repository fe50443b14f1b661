import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cuda } from '../../src/index';
import type { CudaModule } from '../../src/index';
import { loadAddon } from '../../src/native/loader';
import { Checklist, must } from './checklist';
import { measureKinds, measureLaunches } from './costs';
import { checkCublas } from './cublas';
import { checkDurations } from './durations';
import { SOURCE } from './kernels';
import { recordStream } from './recordStream';
import { checkRecordedWork } from './recordedWork';
import { checkSamples } from './samples';
import { comparePeer } from './torchPeer';
import { doAllWork } from './work';

/** What `npm run test:gpu` is told: see `scripts/testGpu.mjs`. */
const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    record: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    quick: { type: 'boolean', default: false }
  }
});

const list = new Checklist(line => console.log(line));

async function checkAll(module: CudaModule): Promise<void> {
  await list.run('the work gives right results', () => doAllWork(module).join('; '));
  await checkRecordedWork(list, module);
  await list.run('kernels last as long as the events around them say', () =>
    checkDurations(module)
  );
  await list.run('cuBLAS through koffi is recorded', checkCublas);
  await checkSamples(list, loadAddon(), module);
  const { record } = options;
  if (record !== undefined) {
    await list.run('the records are written as they come', () =>
      recordStream(loadAddon().gpu, module, record)
    );
  }
  if (options.quick) return;
  const addedNs = await measureLaunches(list, module);
  measureKinds(list, loadAddon().gpu, module);
  await comparePeer(list, module, { python: options.python, addedNs });
}

async function main(): Promise<void> {
  await list.run('what GPUs do can be recorded here', () => {
    const { state, failure, devices, driver, cupti } = cuda.status();
    const reason = failure ? `: ${failure.call} answered ${failure.code} ${failure.name}` : '';
    must(state === 'ready', `${state}${reason}`);
    const names = devices.map(({ name }) => name).join(', ');
    return `${names}; driver ${driver.version}, CUPTI ${cupti.version}`;
  });
  if (list.count('failed') === 0) {
    await list.run('the kernels compile', () => {
      cuda.compile(SOURCE, { name: 'checks.cu' }, module => must(module.kernels.length > 4, 'few'));
      return 'all of them';
    });
  }
  if (list.count('failed') === 0) {
    const module = cuda.compile(SOURCE, { name: 'checks.cu' });
    await checkAll(module);
    module.dispose();
  }
  const { results, figures } = list;
  const gpus = cuda.status().devices.map(({ name }) => name);
  if (options.json) writeFileSync(options.json, JSON.stringify({ gpus, results, figures }));
  const notRun = list.count('notRun');
  const left = notRun > 0 ? `, ${notRun} could not run` : '';
  console.log(`${list.count('passed')} passed, ${list.count('failed')} failed${left}`);
  process.exitCode = list.count('failed') > 0 ? 1 : 0;
}

void main();
