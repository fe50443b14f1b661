import { type Translator, UNTRANSLATED } from '../../base/translator';
import type { SentencePart, SentenceWords } from '../../facts/shared/sentenceParts';
import { type CauseName, isCause } from '../../model/output/causes';
import type { Finding, FindingOf } from '../../model/output/findings';
import type { CellInfo } from '../../model/profile/profile';

/** A known cause in words: `%1` is the code that has it, on which the cure may depend, `%2` the place of the loop around that. */
interface CauseWords {
  /** The heading of its section on the page. */
  readonly title: string;
  readonly cause: (trans: Translator) => string;
  /** The same where there is no other place. */
  readonly alone?: (trans: Translator) => string;
  readonly cure: (trans: Translator, code: string) => string;
}

const WORDS: Readonly<Record<CauseName, CauseWords>> = {
  sequentialAwaits: {
    title: 'Awaits one after another',
    cause: trans =>
      trans.__(
        '%1 waits for each one before the next begins, in the loop at %2: never two at once.'
      ),
    alone: trans =>
      trans.__(
        '%1 and the awaits beside it wait one after another, though none needs what another gives.'
      ),
    cure: trans => trans.__('Start all of them, and await them together with `Promise.all`.')
  },
  pollingLoop: {
    title: 'A loop that looks again after a pause',
    cause: trans =>
      trans.__(
        '%1 looks again only after its pause, in the loop at %2: what is waited for may have come long before.'
      ),
    cure: trans =>
      trans.__('Await what is waited for: an event, or a promise that is resolved when it comes.')
  },
  queryPerRow: {
    title: 'A query for each row',
    cause: trans => trans.__('%1 asks the database once for each row of the loop at %2.'),
    cure: trans =>
      trans.__(
        'Ask once for all rows: `WHERE id IN (…)`, a join, or one statement with many rows; or write all of them in one transaction.'
      )
  },
  spreadInAccumulator: {
    title: 'An accumulator copied with a spread',
    cause: trans =>
      trans.__('%1 copies all that was gathered so far, each time round the loop at %2.'),
    cure: trans =>
      trans.__('Add to one object or array instead, with an assignment, `push` or a `Map`.')
  },
  chunksJoined: {
    title: 'Chunks joined one by one',
    cause: trans =>
      trans.__('%1 copies all bytes that came before, each time round the loop at %2.'),
    alone: trans => trans.__('%1 copies all bytes that came before, for each chunk that comes.'),
    cure: trans =>
      trans.__('Keep the chunks in an array, and join them once, with `Buffer.concat` at the end.')
  },
  searchInLoop: {
    title: 'An array searched in a loop',
    cause: trans =>
      trans.__('%1 looks through the array from its start, each time round the loop at %2.'),
    alone: trans => trans.__('%1 looks through the array from its start, for each request.'),
    cure: trans =>
      trans.__('Put its elements into a `Set` or `Map` before the loop, and look them up there.')
  },
  shiftInLoop: {
    title: 'Elements moved in a loop',
    cause: trans =>
      trans.__('%1 moves all elements behind the place, each time round the loop at %2.'),
    alone: trans => trans.__('%1 moves all elements behind the place, for each request.'),
    cure: trans =>
      trans.__('Go through the array with an index, take from its end, or filter it once.')
  },
  jsonClone: {
    title: 'A deep copy by JSON',
    cause: trans => trans.__('%1 copies by way of text: it writes and reads every value in it.'),
    cure: trans =>
      trans.__('Copy only what will change, as `{ ...state, list: [...state.list] }` does.')
  },
  jsonInLoop: {
    title: 'JSON in a loop',
    cause: trans =>
      trans.__('%1 converts the same or whole values again, each time round the loop at %2.'),
    alone: trans => trans.__('%1 converts the same or whole values again, for each request.'),
    cure: trans =>
      trans.__('Convert once, outside of the loop; compare and look up by the fields that matter.')
  },
  constructorInLoop: {
    title: 'A constructor in a loop',
    cause: trans =>
      trans.__('%1 makes the same costly object again, each time round the loop at %2.'),
    alone: trans => trans.__('%1 makes the same costly object again, for each request.'),
    cure: (trans, code) =>
      code.includes('.toLocale')
        ? trans.__(
            'Make one `Intl.DateTimeFormat` or `Intl.NumberFormat` before the loop or at top level, and use its `format`.'
          )
        : trans.__('Make it once, outside of the loop, or one of each kind, kept in a `Map`.')
  },
  localeCompareInSort: {
    title: 'localeCompare in a sort',
    cause: trans =>
      trans.__('%1 finds the rules of the language again for each pair, in the sort at %2.'),
    alone: trans => trans.__('%1 finds the rules of the language again for each pair of a sort.'),
    cure: trans => trans.__('Make one `Intl.Collator`, and give its `compare` to the sort.')
  },
  sortInLoop: {
    title: 'A sort in a loop',
    cause: trans => trans.__('%1 sorts the whole array again, each time round the loop at %2.'),
    alone: trans => trans.__('%1 sorts the whole array again, for each request.'),
    cure: trans => trans.__('Sort once, before or after the loop, or keep the smallest as you go.')
  },
  rebuiltInLoop: {
    title: 'A collection built again in a loop',
    cause: trans =>
      trans.__('%1 goes through all elements to build it again, each time round the loop at %2.'),
    alone: trans => trans.__('%1 goes through all elements to build it again, for each request.'),
    cure: trans =>
      trans.__(
        'Build it once, before the loop or at top level, and change it where the elements change; a `Map` knows its size.'
      )
  },
  stringByIndex: {
    title: 'A string built by index',
    cause: trans =>
      trans.__('%1 builds a string piece by piece from places in a string, in the loop at %2.'),
    cure: trans =>
      trans.__(
        'Take whole runs with `slice` or a regular expression, or `join` an array at the end.'
      )
  },
  backtrackingRegExp: {
    title: 'A regular expression that backtracks',
    cause: trans =>
      trans.__('The regular expression of %1 tries many ways to match the same text.'),
    cure: trans =>
      trans.__('Let only one part match each character: `a+` for `(a+)+`, `[^"]*` for `.*`.')
  },
  syncInHandler: {
    title: 'A synchronous call in a handler',
    cause: trans => trans.__('%1 keeps the only thread, and every other request waits.'),
    cure: trans =>
      trans.__('Use the asynchronous call, do it once at the start, or keep the result.')
  },
  consoleInLoop: {
    title: 'console.log in a loop',
    cause: trans => trans.__('%1 formats and writes a line each time round the loop at %2.'),
    cure: trans => trans.__('Gather the lines and write them once, or write every thousandth.')
  },
  writeInLoop: {
    title: 'Small writes in a loop',
    cause: trans => trans.__('%1 writes one piece to the file, each time round the loop at %2.'),
    cure: trans =>
      trans.__(
        'Gather the pieces and write them once, or write to a stream of `createWriteStream`, which keeps the file open.'
      )
  },
  fileRewritten: {
    title: 'A file written whole again',
    cause: trans => trans.__('%1 writes the whole file again, each time round the loop at %2.'),
    alone: trans => trans.__('%1 writes the whole file again, for each request.'),
    cure: trans =>
      trans.__(
        'Write it once at the end, or at most every second or so, with the newest content; or append only what is new.'
      )
  },
  processInLoop: {
    title: 'Processes one after another',
    cause: trans =>
      trans.__(
        '%1 starts a process and waits until it ends, each time round the loop at %2: never two at once.'
      ),
    cure: trans =>
      trans.__(
        'Give one process all of the work, or start several at a time with `execFile` or `spawn`, which do not wait.'
      )
  },
  deleteInLoop: {
    title: 'delete on objects in use',
    cause: trans =>
      trans.__('%1 makes objects dictionaries, which are slow to use, in the loop at %2.'),
    cure: trans =>
      trans.__(
        'Set it to `undefined`, copy what is to stay, or use a `Map` for keys that come and go.'
      )
  },
  holeyArray: {
    title: 'An array with holes',
    cause: trans => trans.__('%1 uses an array with holes, in the loop at %2.'),
    cure: trans =>
      trans.__(
        'Fill it from its start with `push`, use a typed array, or a `Map` for scattered keys.'
      )
  },
  mixedArray: {
    title: 'An array of several kinds',
    cause: trans => trans.__('%1 uses an array with elements of several kinds, in the loop at %2.'),
    cure: trans =>
      trans.__('Keep one kind in an array: convert when it is filled, or use two arrays.')
  },
  bigintInLoop: {
    title: 'BigInt in a loop',
    cause: trans => trans.__('%1 makes a new `BigInt` for each result, in the loop at %2.'),
    cure: trans =>
      trans.__(
        'Compute with numbers where 53 bits are enough, else with two 32-bit halves and `Math.imul`.'
      )
  },
  arrayFromIterator: {
    title: 'An array made of an iterator',
    cause: trans => trans.__('%1 makes an array of an iterator, to go through it once more.'),
    cure: trans => trans.__('Go through the iterator itself with `for … of`.')
  },
  throwInLoop: {
    title: 'Errors thrown in a loop',
    cause: trans =>
      trans.__(
        'Errors are thrown and caught in %1, where V8 gave up optimized code, in the loop at %2.'
      ),
    cure: trans => trans.__('Check the value before, and return `null` or a result that says so.')
  },
  boxedReads: {
    title: 'Elements read as BigInt',
    cause: trans =>
      trans.__('%1 makes a `BigInt` for each element that it reads, in the loop at %2.'),
    cure: trans =>
      trans.__('Read a `Float64Array`, or the two halves of a `Uint32Array` on the same buffer.')
  },
  tensorReadInLoop: {
    title: 'Tensors read in a loop',
    cause: trans =>
      trans.__(
        '%1 waits for the backend and copies the tensor back, each time round the loop at %2.'
      ),
    cure: trans => trans.__('Gather the results as tensors, and read them once after the loop.')
  },
  tensorNotDisposed: {
    title: 'Tensors not disposed of',
    cause: trans => trans.__('%1 makes tensors that are never disposed of, in the loop at %2.'),
    cure: trans => trans.__('Put the body of the loop into `tf.tidy`, or `dispose` of them.')
  },
  tensorMadeInLoop: {
    title: 'Tensors made in a loop',
    cause: trans => trans.__('%1 makes the same tensor again, each time round the loop at %2.'),
    alone: trans => trans.__('%1 makes the same tensor again, for each request.'),
    cure: trans => trans.__('Make it once, before the loop.')
  },
  slowBackend: {
    title: 'Operators on a slow backend',
    cause: trans => trans.__('%1 runs on the backend in plain JavaScript.'),
    cure: trans =>
      trans.__('Choose a faster one before: `await tf.setBackend("wasm")`, or `tfjs-node`.')
  },
  copyToThread: {
    title: 'Data copied to a thread',
    cause: trans => trans.__('%1 copies the data for the other thread.'),
    cure: trans =>
      trans.__(
        'Transfer buffers, as in `postMessage(data, [data.buffer])`, or share them; send only what is needed of other data, and once.'
      )
  },
  writeWithoutDrain: {
    title: 'A stream written without a pause',
    cause: trans =>
      trans.__(
        '%1 at %2 goes on although the stream cannot follow: what it has not yet written is kept in memory.'
      ),
    cure: trans =>
      trans.__(
        "Where `write` returns false, wait with `await once(stream, 'drain')`, or hand the rows to `pipeline`."
      )
  },
  listenersForRequests: {
    title: 'Listeners added for each request',
    cause: trans =>
      trans.__(
        '%1 at %2 adds a listener for each request, which keeps all that it uses until it is removed.'
      ),
    cure: trans =>
      trans.__('Add one listener at the start, or remove it when the request has been answered.')
  },
  keptForRequests: {
    title: 'A collection that grows with each request',
    cause: trans => trans.__('%1 at %2 keeps more with each request.'),
    cure: trans =>
      trans.__('Take out what is no longer needed, or keep a fixed number and drop the oldest.')
  },
  repeatedHook: {
    title: 'A hook that does the same for each test',
    cause: trans => trans.__('%1 runs again for each test, in the hook at %2.'),
    alone: trans => trans.__('%1 runs again for each test.'),
    cure: trans =>
      trans.__(
        'Do it once for all tests, in `beforeAll` or `before`, and set back only what a test changes.'
      )
  }
};

