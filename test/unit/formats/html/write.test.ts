// @vitest-environment jsdom
import { Sanitizer } from '@jupyterlab/apputils/lib/sanitizer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileDocument, profileHtml } from '../../../../src/formats/html/write';
import { escapeMarkup, markup } from '../../../../src/formats/shared/text/markup';
import { timelineSvg } from '../../../../src/formats/shared/picture/timelinePicture';
import type { Profile } from '../../../../src/model/profile/profile';
import { allocationProfile } from '../../../support/allocationProfile';
import { drawGpuProfile } from '../../../support/drawGpuProfile';
import { drawProfile } from '../../../support/drawProfile';
import { stackParts } from '../../../support/stackParts';
import { largeProfile } from '../../../support/largeProfile';
import { sizeOf } from '../../../support/tiers';

function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

/** The document of a well-formed SVG. */
function parseSvg(svg: string): Document {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')?.textContent).toBeUndefined();
  expect(document.documentElement.tagName).toBe('svg');
  return document;
}

function texts(document: Document, selector: string): string[] {
  return [...document.querySelectorAll(selector)].map(each => each.textContent);
}

/** Cells of the row that is headed by `name`. */
function rowCells(document: Document, name: string): string[] {
  const row = [...document.querySelectorAll('tbody tr')].find(
    each => each.querySelector('th')?.textContent === name
  );
  return [...(row?.querySelectorAll('td') ?? [])].map(cell => cell.textContent);
}

const trained = drawProfile(
  `
  main        |[step              ]
              | [op/conv][op/relu]
  rss {bytes} |1500000   2500000`,
  {
    nsPerColumn: 1e6,
    meta: {
      name: 'train',
      cell: { file: 'Cell [3]', executionCount: 3, source: 'let a = 1;\nslow(a < 2);\n' }
    },
    extra: ({ strings }) => ({
      lineTicks: {
        length: 2,
        file: new Uint32Array(2).fill(strings.intern('Cell [3]')),
        line: Uint32Array.of(2, 1),
        ticks: Uint32Array.of(3, 1)
      },
      frames: {
        length: 1,
        name: Uint32Array.of(strings.intern('slow')),
        file: Uint32Array.of(strings.intern('Cell [3]')),
        line: Uint32Array.of(2),
        column: Uint32Array.of(0),
        kind: Uint8Array.of(0)
      },
      stacks: {
        length: 1,
        prefix: Int32Array.of(-1),
        frame: Uint32Array.of(0),
        line: Uint32Array.of(0),
        isAwaited: new Uint8Array(1)
      },
      samples: {
        length: 2,
        time: Float64Array.of(1, 2),
        weight: Float64Array.of(2e6, 2e6),
        stack: Int32Array.of(0, 0),
        track: new Uint16Array(2)
      }
    })
  }
);

/** A profile with `text` in every place that takes text. */
function filledWith(text: string): Profile {
  const profile = drawProfile(
    `
    main        |[a   ][b]
    rss {bytes} |7   8`,
    {
      nsPerColumn: 1e6,
      meta: { name: text, cell: { file: text, executionCount: 1, source: text } },
      extra: ({ strings }) => ({
        lineTicks: {
          length: 1,
          file: Uint32Array.of(strings.intern(text)),
          line: Uint32Array.of(1),
          ticks: Uint32Array.of(1)
        },
        allocations: {
          ...allocationProfile([{ scope: '', from: 0, to: 9, bytes: 1 }]).allocations,
          scope: Uint32Array.of(strings.intern(text))
        },
        sources: [{ source: 'memory', status: 'failed', message: text, records: 0 }]
      })
    }
  );
  return {
    ...profile,
    strings: profile.strings.map(each => (each === '' ? '' : text)),
    tracks: profile.tracks.map(track => ({ ...track, name: text })),
    counters: profile.counters.map(series => ({ ...series, name: text, category: text }))
  };
}

const HOSTILE =
  '</svg></title></table><script>alert(1)</script><img src=x onerror=alert(1)>"\'&amp;\u0000\u202e';

