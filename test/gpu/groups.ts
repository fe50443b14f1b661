import { type CudaModule, cuda } from '../../src/index';
import type { NativeAddon } from '../../src/native/addon';
import { loadAddon } from '../../src/native/loader';
import { type Checklist, NotRunnable, must } from './checklist';
import { measureKinds, measureLaunches } from './costs';
import { checkCublas } from './cublas';
import { checkDurations } from './durations';
import { checkExperiments } from './experiments';
import { checkIllegalAddress } from './illegalAddress';
import { SOURCE } from './kernels';
import { checkManyLaunches } from './manyLaunches';
import {
  checkClock,
  checkCopies,
  checkGraphNodes,
  checkOneKernel,
  checkWholeGraphs
} from './parts';
import { recordStream } from './recordStream';
import { checkRecordedWork } from './recordedWork';
import { checkSamples } from './samples';
import { checkStreams } from './streams';
import { comparePeer } from './torchPeer';
import { doAllWork } from './work';

/** The dependencies of a group of checks. */
export interface GroupDeps {
  readonly list: Checklist;
  /** Compiled {@link SOURCE}; not to be touched while the list is blocked. */
  readonly module: CudaModule;
  readonly addon: () => NativeAddon;
  /** The Python whose PyTorch does the same work. */
  readonly python: string;
  /** The file for the records as CUPTI made them; undefined for none. */
  readonly record: string | undefined;
  /** The probe of the only experiment to run; undefined for all. */
  readonly experiment: string | undefined;
}

/** Checks that run in a process of their own: a crash or a hang ends no other group. */
export interface CheckGroup {
  readonly name: string;
  /** Part of `--quick`. */
  readonly isQuick: boolean;
  /** Seconds after which the process is ended. */
  readonly limitS: number;
  readonly run: (deps: GroupDeps) => Promise<void>;
}

/** States in which there is no GPU to check anything on. */
const WITHOUT_GPU: readonly string[] = ['no-driver', 'no-device'];

/** The first group: if one of its checks does not pass, no other check can run. */
export const STATE_GROUP: CheckGroup = {
  name: 'state',
  isQuick: true,
  limitS: 60,
  run: async ({ list }) => {
    await list.run('what GPUs do can be recorded here', describeState);
    const [{ outcome, detail }] = list.results;
    if (outcome !== 'passed') list.block(detail);
    await list.run('the kernels compile', () => {
      cuda.compile(SOURCE, { name: 'checks.cu' }, module => must(module.kernels.length > 4, 'few'));
      return 'all of them';
    });
  }
};

/** A group of one check. */
const single = (
  name: string,
  limitS: number,
  check: string,
  run: (deps: GroupDeps) => string | Promise<string>
): CheckGroup => ({
  name,
  isQuick: true,
  limitS,
  run: deps => deps.list.run(check, () => run(deps))
});

/** All groups in the order of running: what is worth most comes first. */
export const GROUPS: readonly CheckGroup[] = [
  STATE_GROUP,
  single('kernel', 20, 'a kernel is recorded with its call', ({ addon, module }) =>
    checkOneKernel(addon().gpu, module)
  ),
  single('clock', 20, 'kernels lie between their launch and the wait for them', deps =>
    checkClock(deps.addon().gpu, deps.module)
  ),
  single('durations', 30, 'kernels last as long as the events around them say', ({ module }) =>
    checkDurations(module)
  ),
  single('copies', 20, 'copies and fills have their bytes and directions', ({ addon }) =>
    checkCopies(addon().gpu)
  ),
  single('streams', 20, 'kernels of two streams are told apart, and overlap', deps =>
    checkStreams(deps.addon().gpu, deps.module)
  ),
  {
    name: 'graphs',
    isQuick: true,
    limitS: 20,
    run: checkGraphs
  },
  {
    name: 'launches',
    isQuick: false,
    limitS: 60,
    run: ({ list, module, addon }) =>
      list.run('100,000 launches are recorded, and none is lost', () =>
        checkManyLaunches(addon().gpu, module)
      )
  },
  {
    name: 'costs',
    isQuick: false,
    limitS: 120,
    run: checkCosts
  },
  {
    name: 'samples',
    isQuick: true,
    limitS: 60,
    run: ({ list, module, addon }) => checkSamples(list, addon, module)
  },
  {
    name: 'record',
    isQuick: true,
    limitS: 60,
    run: checkRecord
  },
  {
    name: 'work',
    isQuick: true,
    limitS: 60,
    run: checkWork
  },
  single('cublas', 60, 'cuBLAS through koffi is recorded', checkCublas),
  {
    name: 'illegal',
    isQuick: false,
    limitS: 60,
    run: ({ list, module }) => checkIllegalAddress(list, module)
  },
  {
    name: 'experiments',
    isQuick: false,
    limitS: 150,
    run: ({ list, experiment }) => checkExperiments(list, experiment)
  },
  {
    name: 'kinds',
    isQuick: false,
    limitS: 120,
    run: ({ list, module, addon }) =>
      list.run('what each kind of record adds to a launch is measured', () => {
        measureKinds(list, addon().gpu, module);
        return 'see the figures';
      })
  }
];

/** Runs the checks of one group. */
export async function runGroup(
  group: CheckGroup,
  deps: Omit<GroupDeps, 'module' | 'addon'>
): Promise<void> {
  const full = { ...deps, addon: loadAddon };
  if (deps.list.isBlocked || group === STATE_GROUP) {
    return group.run({ ...full, module: null as unknown as CudaModule });
  }
  const module = cuda.compile(SOURCE, { name: 'checks.cu' });
  await group.run({ ...full, module });
  try {
    module.dispose();
  } catch {
    // The checks may have lost the device; they have said so.
  }
}

async function checkGraphs({ list, module, addon }: GroupDeps): Promise<void> {
  await list.run('kernels of a graph belong to its launch', () =>
    checkGraphNodes(addon().gpu, module)
  );
  await list.run('a graph is recorded as a whole', () => checkWholeGraphs(addon().gpu, module));
}

async function checkWork({ list, module }: GroupDeps): Promise<void> {
  await list.run('the work gives right results', () => doAllWork(module).join('; '));
  await checkRecordedWork(list, module);
}

async function checkRecord({ list, module, addon, record }: GroupDeps): Promise<void> {
  if (record === undefined) return;
  await list.run('the records are written as they come', () =>
    recordStream(addon().gpu, module, record)
  );
}

async function checkCosts({ list, module, python }: GroupDeps): Promise<void> {
  let addedNs = NaN;
  await list.run('what recording adds to a launch is measured', async () => {
    addedNs = await measureLaunches(list, module);
    return 'see the figures';
  });
  await comparePeer(list, module, { python, addedNs });
}

function describeState(): string {
  const { state, failure, devices, driver, cupti } = cuda.status();
  const reason = failure ? `: ${failure.call} answered ${failure.code} ${failure.name}` : '';
  if (WITHOUT_GPU.includes(state)) throw new NotRunnable(`${state}${reason}`);
  must(state === 'ready', `${state}${reason}`);
  const names = devices.map(({ name }) => name).join(', ');
  return `${names}; driver ${driver.version}, CUPTI ${cupti.version}`;
}
