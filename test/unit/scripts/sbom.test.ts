import { describe, expect, it } from 'vitest';
import { billOfMaterials } from '../../../scripts/steps/sbom.mjs';

const component = (name: string, version: string, qualifiers = '') => ({
  'bom-ref': `${name}@${version}`,
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}${qualifiers}`
});

const LOCKFILE = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: 'urn:uuid:1',
  version: 1,
  metadata: { timestamp: '2026-01-01T00:00:00Z', tools: [{ name: 'cli' }], component: {} },
  components: [
    component('acorn', '8.0.0'),
    component('@scope/reader', '1.0.0', '?download_url=file'),
    component('only-to-build', '2.0.0')
  ],
  dependencies: [
    { ref: '@scope/reader@1.0.0', dependsOn: ['acorn@8.0.0', 'only-to-build@2.0.0'] },
    { ref: 'only-to-build@2.0.0' }
  ]
};

const PRODUCT = { 'bom-ref': 'pkg:pypi/product@1.0.0', name: 'product' };

describe('the bill of materials', () => {
  const bill = billOfMaterials(LOCKFILE, PRODUCT, [
    { name: '@scope/reader', version: '1.0.0' },
    { name: 'acorn', version: '8.0.0' },
    { name: 'kernelscope', version: '1.0.0' }
  ]);

  it('has what is contained, and nothing that only builds it', () => {
    const [acorn, reader] = LOCKFILE.components.map(each => ({ ...each, scope: 'required' }));
    expect(bill.components).toEqual([reader, acorn]);
    expect(bill.dependencies).toEqual([
      { ref: PRODUCT['bom-ref'], dependsOn: ['@scope/reader@1.0.0', 'acorn@8.0.0'] },
      { ref: '@scope/reader@1.0.0', dependsOn: ['acorn@8.0.0'] }
    ]);
  });

  it('is about the product, and the same for the same packages', () => {
    expect(bill.metadata.component).toEqual(PRODUCT);
    expect(JSON.stringify(bill)).not.toMatch(/timestamp|serialNumber/);
  });

  it('is refused where the lockfile lacks a package', () => {
    const make = () => billOfMaterials(LOCKFILE, PRODUCT, [{ name: 'acorn', version: '9.0.0' }]);
    expect(make).toThrow('The lockfile has no pkg:npm/acorn@9.0.0');
  });
});
