import assert from 'node:assert/strict';
import { listsAll, type Step } from './step.ts';

export const lookupsStep: Step = async (caller) => {
  for (const product of ['EFT', 'DEBICHECK']) {
    const frequency = await caller.call('frequencyLookup', {}, { product });
    assert.ok(frequency.records.every((it) => (it.CollectionDays?.length ?? 0) > 0));
    const banks = await caller.call('bankLookup', {}, { product });
    assert.deepEqual(
      banks.records.flatMap((it) => it.Products ?? []).map((it) => it.Product),
      [product],
    );
    for (const alias of [false, true]) {
      const reasons = await caller.call('mandateReasonLookup', {}, { product, alias });
      assert.equal(reasons.records[0]?.MandateProduct, product);
      const codes = await caller.call('payoutCancelLookup', {}, { product, alias });
      listsAll('payoutCancelLookup', codes.records);
    }
  }
};
