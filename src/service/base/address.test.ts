import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mayReach, readAddress, RefusedAddress } from './address.ts';

const nowhere: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'shared behind a carrier, and a cloud there': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'link-local, and the clouds there': ['169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1'],
  'set-up of a cloud at a public number': ['168.63.129.16'],
  'protocol assignments': ['192.0.0.1', '192.0.0.192', '192.88.99.1', '192.31.196.1', '192.175.48.1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1', 'ff0e::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.254', '255.255.255.255'],
  'unique local, and a cloud there': ['fc00::1', 'fd00:ec2::254', 'fdff::1'],
  'site-local of old': ['fec0::1'],
  'IPv4 mapped into IPv6': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:8.8.8.8'],
  'IPv4 inside IPv6 in other ways': ['::127.0.0.1', '::ffff:0:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1'],
  'tunnels that carry IPv4': ['2002:7f00:1::', '2002:a00:1::1', '2001::1'],
  'routed to nobody': ['100::1', '2001:10::1', '2001:20::1', '5f00::1'],
  'not handed out': ['4000::1', '8000::1', '1::1', 'e000::1'],
  'no address': ['', 'localhost', '1.2.3', '1.2.3.4.5', 'fe80::1%lo', '999.1.1.1', 'example.com'],
};

for (const [what, addresses] of Object.entries(nowhere))
  test(`never reached: ${what}`, (t) => {
    t.diagnostic(`${addresses.length} inputs tried`);
    for (const address of addresses)
      for (const reach of ['public', 'loopback'] as const) assert.equal(mayReach(address, reach), false, address);
  });

test('this machine is reached only with the sandbox setting', () => {
  for (const address of ['127.0.0.1', '127.1.2.3', '127.255.255.255', '::1']) {
    assert.equal(mayReach(address, 'public'), false, address);
    assert.equal(mayReach(address, 'loopback'), true, address);
  }
});

test('the public internet is reached, up to the edges of reserved ranges', () => {
  const edges = ['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'];
  const more = ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'];
  const far = ['1.1.1.1', '8.8.8.8', '198.17.255.255', '198.20.0.0', '223.255.255.255'];
  const wide = ['2001:4860:4860::8888', '2606:4700:4700::1111', '2a00:1450:4001::1', '2c0f:f248::1'];
  for (const address of [...edges, ...more, ...far, ...wide]) assert.ok(mayReach(address, 'public'), address);
});

describe('callback addresses', () => {
  const refused = (text: string, reach: 'public' | 'loopback' = 'public') =>
    assert.throws(() => readAddress(text, reach), RefusedAddress, `${reach}: ${text}`);

  test('refuses an internal machine in any spelling', () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '127.0.0.1.',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '0',
      '%31%32%37.0.0.1',
      '127。0。0。1',
      '①②⑦.0.0.1',
      'localhost',
      'LOCALHOST',
      'localhost.',
      'some.localhost',
      'ⓛocalhost',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::]',
    ])
      refused(`https://${host}/`);
    for (const host of [
      '10.1.2.3',
      '192.168.1',
      '0xa9fea9fe',
      '2852039166',
      '169.254.169.254',
      '0251.0376.0251.0376',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::ffff:a9fe:a9fe]',
      '[::127.0.0.1]',
      '[64:ff9b::a9fe:a9fe]',
      '[fe80::1]',
      '[fd00:ec2::254]',
    ])
      for (const reach of ['public', 'loopback'] as const) refused(`https://${host}/`, reach);
  });

  test('refuses anything but a plain https address', () => {
    for (const text of [
      '',
      'callback-17',
      'example.com/x',
      '//example.com/x',
      'https:example.com',
      'https:/example.com',
      'https://',
      'https://exa mple.com/',
      'https://[::1',
      'https://256.1.1.1/',
      'https://0x1.2.3.4.5/',
      'https://user@example.com/',
      'https://user:word@example.com/',
      'https://example.com@127.0.0.1/',
      'https://example.com:22/',
      'https://example.com:80/',
      'https://example.com:0/',
      'https://example.com:65536/',
      'https://[fe80::1%25eth0]/',
      'http://example.com/',
      'http://8.8.8.8/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'data:text/plain,x',
      'javascript:alert(1)',
    ])
      for (const reach of ['public', 'loopback'] as const) refused(text, reach);
  });

  test('accepts receivers on the public internet', () => {
    for (const text of [
      'https://example.com',
      'HTTPS://Example.COM/reports?a=b#c',
      'https://example.com./reports',
      'https://example.com:443/',
      'https://example.com:8443/reports',
      'https://8.8.8.8/',
      'https://[2606:4700:4700::1111]:8443/',
      'https://zahlung.münchen.example/',
      'https://localhost.example.com/',
      // A name may be anything until it is resolved.
      'https://internal/',
    ])
      assert.ok(readAddress(text, 'public'), text);
  });

  test('the sandbox setting allows this machine, and plain http to it', () => {
    for (const text of [
      'http://localhost:9000/reports',
      'http://127.0.0.1/',
      'https://127.0.0.1:8443/',
      'http://[::1]:3000/',
      'http://hooks.localhost/',
    ]) {
      assert.ok(readAddress(text, 'loopback'), text);
      refused(text);
    }
  });

  test('the refusal repeats no part of the address', () => {
    for (const text of [
      'https://zoe:secret@example.com/',
      'https://10.7.7.7/',
      'http://secret.example/',
      'https://:secret',
    ])
      assert.throws(
        () => readAddress(text, 'public'),
        (error: Error) => !/secret|10\.7|zoe/.test(error.message),
      );
  });
});
