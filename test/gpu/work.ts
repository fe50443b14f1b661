import { type CudaModule, cuda, range } from '../../src/index';
import { must } from './checklist';
import { BLOCK, GRID, SIZE } from './kernels';

/** How often a graph is launched. */
const GRAPH_LAUNCHES = 10;

/** Nodes of the graph. */
const GRAPH_NODES = 3;

/** What each operator of {@link doAllWork} launches. */
export const KERNELS_BY_RANGE: Readonly<Record<string, number>> = {
  'vector add': 1,
  reduction: 1,
  'two streams': 2,
  graph: GRAPH_LAUNCHES * GRAPH_NODES
};

/** `a + b` on the device; fails where a number is wrong. */
function vectorAdd(module: CudaModule): string {
  const a = Float32Array.from({ length: SIZE }, (_, at) => at % 1000);
  const b = Float32Array.from({ length: SIZE }, (_, at) => (at % 7) / 4);
  return cuda.buffer(a, deviceA =>
    cuda.buffer(b, deviceB =>
      cuda.alloc(a.byteLength, sum => {
        cuda.launch(module.fn('add'), GRID, BLOCK, [deviceA, deviceB, sum, SIZE]);
        const result = sum.download(Float32Array);
        const wrong = result.findIndex((value, at) => value !== a[at] + b[at]);
        must(wrong < 0, `element ${wrong} is ${result[wrong]}, not ${a[wrong] + b[wrong]}`);
        return `${SIZE} sums are right`;
      })
    )
  );
}

/** The sum of whole numbers, which float32 adds exactly within a block. */
function reduction(module: CudaModule): string {
  const x = Float32Array.from({ length: SIZE }, (_, at) => at % 64);
  return cuda.buffer(x, deviceX =>
    cuda.alloc(4 * GRID, sums => {
      cuda.launch(module.fn('blockSums'), GRID, BLOCK, [deviceX, sums, SIZE]);
      const total = sums.download(Float32Array).reduce((sum, part) => sum + part, 0);
      const expected = x.reduce((sum, value) => sum + value, 0);
      must(total === expected, `the sum is ${total}, not ${expected}`);
      return `${SIZE} numbers add up to ${total}`;
    })
  );
}

/** Pinned and pageable copies beside kernels, in two streams. */
function twoStreams(module: CudaModule): string {
  return cuda.stream(first =>
    cuda.stream(second =>
      cuda.pinned(4 * SIZE, pinned =>
        cuda.alloc(4 * SIZE, left =>
          cuda.alloc(4 * SIZE, right => {
            new Float32Array(pinned.buffer).fill(3);
            left.upload(pinned.buffer, { stream: first });
            right.upload(new Float32Array(SIZE).fill(5), { stream: second });
            cuda.launch(module.fn('scale'), GRID, BLOCK, [left, SIZE], { stream: first });
            cuda.launch(module.fn('scale'), GRID, BLOCK, [right, SIZE], { stream: second });
            first.synchronizeNow();
            second.synchronizeNow();
            const [x] = left.download(Float32Array);
            const [y] = right.download(Float32Array);
            must(x === 7 && y === 11, `the streams gave ${x} and ${y}, not 7 and 11`);
            return 'both streams gave their numbers';
          })
        )
      )
    )
  );
}

/** A graph of three kernels in a row, launched again and again. */
function graph(module: CudaModule): string {
  return cuda.stream(stream =>
    cuda.buffer(new Float32Array(BLOCK), x => {
      const captured = cuda.capture(stream, () => {
        for (let node = 0; node < GRAPH_NODES; node++) {
          cuda.launch(module.fn('scale'), 1, BLOCK, [x, BLOCK]);
        }
      });
      for (let run = 0; run < GRAPH_LAUNCHES; run++) captured.launch(stream);
      stream.synchronizeNow();
      captured.dispose();
      const [value] = x.download(Float32Array);
      const expected = 2 ** (GRAPH_NODES * GRAPH_LAUNCHES) - 1;
      must(value === Math.fround(expected), `the graph gave ${value}, not ${expected}`);
      return `${GRAPH_LAUNCHES} launches of ${GRAPH_NODES} nodes gave ${value}`;
    })
  );
}

/** All work, each part in a range of its own; what each part says of its result. */
export function doAllWork(module: CudaModule): readonly string[] {
  return [
    range('vector add', () => vectorAdd(module)),
    range('reduction', () => reduction(module)),
    range('two streams', () => twoStreams(module)),
    range('graph', () => graph(module))
  ];
}
