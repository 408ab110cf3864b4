import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { faultCodes } from '#contract/fault-codes.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { settingsCalls } from '#contract/settings.ts';
import { reportOf } from '#service/messages/report.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { ContractCaller, type Received } from '#service/testing/contract-coverage/caller.ts';
import { callForRefusals, mustRefuse } from '#service/testing/contract-coverage/refusals.ts';
import { steps } from '#service/testing/contract-coverage/steps.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { Wire } from '#service/testing/wire.ts';

/** Checks the served document with other people's validators. */

let service: TestService;
let caller: ContractCaller;
interface Described {
  operationId: string;
  responses: { 200: { content: { 'application/json': { schema: Schema } } } };
}
interface Schema {
  properties: Record<string, { items?: { required?: string[]; properties?: object } } | undefined>;
}
let document: {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: { Fault: { properties: { Code: { enum?: string[] } } } } };
};
before(async () => {
  service = await testService({ isAlone: true });
  caller = new ContractCaller(service);
  document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as typeof document;
});
after(() => service.close());

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors, null, 1));
  assert.equal(validator.version, '3.1');
});

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: object;
}

/** Every operation of the document, with the callback. */
const described = () =>
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as unknown as Record<string, { operationId: string; parameters: Parameter[] }>),
  );

test('every property and every parameter is described', () => {
  const bare: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
      if (key === 'properties')
        for (const [name, it] of Object.entries(inner as Record<string, { description?: string }>))
          if (!it.description) bare.push(`${at}: ${name}`);
      look(inner, `${at}/${key}`);
    }
  };
  look(document, '');
  for (const { operationId, parameters } of described())
    for (const { name, description } of parameters) if (!description) bare.push(`${operationId}: ${name}`);
  assert.deepEqual(bare, []);
});

test('generated types are strict: no alternative is next to properties, and none is empty', () => {
  const loose: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { anyOf, properties } = value as { anyOf?: object[]; properties?: object };
    if (Array.isArray(anyOf) && (properties || anyOf.some((it) => Object.keys(it).length === 0))) loose.push(at);
    for (const [key, inner] of Object.entries(value)) look(inner, `${at}/${key}`);
  };
  look(document, '');
  assert.deepEqual(loose, []);
});

test('the fault codes are listed', () => {
  assert.deepEqual(document.components.schemas.Fault.properties.Code.enum, Object.keys(faultCodes));
});

/** Extensions of this service have no version, and say null for what a record lacks. */
const isExtension = (operationId: string): boolean =>
  /^(month|audit|approval|payoutDecision|knownPayees|import|sentCall|messageDelivery)[A-Z]/.test(operationId);

test('Version is required, and no parameter of a query may be null', () => {
  for (const { operationId, parameters } of described()) {
    if (operationId in settingsCalls || isExtension(operationId)) continue;
    const version = parameters.find((it) => it.name === 'Version');
    if (operationId !== 'caseView' && operationId !== 'caseViewAlias' && operationId !== 'templateSend')
      assert.equal(version?.required, true, operationId);
    for (const { name, in: place, schema } of parameters)
      if (place === 'query') assert.doesNotMatch(JSON.stringify(schema), /"null"/, `${operationId} ${name}`);
  }
});

test('an item with half an identification does not match', () => {
  const schemaOf = compiled();
  const edit = schemaOf('mandateEdit', 'requestBody');
  const isValid = (item: object) => edit({ MandatePutRequest: [item] });
  assert.ok(isValid({ ContractSequence: 1, InstalmentAmount: 1 }));
  assert.ok(isValid({ ClientNumber: 'C', ContractNumber: 'A', InstalmentAmount: 1 }));
  assert.ok(!isValid({ InstalmentAmount: 1 }));
  assert.ok(!isValid({ ClientNumber: 'C', InstalmentAmount: 1 }));
  const rule = /ContractSequence, or by ClientNumber and ContractNumber/;
  const textOf = (name: string) =>
    (described().find((it) => it.operationId === name) as { description?: string }).description;
  for (const name of ['mandateCancel', 'instalmentCreate', 'contractList', 'payoutContractList'])
    assert.match(textOf(name) ?? '', rule, name);
  for (const name of ['mandateList', 'clientList', 'mandateCreate']) assert.equal(textOf(name), undefined, name);
});

