import { describe, expect, it } from 'vitest';
import { readOfflineOptions } from '../../../../../../src/compat/mindspore/offline/offlineOptions';
import { ProfilerArgumentError } from '../../../../../../src/engine/arguments/argumentErrors';

const LOCAL = { isBucket: false };

const engineOf = (engine: unknown): unknown => readOfflineOptions([{ engine }], LOCAL).engine;

describe('the engine of an offline analysis', () => {
  it('is this process unless one is named', () => {
    expect(readOfflineOptions([], LOCAL).engine).toBeNull();
    expect(engineOf(null)).toBeNull();
  });

  it.each([
    'local',
    'local[4]',
    'local[*]',
    'local[2,3]',
    'yarn',
    'spark://a:7077,b:7077',
    'k8s://https://c'
  ])('is Spark with the master %s', master => {
    expect(engineOf({ spark: master })).toEqual({ spark: { master, conf: {} } });
  });

  it('has settings and a Node', () => {
    const spark = { master: 'yarn', conf: { 'spark.executor.memory': '4g' }, node: '/opt/node' };
    expect(engineOf({ spark })).toEqual({ spark });
  });

  it.each([
    ...[
      'spark',
      {},
      { spark: '' },
      { spark: '--conf' },
      { spark: 'http://host' },
      { dask: 'host' }
    ],
    ...[{ spark: { master: 'yarn', cores: 2 } }, { spark: { master: 'yarn', conf: { a: 1 } } }],
    ...[{ spark: { conf: {} } }, { spark: { master: 'yarn', node: '' } }, { spark: ['yarn'] }]
  ])('is not %j', engine => {
    expect(() => engineOf(engine)).toThrow(ProfilerArgumentError);
    expect(() => engineOf(engine)).toThrow(/^Invalid Parameter format for engine expect { spark: /);
  });

  it.each([{ workers: 2 }, { dataSimplification: true }])('goes without %j', more => {
    const [name] = Object.keys(more);
    expect(() => readOfflineOptions([{ engine: { spark: 'yarn' }, ...more }], LOCAL)).toThrow(
      `${name} cannot be used with an engine: leave it out.`
    );
  });

  it('is not for buckets', () => {
    const options = [{ engine: { spark: 'yarn' } }];
    expect(() => readOfflineOptions(options, { isBucket: true })).toThrow(
      'engine cannot be used with a bucket: leave it out, or mount the bucket as a folder.'
    );
  });
});