describe('profileHtml', () => {
  it('has the memory of each scope where allocations were recorded', () => {
    const MB = 1e6;
    const pieces = [
      { scope: 'encoder:', from: 0, to: 50, bytes: 3 * MB },
      { scope: 'decoder:', from: 20, to: Infinity, bytes: MB }
    ];
    const document = parse(profileHtml(allocationProfile(pieces)));
    expect(texts(document, 'caption')).toContain('Allocations by scope');
    expect(rowCells(document, 'encoder:')).toEqual(['tfjs/wasm', '1', '3.00\u00a0MB', '0\u00a0B']);
    expect(rowCells(document, 'decoder:')).toEqual([
      'tfjs/wasm',
      '1',
      '1.00\u00a0MB',
      '1.00\u00a0MB'
    ]);
    expect(texts(document, 'li')).toContain('Peak of tfjs/wasm: 4.00 MB at 20 ns');
    expect(profileHtml(trained)).not.toContain('Allocations');
  });

  it('has the functions that allocated most where the heap was sampled', () => {
    const profile = drawProfile('main |[cell]', {
      meta: { cell: { file: 'Cell [1]', executionCount: 1, source: 'train();' } },
      extra: builder =>
        stackParts(builder, {
          heap: [
            { stack: 'train load<b>', bytes: 3e6, samples: 100 },
            { stack: 'train', bytes: 1e6 }
          ]
        })
    });
    const document = parse(profileHtml(profile));
    const title = 'Allocations by function';
    expect(texts(document, 'caption')).toEqual(['Time by name, times in milliseconds', title]);
    const [first, second] = [rowCells(document, 'load<b>'), rowCells(document, 'train')];
    expect(first).toEqual(['Cell [1]:1', '3.00\u00a0MB', '±\u00a020\u00a0%']);
    expect(second.slice(1)).toEqual(['1.00\u00a0MB', 'rough']);
  });

  it('has the largest of many scopes, and says so', () => {
    const pieces = Array.from({ length: 30 }, (_, at) => {
      return { scope: `layer_${at}:`, from: 0, to: 50, bytes: at };
    });
    const document = parse(profileHtml(allocationProfile(pieces)));
    expect(texts(document, 'caption')).toContain('Allocations by scope');
    expect(texts(document, 'p')).toContain('10 more rows not shown.');
    expect(rowCells(document, 'layer_10:')).toHaveLength(4);
    expect(rowCells(document, 'layer_9:')).toEqual([]);
  });

  it('has the total time of lines where it was recorded', () => {
    const file = trained.strings.indexOf('Cell [3]');
    const lineTotals = {
      length: 2,
      file: Uint32Array.of(file, file),
      line: Uint32Array.of(1, 2),
      self: Float64Array.of(0, 3e6),
      total: Float64Array.of(4e6, 3e6),
      own: Float64Array.of(0, 3e6)
    };
    const lines = (html: string) => {
      const table = parse(html).querySelector('.kernelscope-lines');
      return [...(table?.querySelectorAll('tr') ?? [])].map(row => row.textContent);
    };
    expect(lines(profileHtml({ ...trained, lineTotals })).slice(0, 3)).toEqual([
      'LineSelf shareTotalSource',
      '10.0\u00a0%4.00let a = 1;',
      '215.0\u00a0%█▊3.00slow(a < 2);'
    ]);
    expect(lines(profileHtml(trained))[0]).toBe('LineSelf shareSource');
  });

  it('shows the summary and a table of times in milliseconds', () => {
    const document = parse(profileHtml(trained));
    expect(document.querySelector('.kernelscope-summary')?.textContent).toContain('wall 20.0 ms');
    const caption = 'Time by name, times in milliseconds';
    expect(texts(document, 'caption')[0]).toBe(caption);
    expect(rowCells(document, 'conv')).toEqual([
      'op',
      '1',
      ...Array<string>(7).fill('9.00'),
      '45.0\u00a0%',
      '█████▍'
    ]);
    expect(rowCells(document, 'rss')).toEqual([
      'Device Storage',
      '2',
      '2.50\u00a0MB',
      '1.50\u00a0MB',
      '2.00\u00a0MB',
      '2.50\u00a0MB',
      '2.50\u00a0MB'
    ]);
  });

  it('shows the heat of the lines of the cell and the hottest functions', () => {
    const document = parse(profileHtml(trained));
    expect(texts(document, '.kernelscope-lines tbody tr')).toEqual([
      '15.0\u00a0%▋let a = 1;',
      '215.0\u00a0%█▊slow(a < 2);',
      '3'
    ]);
    expect(rowCells(document, 'slow')).toEqual([
      ...['Cell [3]:2', '4.00', '20.0\u00a0%', '██▍', '4.00']
    ]);
  });

  it('has real tables with heads for every row and column, and nothing that runs', () => {
    const document = parse(profileHtml(trained));
    for (const table of document.querySelectorAll('table')) {
      expect(table.querySelectorAll('thead th[scope=col]').length).toBeGreaterThan(2);
    }
    expect(
      document.querySelectorAll('script, style, link, iframe, [onclick], [href]')
    ).toHaveLength(0);
  });

  it('loses no word and no picture in the sanitiser of JupyterLab', () => {
    const before = parse(profileHtml(trained));
    const after = parse(new Sanitizer().sanitize(profileHtml(trained)));
    expect(after.body.textContent).toBe(before.body.textContent);
    expect(after.querySelectorAll('table').length).toBe(4);
    const image = after.querySelector('img');
    expect(image?.alt).toBe('Timeline of train: 3 slices on 1 track in 20.0 ms');
    const [, data] = image?.src.split('base64,') ?? [];
    expect(texts(parseSvg(atob(data)), 'rect > title')).toHaveLength(3);
  });

  it('says so when there is nothing to show', () => {
    const html = profileHtml(drawProfile(''));
    expect(html).toContain('No slices were recorded.');
    expect(html).not.toContain('<img');
  });

  it('tells how many rows it leaves out', () => {
    const html = profileHtml(trained, { top: 1 });
    expect(html).toContain('2 more rows not shown.');
  });

  it('lets no text become markup', () => {
    const plain = parse(profileHtml(filledWith('name')));
    const hostile = parse(profileHtml(filledWith(HOSTILE)));
    const shape = (document: Document) =>
      [...document.querySelectorAll('*')].map(
        each => each.tagName + each.getAttributeNames().join()
      );
    expect(shape(hostile)).toEqual(shape(plain));
    expect(hostile.querySelector('strong')?.textContent).toContain('<script>alert(1)</script>');
  });
});

