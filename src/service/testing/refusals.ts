import assert from 'node:assert/strict';
import { envelopeOf, type Operation } from '../../contract/operation.ts';
import { operations, type OperationName } from '../../contract/operations.ts';
import { requestOf } from './app.ts';
import type { Walker } from './walker.ts';

/** Asks each operation for what it must refuse, so that the walk holds every kind of answer and not the good ones alone. */
export async function walkRefusals(walk: Walker): Promise<void> {
  for (const [name, it] of Object.entries<Operation>(operations)) {
    const operation = name as OperationName;
    await asked(walk, operation, 401, requestOf(it, walk.service.origin, '1001', 'EFT', {}), null);
    if (envelopeOf(it) === 'plain') {
      if (!it.basic) await asked(walk, operation, 400, requestOf(it, walk.service.origin, '', '', {}));
      continue;
    }
    await asked(walk, operation, 404, requestOf(it, walk.service.origin, '9999', 'EFT', {}));
    const misspelt = requestOf(it, walk.service.origin, '1001', 'EFT', {});
    misspelt.url.searchParams.set('Misspelt', '1');
    await asked(walk, operation, 400, misspelt);
    const version = requestOf(it, walk.service.origin, '1001', 'EFT', {});
    version.url.searchParams.set('Version', 'v2');
    await asked(walk, operation, 400, version);
    if (envelopeOf(it) === 'batch') {
      const items = [{ Misspelt: 1 }, 'no object', { ContractSequence: 'text', ClientNumber: null }];
      await asked(walk, operation, 200, requestOf(it, walk.service.origin, '1001', 'EFT', items));
    }
    const sequences = Object.keys(it.input.shape).filter((fieldName) => fieldName.endsWith('Sequence'));
    if (sequences.length > 0 && envelopeOf(it) === 'records' && it.resource !== 'reports') {
      const nothing = Object.fromEntries(sequences.map((fieldName) => [fieldName, 1]));
      await asked(walk, operation, 404, requestOf(it, walk.service.origin, '1001', 'EFT', nothing));
    }
  }
}

/** One request that must be answered with `status`; `token` null sends none. */
export async function asked(
  walk: Walker,
  operation: OperationName,
  status: number,
  { url, init }: ReturnType<typeof requestOf>,
  token?: string | null,
): Promise<void> {
  const bearer = token === undefined ? await walk.service.token() : token;
  const headers = { ...init.headers, ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) };
  const answer = await fetch(url, { ...init, headers });
  const body: unknown = await answer.json();
  assert.equal(answer.status, status, `${operation}: ${JSON.stringify(body).slice(0, 300)}`);
  walk.answers.push({ operation, status, body });
}
