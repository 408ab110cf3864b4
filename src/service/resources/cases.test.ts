import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { saveProgram } from '#service/auth/users.ts';
import { sampleCases } from '#service/seed/cases.ts';
import { testService, type TestService } from '#service/testing/app.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const find = (query: { case_number?: string; external_ref?: string }) => service.call('caseView', query);

/** Calls with paths and queries that the contract does not allow. */
async function raw(path: string, token?: string) {
  const authorization = `Bearer ${token ?? (await service.token())}`;
  const answer = await fetch(service.origin + path, { headers: { authorization } });
  return { status: answer.status, text: await answer.text() };
}

test('finds each case by its number, and by its reference if it has one, with all its fields', async () => {
  for (const { case_number, external_ref, merchant: _merchant, ...rest } of sampleCases) {
    const byNumber = await find({ case_number });
    assert.equal(byNumber.status, 200, byNumber.text);
    const row = Object.entries({ case_id: case_number, external_ref, ...rest });
    assert.deepEqual(byNumber.body, Object.fromEntries(row.filter(([, value]) => value !== null)));
    if (external_ref) assert.deepEqual((await find({ external_ref })).body, byNumber.body);
  }
});

test('both fields must name the same case', async () => {
  const [one, other] = sampleCases;
  assert.ok(one?.external_ref && other?.external_ref);
  const agreeing = await find({ case_number: one.case_number, external_ref: one.external_ref });
  assert.deepEqual([agreeing.status, agreeing.body['case_id']], [200, one.case_number]);
  assert.equal((await find({ case_number: one.case_number, external_ref: other.external_ref })).status, 404);
});

test('another merchant’s case looks like one that does not exist, by either field', async () => {
  const [one] = sampleCases;
  assert.ok(one?.external_ref);
  const { case_number, external_ref } = one;
  const others = await service.token('1016');
  const withoutSequence = async (path: string) => {
    const { status, text } = await raw(path, others);
    return { status, text: text.replace(/"CallSequence":\d+/, '') };
  };
  const absent = await withoutSequence('/v1/demo/case?case_number=CS-1');
  assert.equal(absent.status, 404);
  for (const base of ['/v1/demo/case', '/api/demo/case'])
    for (const query of [
      `case_number=${case_number}`,
      `external_ref=${external_ref}`,
      `case_number=${case_number}&external_ref=${external_ref}`,
    ])
      assert.deepEqual(await withoutSequence(`${base}?${query}`), absent, query);
  // Both merchants belong to the organisation, and each merchant's own staff find its cases.
  assert.equal((await raw(`/v1/demo/case?case_number=${case_number}`, await service.token('1001'))).status, 200);
});

test('only callers with all merchants see a case without a known merchant', async () => {
  const { pool } = service.database;
  const connection = await pool.connect();
  try {
    await connection.query(`begin; select set_config('app.organisation', 'demo', true)`);
    await connection.query(
      `insert into case_record (organisation, case_number, company, subject, status)
        values ('demo', 'OLD-1', 'Somebody', 'A case', 'Open')`,
    );
    await connection.query('commit');
  } finally {
    connection.release();
  }
  await saveProgram(pool, {
    clientId: 'everywhere',
    name: 'Everywhere',
    secret: 'a secret of the test',
    permissions: ['cases:read'],
    merchants: ['*'],
  });
  const answer = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { authorization: `Basic ${btoa('everywhere:a secret of the test')}` },
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  for (const number of ['OLD-1', 'CS-10001'])
    assert.equal((await raw(`/v1/demo/case?case_number=${number}`, access_token)).status, 200, number);
  assert.equal((await find({ case_number: 'OLD-1' })).status, 404);
});

test('no field is a 400, an unknown case a 404, an unknown or repeated field a 400', async () => {
  const neither = await find({});
  assert.deepEqual([neither.status, neither.errors[0]?.Code], [400, 'IDENTIFICATION_REQUIRED']);
  for (const query of [{ case_number: 'CS-1' }, { external_ref: 'cs-10001' }, { case_number: '%' }])
    assert.equal((await find(query)).status, 404);
  for (const query of [
    '?case_number=',
    '?number=CS-10001',
    '?case_number=CS-10001&case_number=CS-10002',
    '?case_number=%00',
  ])
    assert.equal((await raw(`/v1/demo/case${query}`)).status, 400, query);
});

test('both forms of the path give the same bytes', async () => {
  const [one, two] = await Promise.all(
    ['/v1/demo/case', '/api/demo/case'].map((path) => raw(`${path}?case_number=CS-10001`)),
  );
  assert.equal(one?.status, 200);
  assert.deepEqual(one, two);
});

test('an organisation without a merchant of the caller, or that does not exist, has no cases', async () => {
  const { pool } = service.database;
  await pool.query(`insert into organisation values ('elsewhere', 'Elsewhere', '{9999}')`);
  const connection = await pool.connect();
  try {
    await connection.query(`begin; select set_config('app.organisation', 'elsewhere', true)`);
    await connection.query(
      `insert into case_record (organisation, case_number, company, subject, status)
        values ('elsewhere', 'E-1', 'Elsewhere', 'A case', 'Open')`,
    );
    await connection.query('commit');
  } finally {
    connection.release();
  }
  const answers = await Promise.all(['elsewhere', 'nowhere'].map((name) => raw(`/v1/${name}/case?case_number=E-1`)));
  assert.equal(answers[0]?.status, 404);
  assert.deepEqual(answers[0], answers[1], 'what is there and what is not look alike');
  assert.equal((await raw('/v1/demo/case?case_number=E-1')).status, 404);
});

test('the bearer token must carry the permission', async () => {
  const answer = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'merchant:1001 mandates:read' }),
    headers: { authorization: `Basic ${Buffer.from('sandbox:sandbox-only-secret').toString('base64')}` },
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  assert.equal((await raw('/v1/demo/case?case_number=CS-10001', access_token)).status, 401);
  assert.equal((await raw('/v1/demo/case?case_number=CS-10001', 'x.y.z')).status, 401);
});
