import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askToken, createBrowser, form, signInForTests } from './test-browser.ts';

const signIn = signInForTests();

test('signing out from the console needs no confirmation and ends session and refresh tokens', async () => {
  const browser = createBrowser(signIn.origin);
  const signedIn = await browser.signInAs('staff');
  const leave = new URLSearchParams({
    id_token_hint: signedIn.body['id_token'] ?? '',
    post_logout_redirect_uri: `${signIn.origin}/`,
    state: 's-1',
  });
  const answer = await browser.go(`/oauth/sign-out?${leave}`);
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('clear-site-data'), '"cache"');
  assert.equal(answer.headers.get('location'), `${signIn.origin}/?state=s-1`);
  const silent = await browser.go(browser.authorizeUrl({ prompt: 'none' }));
  assert.equal(new URL(silent.headers.get('location') ?? '').searchParams.get('error'), 'login_required');
  const params = { grant_type: 'refresh_token', client_id: 'console' };
  const next = await askToken(signIn.origin, { ...params, refresh_token: signedIn.body['refresh_token'] ?? '' });
  assert.equal(next.body['error'], 'invalid_grant');
  // Again without a session: redirects at once, without a page that needs a script.
  const twice = await browser.go(`/oauth/sign-out?${leave}`);
  assert.equal(twice.headers.get('location'), `${signIn.origin}/?state=s-1`);
  assert.equal((await browser.go('/oauth/sign-out?post_logout_redirect_uri=https://evil.example/')).status, 303);
});

test('an unproven request to sign out asks for confirmation, and follows the answer', async () => {
  const browser = createBrowser(signIn.origin);
  await browser.signInAs('staff');
  const other = await createBrowser(signIn.origin).signInAs('support');
  const hint = new URLSearchParams({ id_token_hint: other.body['id_token'] ?? '' });
  const page = await browser.go(`/oauth/sign-out?${hint}`);
  assert.equal(page.status, 200);
  const html = await page.text();
  assert.match(html, /Sign out\?/);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  assert.equal((await browser.go('/oauth/sign-out/confirm', form({ xsrf: 'wrong', logout: 'yes' }))).status, 400);
  const done = await browser.follow(await browser.go('/oauth/sign-out/confirm', form({ xsrf, logout: 'yes' })));
  assert.match(await done.text(), /You are signed out\./);
  const silent = await browser.go(browser.authorizeUrl({ prompt: 'none' }));
  assert.equal(new URL(silent.headers.get('location') ?? '').searchParams.get('error'), 'login_required');
});
