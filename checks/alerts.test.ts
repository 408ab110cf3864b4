import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import Fastify from 'fastify';
import pg from 'pg';
import { registerMetrics } from '../src/service/http/metrics.ts';

const rules = readFileSync(new URL('../ops/alerts.yml', import.meta.url), 'utf8');
const expressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, text = '']) => text);

/** The names at /metrics, in front of a provider. No database is needed for them. */
async function exportedMetrics(): Promise<Set<string>> {
  const app = Fastify();
  const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  registerMetrics(app, { pool, streams: pool, provider: {} });
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  await Promise.all([app.close(), pool.end()]);
  return new Set(
    [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    ),
  );
}

test('each alert rule reads metrics that the service exports', async () => {
  const exported = await exportedMetrics();
  assert.ok(expressions.length > 8);
  for (const expression of expressions) {
    const named = expression.match(/\b(?:up|(?:collections|nodejs|process)_\w+)\b(?=[{ [)])/g) ?? [];
    assert.ok(named.length > 0, expression);
    assert.deepEqual(
      named.filter((name) => name !== 'up' && !exported.has(name)),
      [],
      expression,
    );
  }
});
