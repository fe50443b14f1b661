import type { ProfileFormat, RefusedFormat } from './shared/format';
import type { FileStart } from './shared/imported/fileStart';

/** A format that is known, so that an error can name it, and what to do instead. */
interface UnreadFormat extends Pick<RefusedFormat, 'name' | 'refusal'> {
  readonly id: string;
  readonly title: string;
  readonly isIt: (start: FileStart) => boolean;
}

const hasText = ({ text }: FileStart, pattern: RegExp): boolean =>
  text !== null && pattern.test(text);

/** How CPU profiles of gperftools begin: the words 0, 3 and 0 or 1, each of eight bytes or of four. */
const CPU_COUNTS = [8, 4].flatMap(bytes =>
  ['\0', '\x01'].map(version =>
    ['\0', '\x03', version].map(word => word.padEnd(bytes, '\0')).join('')
  )
);

const KNOWN: readonly UnreadFormat[] = [
  {
    id: 'heapsnapshot',
    title: 'V8 heap snapshot',
    name: 'a heap snapshot of V8 (.heapsnapshot)',
    refusal: 'which has objects but no times; open it in Chrome DevTools',
    isIt: start => start.has('snapshot')
  },
  {
    id: 'v8log',
    title: 'V8 log',
    name: 'a log of V8 (node --prof)',
    refusal: 'which is not read; record with node --cpu-prof',
    isIt: start => start.has('code', 'ticks') || hasText(start, /^v8-version,\d/)
  },
  {
    id: 'safari',
    title: 'Safari recording',
    name: 'a recording of Safari',
    refusal: 'which is not read',
    isIt: start => start.has('recording') && start.has('version')
  },
  {
    id: 'stackprof',
    title: 'stackprof',
    name: 'a profile of Ruby’s stackprof',
    refusal: 'which is not read; make folded stacks of it',
    isIt: start => start.has('mode', 'interval', 'frames')
  },
  {
    id: 'haskell',
    title: 'GHC profile',
    name: 'a profile of Haskell’s GHC',
    refusal: 'which is not read',
    isIt: start => start.has('rts_arguments', 'initial_capabilities')
  },
  {
    id: 'otlp',
    title: 'OpenTelemetry',
    name: 'an export of OpenTelemetry in JSON',
    refusal: 'which is not read',
    isIt: start =>
      ['resourceProfiles', 'resourceSpans', 'resourceMetrics'].some(member => start.has(member))
  },
  {
    id: 'ipynb',
    title: 'Jupyter notebook',
    name: 'a Jupyter notebook',
    refusal: 'whose cells `kernelscope check` reads; profiles beside it are .kscope files',
    isIt: start => start.has('cells') && start.has('nbformat')
  },
  {
    id: 'sourcemap',
    title: 'Source map',
    name: 'a source map',
    refusal: 'which is no profile; it is applied to the profiles of its script',
    isIt: start => start.has('mappings', 'sources')
  },
  {
    id: 'callgrind',
    title: 'Callgrind',
    name: 'a profile of Callgrind',
    refusal: 'which is not read; it counts instructions and has no times',
    isIt: start => hasText(start, /^# callgrind format|^events:[^]*^fn=/m)
  },
  {
    id: 'perfdata',
    title: 'perf.data',
    name: 'a recording of Linux perf (perf.data)',
    refusal: 'which is not read; make text of it with perf script',
    isIt: start => start.startsWith('PERFILE2') || start.startsWith('2ELIFREP')
  },
  {
    id: 'instruments',
    title: 'Instruments',
    name: 'a deep copy of Instruments',
    refusal: 'which is not read',
    isIt: start => hasText(start, /^[\w \t()]*\tSymbol Name/)
  },
  {
    id: 'papyrus',
    title: 'Papyrus log',
    name: 'a log of Papyrus',
    refusal: 'which is not read',
    isIt: start => hasText(start, /^(Stack|Script|Obj)_\S+ log opened \(PC\)/)
  },
  {
    id: 'pmcstat',
    title: 'pmcstat',
    name: 'a call graph of pmcstat',
    refusal: 'which is not read; make folded stacks of it',
    isIt: start => hasText(start, /^@ \S+ \[\d+ samples\]/m)
  },
  {
    id: 'gperftools',
    title: 'Older pprof profile',
    name: 'a profile of pprof’s older formats',
    refusal: 'which is not read; make a newer one of it with pprof -proto',
    isIt: start =>
      hasText(
        start,
        /^(heap profile: +\d|--- \w+z \d ---|(goroutine|threadcreate) profile: total)/
      ) || CPU_COUNTS.some(counts => start.startsWith(counts))
  },
  {
    id: 'pprof-raw',
    title: 'Text of pprof',
    name: 'the text that pprof -raw prints',
    refusal: 'which is not read; open the profile that it was printed from',
    isIt: start => hasText(start, /^PeriodType: .*\nPeriod: \d+\n/)
  },
  {
    id: 'jfr',
    title: 'Java Flight Recorder',
    name: 'a recording of Java Flight Recorder',
    refusal: 'which is not read',
    isIt: start => start.startsWith('FLR\0')
  },
  {
    id: 'nsys-rep',
    title: 'Nsight Systems report',
    name: 'a report of Nsight Systems (.nsys-rep)',
    refusal: 'which is not read; export it with nsys export --type sqlite',
    isIt: start => start.startsWith('\x07\x03\x00\x00Nsight') || start.startsWith('QDSTRM')
  },
  {
    id: 'zip',
    title: 'ZIP archive',
    name: 'a ZIP archive',
    refusal: 'which is not read; unpack it first',
    isIt: start => start.startsWith('PK\x03\x04')
  },
  {
    id: 'html-page',
    title: 'HTML page',
    name: 'an HTML page',
    refusal: 'which is not read; keep the .kscope file as well',
    isIt: start => hasText(start, /^\s*<(!doctype html|html)\b/i)
  },
  {
    id: 'svg-image',
    title: 'SVG image',
    name: 'an SVG image',
    refusal: 'which is not read; keep the .kscope file as well',
    isIt: start =>
      hasText(start, /^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg\b/i)
  },
  {
    id: 'csv-table',
    title: 'Table of statistics',
    name: 'a table of statistics (CSV)',
    refusal: 'which has no times of its own; keep the .kscope file as well',
    isIt: start => hasText(start, /^\ufeff?Category,Name,Unit,/)
  }
];

/** Formats that are recognised so that an error can name them, and not read. */
export const UNREAD: readonly ProfileFormat[] = KNOWN.map(
  ({ id, title, name, refusal, isIt }): ProfileFormat => ({
    id,
    title: () => title,
    mediaType: 'application/octet-stream',
    endings: [],
    read: {
      from: 'nothing',
      name,
      refusal,
      recognise: start => (isIt(start) ? 'certain' : null)
    }
  })
);
