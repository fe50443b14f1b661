import { expect, it } from 'vitest';
import { OutputFormatError, readFormats } from '../../../../src/engine/arguments/outputFormats';

it('takes the timeline unless told otherwise, and a list before a single format', () => {
  expect(readFormats({})).toEqual(['chrome_timeline.json']);
  expect(readFormats({ format: 'memory_flow.svg' })).toEqual(['memory_flow.svg']);
  const formats = ['memory_flow.svg', 'chrome_timeline.json', 'memoryFlow.svg'];
  expect(readFormats({ formats })).toEqual(['memory_flow.svg', 'chrome_timeline.json']);
  expect(readFormats({ format: 'chromeTimeline.json', formats: null })).toEqual([
    'chrome_timeline.json'
  ]);
});

it.each([
  [
    { format: 'memory_flow.png' },
    /unsupported format 'memory_flow\.png' \(format\)\. Support: 'chrome/
  ],
  [{ format: 5 }, /unsupported format 5 \(format\)/],
  [{ formats: ['memory_flow.svg', 'x'] }, /unsupported format 'x' \(formats\[1\]\)/],
  [{ formats: 'memory_flow.svg' }, /formats expects a list, got 'memory_flow\.svg'/],
  [{ formats: [] }, /formats is empty\. Support: 'chrome_timeline\.json', 'memory_flow\.svg'/],
  [{ formats: { a: 1 } }, /formats expects a list, got an object/]
])('names what is wrong in %j', (given, expected) => {
  expect(() => readFormats(given)).toThrow(OutputFormatError);
  expect(() => readFormats(given)).toThrow(expected);
});
