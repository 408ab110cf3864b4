import assert from 'node:assert/strict';
import { envelopeOf, type Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { requestOf } from '../request-of.ts';
import type { ContractCaller } from './caller.ts';

/** Makes calls that each operation must refuse, so that error answers are covered too. */
export async function callForRefusals(caller: ContractCaller): Promise<void> {
  for (const [name, it] of Object.entries<Operation>(operations)) {
    const operation = name as OperationName;
    await mustRefuse(caller, operation, 401, requestOf(it, caller.service.origin, '1001', 'EFT', {}), null);
    if (envelopeOf(it) === 'plain') {
      if (!it.basic) await mustRefuse(caller, operation, 400, requestOf(it, caller.service.origin, '', '', {}));
      continue;
    }
    await mustRefuse(caller, operation, 404, requestOf(it, caller.service.origin, '9999', 'EFT', {}));
    const misspelt = requestOf(it, caller.service.origin, '1001', 'EFT', {});
    misspelt.url.searchParams.set('Misspelt', '1');
    await mustRefuse(caller, operation, 400, misspelt);
    const version = requestOf(it, caller.service.origin, '1001', 'EFT', {});
    version.url.searchParams.set('Version', 'v2');
    await mustRefuse(caller, operation, 400, version);
    if (envelopeOf(it) === 'batch') {
      const items = [{ Misspelt: 1 }, 'no object', { ContractSequence: 'text', ClientNumber: null }];
      await mustRefuse(caller, operation, 200, requestOf(it, caller.service.origin, '1001', 'EFT', items));
    }
    const sequences = Object.keys(it.input.shape).filter((fieldName) => fieldName.endsWith('Sequence'));
    if (sequences.length > 0 && envelopeOf(it) === 'records' && it.resource !== 'reports') {
      const nothing = Object.fromEntries(sequences.map((fieldName) => [fieldName, 1]));
      await mustRefuse(caller, operation, 404, requestOf(it, caller.service.origin, '1001', 'EFT', nothing));
    }
  }
}

/** Makes one request that must be answered with `status`; `token` null sends none. */
export async function mustRefuse(
  caller: ContractCaller,
  operation: OperationName,
  status: number,
  { url, init }: ReturnType<typeof requestOf>,
  token?: string | null,
): Promise<void> {
  const bearer = token === undefined ? await caller.service.token() : token;
  const headers = { ...init.headers, ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) };
  const answer = await fetch(url, { ...init, headers });
  const body: unknown = await answer.json();
  assert.equal(answer.status, status, `${operation}: ${JSON.stringify(body).slice(0, 300)}`);
  caller.answers.push({ operation, status, body });
}
