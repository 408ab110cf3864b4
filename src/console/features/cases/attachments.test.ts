import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachmentsOf } from './attachments.ts';

test('only web addresses become links, and everything else is shown with its reason', () => {
  const url = 'https://files.example.com/cases/1/a.pdf';
  assert.deepEqual(attachmentsOf([{ filename: 'a.pdf', url }]), [
    { name: 'a.pdf', link: { href: url, host: 'files.example.com' } },
  ]);
  const risky = [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '/relative',
    'https://a:b@c.example/',
  ];
  for (const address of risky) {
    const [found] = attachmentsOf([{ filename: 'x', url: address }]) ?? [];
    assert.equal(found?.link, undefined, address);
    assert.ok(found?.why, address);
  }
});

test('a shape that nobody foresaw is no reason to fail', () => {
  assert.equal(attachmentsOf(undefined), undefined);
  assert.deepEqual(attachmentsOf([]), []);
  assert.deepEqual(
    attachmentsOf([null, 7, {}, 'https://files.example.com/b.pdf', { filename: 5, url: null }])?.map((it) => !!it.link),
    [false, false, false, true, false],
  );
  assert.equal(attachmentsOf({ filename: 'one', url: 'https://files.example.com/c' })?.[0]?.name, 'one');
});