test('a delivery report matches its callback’s schema, and a lookup may be answered 304', async () => {
  interface Callback {
    post: { operationId: string; requestBody: { content: { 'application/json': { schema: object } } } };
  }
  const send = described().find((it) => it.operationId === 'templateSend') as unknown as {
    callbacks: Record<string, Record<string, Callback>>;
  };
  const callbacks = Object.values(send.callbacks).flatMap((it) => Object.entries(it));
  assert.deepEqual(
    callbacks.map(([address]) => address),
    ['{$request.body#/messages/0/callbackData}', '{$request.body#/messages/0/notifyUrl}'],
  );
  const ajv = new Ajv2020({ strict: true });
  for (const status of ['DELIVERED_TO_HANDSET', 'UNDELIVERABLE_NOT_DELIVERED', 'EXPIRED_EXPIRED'] as const)
    for (const [, { post }] of callbacks) {
      const times = { sentAt: '2026-11-23 08:00', doneAt: '2026-11-23 08:01' };
      const report = JSON.parse(reportOf({ messageId: 'm', to: '1', status, callbackData: null, ...times })) as object;
      const validate = ajv.compile(post.requestBody.content['application/json'].schema);
      assert.ok(validate(report), JSON.stringify(validate.errors));
    }

  for (const it of described()) {
    const { responses, operationId } = it as unknown as { responses: object; operationId: string };
    assert.equal('304' in responses, /Lookup(Alias)?$/.test(operationId), operationId);
  }
  const authorization = `Bearer ${await service.token()}`;
  const lookup = `${service.origin}/v1/payments/1001/general/frequency_codes?Version=v1`;
  const tag = (await fetch(lookup, { headers: { authorization } })).headers.get('etag') ?? '';
  assert.equal((await fetch(lookup, { headers: { authorization, 'if-none-match': tag } })).status, 304);
});

/** Compiles the schema at a path of an operation inside the document, so that its $refs resolve. */
function compiled(): (name: OperationName, place: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  // Keywords of OpenAPI around the schemas, which are no JSON Schema.
  ajv.addVocabulary(['openapi', 'info', 'servers', 'paths', 'components', 'example']);
  ajv.addSchema({ $id: 'https://service.example/openapi.json', ...document });
  const found = new Map<string, string>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, it] of Object.entries(methods))
      found.set(it.operationId, `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`);
  return (name, place) => {
    const pointer = `${found.get(name)}/${place}/content/application~1json/schema`;
    const validate = ajv.getSchema(`https://service.example/openapi.json${encodeURI(pointer)}`);
    assert.ok(validate, `${name} describes no ${place}`);
    return validate;
  };
}

function fits(answers: readonly Received[]): void {
  const schemaOf = compiled();
  const wrong = answers.flatMap(({ operation, status, body }) => {
    const validate = schemaOf(operation, `responses/${status}`);
    return validate(body) ? [] : [{ operation, status, errors: validate.errors?.slice(0, 3) }];
  });
  assert.deepEqual(wrong.slice(0, 5), []);
}

test('every successful answer of the whole interface matches its schema', async () => {
  for (const step of Object.values(steps)) await step(caller);
  assert.deepEqual(caller.missing, []);
  fits(caller.answers);
});

