import { CHROME } from './chrome/format';
import { CPUPROFILE } from './cpuprofile/format';
import { CSV, HTML, MEMORY_FLOW } from './documents';
import { FIREFOX } from './firefox/format';
import { FOLDED } from './folded/format';
import type { ProfileFormat } from './shared/format';
import { HEAPPROFILE } from './heapprofile';
import { KSCOPE } from './kscope/format';
import { NVPROF } from './nvprof/format';
import { PERFETTO } from './perfetto/format';
import { PERF_SCRIPT } from './perfscript';
import { PPROF } from './pprof/format';
import { SPEEDSCOPE } from './speedscope/format';
import { UNREAD } from './unread';

/** All formats of profiles, in the order of menus and help texts. */
export const FORMATS: readonly ProfileFormat[] = [
  PERFETTO,
  CHROME,
  SPEEDSCOPE,
  CPUPROFILE,
  PPROF,
  FOLDED,
  KSCOPE,
  CSV,
  HTML,
  MEMORY_FLOW,
  HEAPPROFILE,
  FIREFOX,
  PERF_SCRIPT,
  ...UNREAD,
  NVPROF
];
