import { describe, expect, it } from 'vitest';
import { pictureSvg } from '../../../../../src/formats/shared/picture/picture';
import { timelinePicture } from '../../../../../src/formats/shared/picture/timelinePicture';
import { gpuTraining } from '../../../../support/gpuTraining';

describe('streams in a picture of the timeline', () => {
  const namesIn = (gpus: number): string[] => {
    const svg = pictureSvg(timelinePicture(gpuTraining({ steps: 4, gpus })), 'inline');
    return [...svg.matchAll(/>([^<>]*stream \d+)</g)].map(([, name]) => name);
  };

  it('are called by their names where there is one GPU', () => {
    expect(namesIn(1)).toEqual(['stream 7', 'stream 13']);
  });

  it('are told apart by their GPUs where there are several', () => {
    expect(namesIn(2)).toEqual([
      'GPU 0 · stream 7',
      'GPU 0 · stream 13',
      'GPU 1 · stream 7',
      'GPU 1 · stream 13'
    ]);
  });
});
