import assert from 'node:assert/strict';
import { envelopeOf, type Operation } from '#contract/operation.ts';
import { operations, type Input, type OperationName } from '#contract/operations.ts';
import { addDays } from '#rules/calendar.ts';
import { columnOf, storedValue } from '#service/database/rows.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { isSensitive } from '#service/numbers/numbers.ts';
import type { Answer, CallOptions, TestService } from '../app.ts';

export interface Received {
  operation: OperationName;
  status: number;
  body: unknown;
  /** The body of a valid request. */
  sent?: unknown;
}

type Item = Record<string, unknown>;

/** Calls operations and remembers every answer. It reads the contract as data and knows no operation by name. */
export class ContractCaller {
  readonly answers: Received[] = [];
  readonly service: TestService;
  constructor(service: TestService) {
    this.service = service;
  }

  get today(): string {
    return this.service.clock.today();
  }

  /** A range around now, wide enough for a run that passes midnight. */
  get range() {
    return { StartDate: `${addDays(this.today, -1)} 00:00`, EndDate: `${addDays(this.today, 1)} 23:59` };
  }

  /** Makes one call that must answer 200 in the interface's form. */
  async call<N extends OperationName>(name: N, input: Input<N> | Input<N>[], options?: CallOptions) {
    const answer = await this.service.call(name, input, options);
    const { request } = operations[name] as Operation;
    const sent = request ? { [request]: Array.isArray(input) ? input : [input] } : input;
    this.answers.push({ operation: name, status: answer.status, body: answer.body, sent });
    assert.equal(answer.status, 200, `${name}: ${answer.text.slice(0, 500)}`);
    isEnvelope(name, answer);
    return answer;
  }

  /** Like `call`, and every item must be in `Successful`. */
  async done<N extends OperationName>(name: N, input: Input<N> | Input<N>[], options?: CallOptions) {
    const answer = await this.call(name, input, options);
    assert.deepEqual(answer.failed, [], name);
    const [first] = answer.successful;
    assert.ok(first, name);
    const [item] = Array.isArray(input) ? input : [input];
    agrees(name, item as Item, first as Item);
    return first;
  }

  /** The one record of a query, with every listed field. */
  async one<N extends OperationName>(name: N, query: Input<N>, options?: CallOptions) {
    const { records } = await this.call(name, query, options);
    assert.equal(records.length, 1, name);
    const [record] = records;
    assert.ok(record);
    return record;
  }

  /** Asserts that an item's fields are stored in the one row that `where` finds. */
  async isStored(table: string, where: Item, item: Item, merchant = '1001'): Promise<void> {
    const tests = Object.keys({ merchant, ...where }).map((column, index) => `${column} = $${index + 1}`);
    const rows = await inTransaction(this.service.database.pool, { merchant }, async (client) => {
      const found = await client.query<Item>(
        `select * from ${table} where ${tests.join(' and ')}`,
        Object.values({ merchant, ...where }),
      );
      return found.rows;
    });
    assert.equal(rows.length, 1, table);
    const { open } = this.service.numbers;
    for (const [fieldName, value] of Object.entries(item)) {
      const kept = rows[0]?.[columnOf(fieldName)];
      const [found, sent] = isSensitive(fieldName)
        ? [open(String(kept)), String(value)]
        : [kept, storedValue(fieldName, value)];
      assert.deepEqual(found, sent, `${table}: ${fieldName}`);
    }
  }

  /** Operations that have not yet answered 200; empty after all steps. */
  get missing(): string[] {
    const seen = new Set(this.answers.filter((it) => it.status === 200).map((it) => it.operation));
    return Object.keys(operations).filter((name) => !seen.has(name as OperationName));
  }
}

/** Asserts that the items together use every field of the operation's input: an unused field is untested. */
export function answersAll(name: OperationName, ...items: Item[]): void {
  const fieldNames = new Set(items.flatMap((item) => Object.keys(item)));
  const left = Object.keys(operations[name].input.shape).filter((fieldName) => !fieldNames.has(fieldName));
  assert.deepEqual(left, [], `${name} is not called with every field`);
}

/** Asserts that sent and received values agree in every field that both have. */
function agrees(name: OperationName, input: Item, received: Item): void {
  for (const fieldName of Object.keys(input))
    if (fieldName in operations[name].output.shape && fieldName in received)
      assert.deepEqual(received[fieldName], input[fieldName], `${name}: ${fieldName}`);
}

/** Asserts that every sent field that the retrieve's records have is returned unchanged, and never null. */
export function survives(retrieve: OperationName, input: Item, received: Item): void {
  for (const fieldName of Object.keys(operations[retrieve].output.shape))
    if (fieldName in input)
      assert.deepEqual(received[fieldName], input[fieldName] ?? undefined, `${retrieve}: ${fieldName}`);
  for (const [fieldName, value] of Object.entries(received)) assert.notEqual(value, null, `${retrieve}: ${fieldName}`);
}

function isEnvelope(name: OperationName, answer: Answer<OperationName>): void {
  const operation: Operation = operations[name];
  if (envelopeOf(operation) === 'plain') return;
  assert.deepEqual(Object.keys(answer.body).toSorted(), ['APIResponse', operation.response].toSorted(), name);
  const { CallSequence, ...api } = answer.body['APIResponse'] as Item;
  assert.ok(Number.isInteger(CallSequence) && Number(CallSequence) > 0, name);
  assert.deepEqual(api, { Status: 'SUCCESS', Version: operation.version, Name: name });
}
