import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { readSlice } from '#console/api/http.ts';
import type { ColumnSpec } from '#rules/column.ts';
import { Engine } from './engine.ts';
import { LocalReport } from './local-report.ts';
import type { RowsPage, Question, Reply, ToPage, WorkerState } from './messages.ts';
import { moreChanges, type Exported, type FoundRecords, type RowGroup, type SliceState } from './protocol.ts';

const columns: ColumnSpec[] = [
  { fieldName: 'Sequence', kind: 'integer' },
  { fieldName: 'Client', kind: 'text' },
  { fieldName: 'Amount', kind: 'amount' },
];
const recordOf = (slice: number, i: number) => ({
  Sequence: slice * 100_000 + i,
  Client: `c${i % 50}`,
  Amount: i / 100,
});
const bodyOf = (slice: number, count: number) =>
  JSON.stringify({
    List: Array.from({ length: count }, (_, i) => recordOf(slice, i)),
    APIResponse: { CallSequence: 9, Status: 'SUCCESS' },
  });

type Handler = (request: IncomingMessage, response: ServerResponse, tries: number) => void;

/** Each slice's handler receives the number of calls so far. */
async function service(context: TestContext, handlers: Handler[]): Promise<string> {
  const tries = handlers.map(() => 0);
  const server = createServer((request, response) => {
    const slice = Number(request.url?.slice(1));
    tries[slice] = (tries[slice] ?? 0) + 1;
    handlers[slice]?.(request, response, tries[slice]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

class Listener {
  readonly states: WorkerState[] = [];
  readonly pages: RowsPage[] = [];
  readonly pieces: Uint8Array[] = [];
  readonly refused: (string | undefined)[] = [];
  readonly engine: Engine;
  /** Tokens in order, the last one repeated; empty: the session has ended. */
  tokens: string[];
  private readonly replies = new Map<number, (message: ToPage) => void>();
  private readonly waiting: { until: (state: WorkerState) => boolean; resolve(state: WorkerState): void }[] = [];
  private lastId = 0;
  isWriting = true;

  constructor(origin: string, slices: number, tokens = ['t1'], specs = columns) {
    this.tokens = tokens;
    this.engine = new Engine((message) => this.receive(message), readSlice);
    this.engine.receive({
      is: 'open',
      columns: specs,
      key: 'List',
      counting: { sum: { fieldName: 'Amount', apart: [] } },
      slices: Array.from({ length: slices }, (_, i) => ({
        from: '2026-01-01',
        to: '2026-01-31',
        url: `${origin}/${i}`,
      })),
    });
  }

  state(until: (state: WorkerState) => boolean): Promise<WorkerState> {
    const last = this.states.at(-1);
    if (last && until(last)) return Promise.resolve(last);
    return new Promise((resolve) => this.waiting.push({ until, resolve }));
  }

  settled = () => this.state((it) => it.isSettled);

  ask(question: Question): Promise<Reply> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.replies.set(id, (message) => {
        if (message.is === 'answer') resolve(message.reply);
        else if (message.is === 'fault') reject(new Error(message.message));
      });
      this.engine.receive({ is: 'question', id, question });
    });
  }

  sequences(count: number): unknown[] {
    const pages = Array.from({ length: Math.ceil(count / 100) }, (_, page) => page);
    const before = this.pages.length;
    this.engine.receive({ is: 'visible', from: 0, to: 0, pages });
    return this.pages.slice(before).flatMap((it) => it.rows.map((row) => row.Sequence));
  }

  private receive(message: ToPage): void {
    switch (message.is) {
      case 'state':
        this.states.push(message.state);
        this.pages.push(...message.pages);
        for (const it of this.waiting.splice(0))
          if (it.until(message.state)) it.resolve(message.state);
          else this.waiting.push(it);
        return;
      case 'page':
        this.pages.push(message.page);
        return;
      case 'token':
        this.refused.push(message.refused);
        if (message.refused !== undefined) this.tokens.shift();
        this.engine.receive({ is: 'token', id: message.id, token: this.tokens[0] });
        return;
      case 'piece':
        this.pieces.push(message.bytes);
        if (this.isWriting) this.engine.receive({ is: 'written', id: message.id });
        return;
      default:
        this.replies.get(message.id)?.(message);
    }
  }
}

const wholeBody =
  (slice: number, count: number): Handler =>
  (_, response) =>
    response.end(bodyOf(slice, count));
const states = (state: WorkerState): SliceState[] => state.slices.map((it) => it.state);

test('slices stand in their order whichever comes first', async (context) => {
  let isSecondHere = () => {};
  const second = new Promise<void>((resolve) => (isSecondHere = resolve));
  const origin = await service(context, [
    (_, response) => {
      const body = bodyOf(0, 1000);
      response.write(body.slice(0, 20_000));
      void second.then(() => response.end(body.slice(20_000)));
    },
    wholeBody(1, 700),
    (_, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      isSecondHere();
    },
    wholeBody(3, 5),
  ]);
  const listener = new Listener(origin, 4);
  const state = await listener.settled();
  assert.deepEqual(states(state), ['done', 'done', 'empty', 'done']);
  assert.equal(state.isComplete, true);
  assert.equal(state.total, 1705);
  assert.deepEqual(state.sums, [{ keys: [], count: 1705, cents: 499_500 + 244_650 + 10 }]);
  const expected = [1000, 700, 0, 5].flatMap((count, slice) =>
    Array.from({ length: count }, (_, i) => slice * 100_000 + i),
  );
  assert.deepEqual(listener.sequences(1705), expected);
  for (const it of listener.states) assert.ok(it.count <= it.total && it.total <= 1705);
});

test('a view is searched, filtered and sorted, and applies to what comes later too', async (context) => {
  let go = () => {};
  const left = new Promise<void>((resolve) => (go = resolve));
  const origin = await service(context, [
    (_, response) => {
      const body = bodyOf(0, 3000);
      response.write(body.slice(0, 100_000));
      void left.then(() => response.end(body.slice(100_000)));
    },
  ]);
  const listener = new Listener(origin, 1);
  await listener.state((it) => it.total > 100);
  const view = {
    search: 'C7',
    filters: [{ fieldName: 'Amount', kind: 'number' as const, least: 1000, most: 2000 }],
    sort: { fieldName: 'Sequence', isDescending: true },
  };
  listener.engine.receive({ is: 'view', id: 1, view });
  const early = await listener.state((it) => it.viewId === 1);
  assert.equal(early.isSettled, false);
  go();
  const state = await listener.settled();
  const expected = Array.from({ length: 3000 }, (_, i) => i)
    .filter((i) => i % 50 === 7 && i >= 1000 && i <= 2000)
    .toReversed();
  assert.equal(state.count, expected.length);
  assert.equal(state.total, 3000);
  assert.deepEqual(listener.sequences(state.count), expected);
  const cents = expected.reduce((sum, i) => sum + i, 0);
  assert.deepEqual(state.sums, [{ keys: [], count: expected.length, cents }]);
  const groups = (await listener.ask({ is: 'groups', by: [{ fieldName: 'Client' }], hasSums: true })) as RowGroup[];
  assert.deepEqual(groups, [{ keys: ['c7'], count: expected.length, sums: state.sums }]);
  const all = (await listener.ask({ is: 'groups', by: [{ fieldName: 'Client' }], filters: [] })) as RowGroup[];
  assert.equal(all.length, 50);
  await assert.rejects(listener.ask({ is: 'distinct', fieldName: 'Nowhere', most: 5 }), /No column Nowhere/);

  listener.engine.receive({
    is: 'view',
    id: 2,
    view: { search: '', filters: [], sort: { fieldName: 'Client', isDescending: false } },
  });
  listener.engine.receive({ is: 'view', id: 3, view: { search: '', filters: [], sort: null } });
  const last = await listener.state((it) => it.viewId === 3);
  assert.equal(last.count, 3000);
  assert.deepEqual(listener.sequences(3000).slice(0, 3), [0, 1, 2]);
});

test('what is asked of all records is told whatever the view shows, and only as much as is wanted', async (context) => {
  const origin = await service(context, [wholeBody(0, 3000), wholeBody(1, 200)]);
  const listener = new Listener(origin, 2);
  await listener.settled();
  listener.engine.receive({ is: 'view', id: 1, view: { search: 'nobody', filters: [], sort: null } });
  assert.equal((await listener.state((it) => it.viewId === 1)).count, 0);
  const filters = [{ fieldName: 'Client', kind: 'oneOf' as const, values: ['c3', 'c4'] }];
  const found = (await listener.ask({
    is: 'found',
    fieldNames: ['Amount', 'Nowhere'],
    filters,
    most: 3,
  })) as FoundRecords;
  assert.deepEqual(found, { rows: [{ Amount: 0.03 }, { Amount: 0.04 }, { Amount: 0.53 }], count: 128 });
  const all = (await listener.ask({ is: 'found', fieldNames: ['Sequence'], filters })) as FoundRecords;
  assert.deepEqual([all.rows.length, all.rows.at(-1)], [128, { Sequence: 100_154 }]);
  const groups = (await listener.ask({ is: 'groups', by: [{ fieldName: 'Client' }], filters })) as RowGroup[];
  assert.deepEqual(
    groups.map((it) => [it.keys[0], it.count]),
    [
      ['c3', 64],
      ['c4', 64],
    ],
  );
});

test('a refused token is asked for again and the call repeated; not permitted is the end', async (context) => {
  const seen: unknown[] = [];
  const origin = await service(context, [
    (request, response) => {
      seen.push(request.headers.authorization);
      if (request.headers.authorization === 'Bearer t3') response.end(bodyOf(0, 3));
      else response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end('{}');
    },
    (_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end(
        JSON.stringify({
          APIResponse: { CallSequence: 12 },
          Errors: [{ Code: 'x', Message: 'Reports are not for you.' }],
        }),
      ),
  ]);
  const listener = new Listener(origin, 2, ['t1', 't2', 't3']);
  const state = await listener.settled();
  assert.deepEqual(seen, ['Bearer t1', 'Bearer t2', 'Bearer t3']);
  assert.deepEqual(
    listener.refused.filter((it) => it !== undefined),
    ['t1', 't2'],
  );
  assert.deepEqual(states(state), ['done', 'failed']);
  assert.deepEqual(state.slices[1]?.reason, {
    message: 'Reports are not for you.',
    kind: 'notPermitted',
    status: 401,
    callSequence: 12,
    faults: [{ Field: undefined, Code: 'x', Message: 'Reports are not for you.' }],
  });
  assert.equal(state.isComplete, false);
});

test('without a token a slice fails, and goes again when asked', async (context) => {
  const origin = await service(context, [wholeBody(0, 3)]);
  const listener = new Listener(origin, 1, []);
  assert.deepEqual(states(await listener.settled()), ['failed']);
  listener.tokens = ['t1'];
  listener.engine.receive({ is: 'retry' });
  assert.equal((await listener.state((it) => it.isComplete)).total, 3);
});

test('a service that is not answering is asked again, as late as it says', async (context) => {
  const times: number[] = [];
  const origin = await service(context, [
    (_, response, tries) => {
      times.push(performance.now());
      if (tries === 1) response.writeHead(503, { 'retry-after': '1' }).end();
      else if (tries === 2) response.destroy();
      else response.end(bodyOf(0, 2));
    },
  ]);
  const state = await new Listener(origin, 1).settled();
  assert.deepEqual([states(state), state.total, state.slices[0]?.tries], [['done'], 2, 3]);
  assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 990);
});

test('a body that is cut is shown as far as it came, and asked for again without doubling it', async (context) => {
  const origin = await service(context, [
    wholeBody(0, 10),
    (_, response, tries) => {
      const body = bodyOf(1, 900);
      if (tries > 1) response.end(body);
      else
        response
          .writeHead(200, { 'content-length': body.length })
          .write(body.slice(0, 20_000), () => response.destroy());
    },
    (_, response, tries) => response.end(tries > 1 ? bodyOf(2, 1) : '<html>Sign in</html>'),
    (_, response, tries) => response.end(tries > 1 ? bodyOf(3, 2) : bodyOf(3, 2).replace('SUCCESS', 'PARTIAL')),
  ]);
  const listener = new Listener(origin, 4);
  const cut = await listener.settled();
  assert.deepEqual(states(cut), ['done', 'cut', 'failed', 'cut']);
  assert.equal(cut.isComplete, false);
  const rowCount = cut.slices[1]?.rows ?? 0;
  assert.ok(rowCount > 0 && rowCount < 900);
  assert.equal(cut.slices[2]?.reason?.message, 'The answer could not be understood.');
  assert.equal(cut.slices[3]?.reason?.message, 'It ended with PARTIAL.');
  assert.equal(cut.slices[3]?.reason?.callSequence, 9);
  assert.equal(listener.sequences(cut.count).length, 10 + rowCount + 2);
  listener.engine.receive({ is: 'retry' });
  const state = await listener.state((it) => it.isComplete);
  assert.deepEqual([state.total, state.count], [913, 913]);
  assert.deepEqual(
    listener.sequences(913),
    [10, 900, 1, 2].flatMap((count, slice) => Array.from({ length: count }, (_, i) => slice * 100_000 + i)),
  );
});

test('actions are shown as one row each, also of a slice that was asked for again; groups and files have every row', async (context) => {
  const change = (ContractSequence: number, FieldChanged: string) => ({
    ContractSequence,
    ChangeType: 'CANCEL',
    FieldChanged,
  });
  const List = [change(1, 'Status'), change(1, 'CancelReason'), change(1, 'InstalmentStatus[3]'), change(2, 'Status')];
  const body = JSON.stringify({ List, APIResponse: { CallSequence: 9, Status: 'SUCCESS' } });
  const origin = await service(context, [
    (_, response, tries) => response.end(tries > 1 ? body : body.replace('SUCCESS', 'PARTIAL')),
  ]);
  const listener = new Listener(origin, 1, undefined, [
    { fieldName: 'ContractSequence', kind: 'integer' },
    { fieldName: 'Amount', kind: 'amount' },
    { fieldName: 'ChangeType', kind: 'text' },
    { fieldName: 'FieldChanged', kind: 'text' },
  ]);
  await listener.settled();
  listener.engine.receive({ is: 'retry' });
  await listener.state((it) => it.isComplete);
  listener.engine.receive({ is: 'view', id: 1, view: { search: '', filters: [], sort: null, foldsActions: true } });
  const state = await listener.state((it) => it.viewId === 1);
  assert.deepEqual([state.total, state.count], [4, 2]);
  const before = listener.pages.length;
  listener.engine.receive({ is: 'visible', from: 0, to: 0, pages: [0] });
  const [row] = listener.pages[before]?.rows ?? [];
  assert.deepEqual([row?.['FieldChanged'], row?.[moreChanges]], ['Status', 2]);
  const groups = (await listener.ask({ is: 'groups', by: [{ fieldName: 'ContractSequence' }] })) as RowGroup[];
  assert.deepEqual(
    groups.map(({ count }) => count),
    [3, 1],
  );
  const exported = (await listener.ask({
    is: 'export',
    options: {
      format: 'csv',
      columns: [{ fieldName: 'FieldChanged', title: 'Field' }],
      byteOrderMark: false,
      decimal: '.',
      dates: 'text',
    },
  })) as Exported;
  assert.equal(exported.rows, 4);
});

test('cancelled, what has come stays', async (context) => {
  const origin = await service(context, [
    (_, response) => response.write(bodyOf(0, 500).slice(0, 20_000)),
    () => {},
    wholeBody(2, 1),
  ]);
  const listener = new Listener(origin, 3);
  await listener.state((it) => it.total > 0);
  listener.engine.receive({ is: 'cancel' });
  const state = await listener.settled();
  assert.deepEqual(states(state), ['cut', 'failed', 'failed']);
  assert.deepEqual(new Set(state.slices.map((it) => it.reason?.message)), new Set(['Cancelled.']));
  assert.deepEqual(new Set(state.slices.map((it) => it.reason?.kind)), new Set(['cancelled']));
  assert.ok(state.total > 0);
});

test('a report without slices is complete and empty', { timeout: 10_000 }, async () => {
  const state = await new Listener('', 0).settled();
  assert.deepEqual([state.isComplete, state.total], [true, 0]);
  const local = await LocalReport.read({
    columns,
    key: 'List',
    slices: [],
    token: () => Promise.reject(new Error('none')),
  });
  assert.equal((await local.rows()).length, 0);
  assert.deepEqual((await local.found(['Sequence'], [])).rows, []);
});

test('an export is the rows of the view, a piece at a time', async (context) => {
  const origin = await service(context, [wholeBody(0, 20_000)]);
  const listener = new Listener(origin, 1);
  await listener.settled();
  listener.engine.receive({
    is: 'view',
    id: 1,
    view: {
      search: '',
      filters: [{ fieldName: 'Client', kind: 'oneOf', values: ['c3'] }],
      sort: { fieldName: 'Sequence', isDescending: true },
    },
  });
  await listener.state((it) => it.viewId === 1);
  const options = {
    format: 'csv' as const,
    columns: [{ fieldName: 'Sequence', title: 'No' }],
    byteOrderMark: false,
    decimal: '.' as const,
    dates: 'text' as const,
  };
  const exported = (await listener.ask({ is: 'export', options })) as Exported;
  const text = Buffer.concat(listener.pieces).toString();
  assert.equal(exported.rows, 400);
  assert.equal(exported.bytes, Buffer.byteLength(text));
  assert.deepEqual(text.trim().split('\r\n'), [
    'No',
    ...Array.from({ length: 400 }, (_, i) => String(i * 50 + 3)).toReversed(),
  ]);

  // Aborting while a piece is being written ends the export.
  listener.isWriting = false;
  const givenUp = listener.ask({ is: 'export', options });
  const before = listener.pieces.length;
  while (listener.pieces.length === before) await new Promise((resolve) => setImmediate(resolve));
  listener.engine.receive({ is: 'give up', id: 2 });
  await assert.rejects(givenUp);
  assert.equal(listener.pieces.length, before + 1);
});
