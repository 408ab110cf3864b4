import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paramsIn } from './pages.ts';

const tenant = { merchant: '1001', product: 'EFT' };

test('a path has the parts that its pattern names, decoded', () => {
  assert.deepEqual(paramsIn('', '/m/1001/EFT'), tenant);
  assert.deepEqual(paramsIn('mandates', '/m/1001/EFT/mandates/'), tenant);
  assert.deepEqual(paramsIn('contracts/:contract', '/m/1001/EFT/contracts/C%201~A'), { ...tenant, contract: 'C 1~A' });
  assert.deepEqual(paramsIn('reports/:name?', '/m/1001/EFT/reports'), { ...tenant, name: undefined });
  assert.deepEqual(paramsIn('reports/:name?', '/m/1001/EFT/reports/x'), { ...tenant, name: 'x' });
});

test('a path of another pattern, or that cannot be decoded, has none', () => {
  assert.equal(paramsIn('mandates', '/m/1001/EFT/mandates/new'), undefined);
  assert.equal(paramsIn('contracts/:contract', '/m/1001/EFT/contracts/%E0%A4%A'), undefined);
  assert.equal(paramsIn('mandates', '/callback'), undefined);
});