describe('profileDocument', () => {
  it('has the timeline as a part of the page, with tooltips', () => {
    const document = parse(profileDocument(trained));
    expect(document.querySelectorAll('svg rect > title')).toHaveLength(3);
    expect(document.querySelectorAll('img')).toHaveLength(0);
  });

  it('is a whole page that forbids itself script and network', () => {
    const document = parse(profileDocument(filledWith(HOSTILE)));
    expect(document.doctype?.name).toBe('html');
    expect(document.title).toContain('<script>');
    expect(document.querySelectorAll('script, img, link')).toHaveLength(0);
    const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content');
    expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'");
  });
});

describe('timelineSvg', () => {
  it('draws tracks, nested slices, counters and a time axis', () => {
    const document = parseSvg(timelineSvg(trained));
    expect(document.documentElement.getAttribute('aria-label')).toBe(
      'Timeline of train: 3 slices on 1 track in 20.0 ms'
    );
    expect(texts(document, 'rect > title')).toEqual([
      'step · 20.0 ms',
      'conv · 9.00 ms',
      'relu · 9.00 ms'
    ]);
    const words = texts(document, 'text');
    for (const word of ['main', 'rss', 'peak 2.50 MB', '5 ms', 'step', 'conv']) {
      expect(words).toContain(word);
    }
  });

  it('draws a program from where it began, says what is left out, and tells tracks of one name apart', () => {
    const drawn = drawProfile(
      `
  main thread |[gc/early][gc/late][work]
  worker 1    |[gc/early][gc/late]
  rss {bytes} |1500000  2500000`,
      { nsPerColumn: 1e6 }
    );
    const gc = { name: 'GC', kind: 'gc' } as const;
    const tracks = [
      { ...drawn.tracks[0], name: 'main thread' },
      { ...drawn.tracks[0], name: 'worker 1' },
      ...drawn.tracks.map((track, parent) => ({ ...track, ...gc, parent }))
    ];
    const slices = { ...drawn.slices, track: drawn.slices.track.map(track => track + 2) };
    const startUp = { runs: [{ pid: 42, fromNs: 0, untilNs: 10e6 }], lines: [] };
    const program = { ...drawn, tracks, slices, meta: { ...drawn.meta, startUp } };
    const document = parseSvg(timelineSvg(program));
    expect(texts(document, 'rect > title').map(title => title.split(' ')[0])).toEqual([
      ...['late', 'work', 'late']
    ]);
    expect(texts(document, 'text')).toEqual(
      expect.arrayContaining([
        'main thread · GC',
        'worker 1 · GC',
        '10.0 ms of start-up not shown.'
      ])
    );
    expect(parse(profileDocument(program)).body.textContent).toContain(
      'Start-up: 10.0 ms, not in the shares.'
    );
  });

  it('is well-formed and of bounded size for 200,000 slices on very many tracks', () => {
    const svg = timelineSvg(largeProfile(200_000, 500));
    const document = parseSvg(svg);
    expect(svg.length).toBeLessThan(150_000);
    expect(texts(document, 'text').at(-1)).toMatch(/merged.*more tracks not shown/);
  });

  it('stays well-formed XML whatever the names are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), name => {
        parseSvg(timelineSvg(filledWith(name)));
      }),
      { numRuns: sizeOf(20, 60) }
    );
    expect(parseSvg(timelineSvg(filledWith(HOSTILE))).querySelectorAll('script, img')).toHaveLength(
      0
    );
  });
});

describe('markup', () => {
  it('escapes text and leaves markup as it is', () => {
    const inner = markup`<b>${'<i>'}</b>`;
    expect(markup`<p title="${'"x"'}">${inner}${[inner]}${3}</p>`.text).toBe(
      '<p title="&quot;x&quot;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>3</p>'
    );
  });

  it('replaces what XML forbids and what turns text around', () => {
    expect(escapeMarkup('a\u0000b\ud800c\u202ed\u{1f600}\n')).toBe(
      'a\ufffdb\ufffdc\ufffdd\u{1f600}\n'
    );
  });
});

describe('time of GPUs', () => {
  it('is a column where a GPU worked, and none elsewhere', () => {
    const profile = drawGpuProfile('main |[conv>a] [idle]\ngpu 0/7 |  [K<a ]', {
      nsPerColumn: 1e6
    });
    const document = parse(profileHtml(profile));
    expect(texts(document, 'thead th')).toContain('GPU');
    const column = texts(document, 'thead th').indexOf('GPU') - 1;
    const cellOf = (name: string): string => rowCells(document, name)[column];
    expect([cellOf('conv'), cellOf('idle'), cellOf('gemm')]).toEqual(['6.00', '', '']);
    expect(texts(parse(profileHtml(trained)), 'thead th')).not.toContain('GPU');
  });
});
