import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const good = {
  environment: 'Live',
  products: ['EFT'],
  organisation: 'demo',
  oauth: { issuer: 'https://sign-in.example/realms/a', clientId: 'console', scopes: 'openid offline_access' },
  timeZone: 'Africa/Johannesburg',
};

const faultsOf = (given: unknown): string[] => {
  try {
    readConfig(given);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.lines;
  }
};

test('what may be left out has its default', () => {
  const config = readConfig(good);
  assert.equal(config.dryRun, 'unknown');
  assert.equal(config.listAll, 'unknown');
  assert.equal(config.outgoingCalls, 'unknown');
  assert.deepEqual(config.codes, {});
  assert.deepEqual(config.messages, {
    network: 'connected',
    deliveries: 'unknown',
    senders: [],
    templates: [],
  });
  assert.deepEqual(config.calendar, { holidays: 'ZA', extraDays: [] });
});

test('every wrong key is named by its path', () => {
  const wrong: [unknown, string][] = [
    [{ ...good, environment: 'Test' }, 'environment: must be "Sandbox" or "Live"'],
    [{ ...good, products: [] }, 'products: must list at least one product'],
    [{ ...good, oauth: { ...good.oauth, issuer: 'sign-in.example' } }, 'oauth.issuer: must be an http(s) address'],
    [{ ...good, oauth: { ...good.oauth, scopes: 'openidx' } }, 'oauth.scopes: must contain openid'],
    [{ ...good, dryRun: 'never' }, 'dryRun: must be "offered" or "unknown"'],
    [{ ...good, timeZone: 'Mars/Base' }, 'timeZone: is not a time zone'],
    [{ ...good, calendar: { holidays: 'UK' } }, 'calendar.holidays: must be "ZA" or "none"'],
    [
      { ...good, calendar: { extraDays: [{ date: '24/12', name: 'Closed' }] } },
      'calendar.extraDays[0].date: must be a date, written YYYY-MM-DD',
    ],
    [{ ...good, calendar: { extraDays: [{ date: '2026-12-24' }] } }, 'calendar.extraDays[0].name: is missing'],
    [{ ...good, messages: { dialCode: '+27' } }, 'messages.dialCode: must be figures such as 27'],
    [{ ...good, organisation: undefined }, 'organisation: is missing'],
    [{ ...good, products: 'EFT' }, 'products: must be of type array'],
    [{ ...good, messages: { deliveries: 'never' } }, 'messages.deliveries: must be "shown" or "unknown"'],
  ];
  for (const [given, line] of wrong) assert.deepEqual(faultsOf(given), [line]);
});

test('what is no object at all is said of the file', () => {
  assert.deepEqual(faultsOf(null), ['config.json: must be of type object']);
});
