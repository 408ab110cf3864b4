import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts';
import { Unreachable, unreachableOr } from './unreachable.ts';

const passes = (error: unknown) => unreachableOr(error) instanceof Unreachable;

test('a sign-in that cannot answer now is told apart from one that refuses', () => {
  for (const error of [
    new ErrorResponse({ error: 'server_error', error_description: 'oops! something went wrong' }),
    new ErrorResponse({ error: 'temporarily_unavailable' }),
    new ErrorTimeout('Network timed out'),
    new Error('Service Unavailable (503): {}'),
    new Error(' (502)'),
    new Error('Invalid response Content-Type: text/html, from URL: https://login.example/token'),
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new TypeError('Load failed'),
    new DOMException('No answer in time', 'TimeoutError'),
    new Unreachable('no answer'),
  ])
    assert.ok(passes(error), error.message);
  for (const error of [
    new ErrorResponse({ error: 'access_denied' }),
    new ErrorResponse({ error: 'invalid_grant' }),
    new Error('No matching state found in storage'),
    new Error('State does not match'),
    new Error('Bad Request (400): {}'),
    new TypeError('crypto.randomUUID is not a function'),
    new DOMException('signal is aborted without reason', 'AbortError'),
    'text',
  ])
    assert.ok(!passes(error), String(error));
});