type CauseFacts = Partial<
  Pick<FindingOf<'hotLine'>['facts'], 'cause' | 'causeCode' | 'causeFile' | 'causeLine'>
>;

/** The sentences of the known cause of a finding and of its cure; none where it has none. */
export function causeParts(facts: CauseFacts, words: SentenceWords): readonly SentencePart[] {
  const { cause = '', causeCode = '', causeFile = '', causeLine = 0 } = facts;
  if (!isCause(cause)) return [];
  const { trans } = words;
  const known = WORDS[cause];
  const text = causeLine > 0 ? known.cause(trans) : (known.alone ?? known.cause)(trans);
  const place = causeLine > 0 ? words.place(causeFile, causeLine) : trans.__('this line');
  const why = words.fill(text, { code: causeCode }, place);
  return [' ', ...why.flatMap(coded), ' ', ...coded(known.cure(trans, causeCode))];
}

/** The end of a sentence about a line: its code, and why it takes its time where that is known. */
export function ending(
  facts: CauseFacts & Pick<FindingOf<'hotLine'>['facts'], 'code'>,
  words: SentenceWords
): readonly SentencePart[] {
  const cause = causeParts(facts, words);
  if (facts.code === '') return ['.', ...cause];
  return [': ', { code: facts.code }, ...(cause.length > 0 ? ['.', ...cause] : [])];
}