test('every accepted body matches its schema, and one with an extra field does not', () => {
  const schemaOf = compiled();
  const bodies = caller.answers.filter((it) => hasBody(it.operation));
  const withBody = Object.keys(operations).filter((name) => hasBody(name as OperationName));
  assert.deepEqual([...new Set(bodies.map((it) => it.operation))].toSorted(), withBody.toSorted());
  for (const { operation, sent } of bodies) {
    const validate = schemaOf(operation, 'requestBody');
    assert.ok(validate(sent), `${operation}: ${JSON.stringify(validate.errors)}`);
    assert.ok(!validate({ ...(sent as object), Misspelt: 1 }), operation);
  }
});

const hasBody = (name: OperationName) => ['POST', 'PUT'].includes(operations[name].method);

test('every refusal matches its schema', async () => {
  const before = caller.answers.length;
  await callForRefusals(caller);
  fits(caller.answers.slice(before));
  assert.deepEqual(new Set(caller.answers.slice(before).map((it) => it.status)), new Set([200, 400, 401, 404]));
});

test('a successful answer has null only where the interface allows it, and a report’s record every listed field', () => {
  const nullable = new Set<string>();
  const look = (schema: unknown, name: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ([(schema as { type?: unknown }).type].flat().includes('null')) nullable.add(name);
    for (const [key, inner] of Object.entries(schema))
      look(inner, /^(\d+|anyOf|properties|items|schema)$/.test(key) ? name : key);
  };
  for (const methods of Object.values(document.paths))
    for (const it of Object.values(methods)) {
      if (isExtension(it.operationId)) continue;
      const { schema } = it.responses[200].content['application/json'];
      look(schema, it.operationId);
      if (!it.operationId.endsWith('Report')) continue;
      const [records] = Object.values(schema.properties);
      assert.deepEqual(records?.items?.required, Object.keys(records?.items?.properties ?? {}), it.operationId);
    }
  assert.deepEqual([...nullable].toSorted(), [...[1, 2, 3, 4, 5].map((n) => `UserDefinedField${n}`), 'bulkId']);
});

test('schemas reject wrong answers', () => {
  const schemaOf = compiled();
  for (const { operation, status, body } of caller.answers.filter((it) => it.status !== 200)) {
    const { Errors: _, ...rest } = body as Record<string, unknown>;
    assert.ok(!schemaOf(operation, `responses/${status}`)(rest), `${operation} ${status} without Errors`);
  }
  for (const { operation, status, body } of caller.answers.filter((it) => it.status === 200)) {
    const text = JSON.stringify(body).replace(/"CallSequence":\d+/, '"CallSequence":"one"');
    const changed = JSON.parse(text.replace(/"bulkId":null/, '"bulkId":1')) as object;
    if (operation !== 'caseView') assert.ok(!schemaOf(operation, `responses/${status}`)(changed), operation);
  }
});

test('500 and 503 match their schemas', async () => {
  const wire = new Wire();
  const broken = await testService({ through: (url) => wire.through(url) });
  try {
    const other = new ContractCaller(broken);
    const token = await broken.token();
    await broken.database.pool.query('alter table client rename to elsewhere');
    await mustRefuse(
      other,
      'clientList',
      500,
      requestOf(operations.clientList, broken.origin, '1001', 'EFT', {}),
      token,
    );
    wire.set(true);
    for (const name of ['clientList', 'contractChangeReport', 'mandateCreate', 'instalmentCancel'] as const)
      await mustRefuse(
        other,
        name,
        503,
        requestOf(operations[name], broken.origin, '1001', 'EFT', minimal[name]),
        token,
      );
    fits(other.answers);
  } finally {
    await broken.close();
    wire.close();
  }
});

/** Enough to pass validation, so that the database is queried. */
const minimal = {
  clientList: {},
  contractChangeReport: { StartDate: '2026-01-01 00:00', EndDate: '2026-01-02 00:00' },
  mandateCreate: {
    ClientNumber: '1',
    ContractNumber: '1',
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: '2030-01-01 00:00',
    InstalmentAmount: 1,
  },
  instalmentCancel: { ContractSequence: 1, InstalmentSequence: 1 },
};