/** Words with their code, which stands between backticks, in parts. */
export function coded(text: SentencePart): readonly SentencePart[] {
  if (typeof text !== 'string') return [text];
  return text.split('`').map((piece, at) => (at % 2 === 1 ? { code: piece } : piece));
}

interface CodePlace {
  readonly file: string;
  readonly line: number;
}

/** A cause at a line, or at one of a function that begins at that line. */
type PlacedCause = CauseFacts & Partial<CodePlace> & { readonly hotLine?: number };

/** The cure of a finding, and the line of the cell where it belongs. */
export interface LineCure {
  readonly text: string;
  /** One-based. */
  readonly line: number;
}

/** The cure of a finding whose line is in the profiled cell; null where there is none. */
export function cureIn(
  { facts }: Finding,
  cell: Pick<CellInfo, 'file'> | null,
  trans: Translator = UNTRANSLATED
): LineCure | null {
  const { cause = '', causeCode = '', file, line = 0, hotLine = line } = facts as PlacedCause;
  if (!isCause(cause) || cell === null || file !== cell.file) return null;
  return hotLine >= 1 ? { text: WORDS[cause].cure(trans, causeCode), line: hotLine } : null;
}

/** How to try the cures of findings that have one in the profiled cell; '' where none has. It has code in backticks. */
export function trialAdvice(
  findings: readonly Finding[],
  cell: Pick<CellInfo, 'file'> | null
): string {
  return findings.some(finding => cureIn(finding, cell) !== null) ? TRIAL_ADVICE : '';
}

const TRIAL_ADVICE =
  'Change the cell as a finding says, and run it with `%%profile --try`: in turns with the cell as it was recorded.';

/** The page that shows each known cause before and after, with figures. */
const PAGE = 'https://github.com/kernelscope/kernelscope/blob/main/docs/user-guide/causes.md';

/** The address of the page about the known cause of a finding; null where it has none. */
export function causeAddress({ facts }: Finding): string | null {
  const { cause = '' } = facts as CauseFacts;
  return isCause(cause) ? `${PAGE}#${anchorOf(WORDS[cause].title)}` : null;
}

/** How GitHub names a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** The headings of that page, one for each known cause. */
export const CAUSE_TITLES: readonly string[] = Object.values(WORDS).map(({ title }) => title);
