import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openDatabase } from '#service/database/open.ts';
import { Wire } from '#service/testing/wire.ts';
import { createBrowser, form, signInDatabase, signInForTests, startSignIn } from './test-browser.ts';

const signIn = signInForTests();

test('the page cannot be cached, framed or run scripts', async () => {
  const browser = createBrowser(signIn.origin);
  const { path } = await browser.openPage();
  const page = await browser.go(path);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' /);
  assert.match(policy, /frame-ancestors 'none'; base-uri 'none'$/);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(page.headers.get('x-frame-options'), 'DENY');
  const html = await page.text();
  assert.doesNotMatch(html, /<script|<style| style=|https?:\/\//);
  const sheet = await fetch(signIn.origin + (/href="(\/sign-in\.css[^"]*)"/.exec(html)?.[1] ?? ''));
  assert.equal(sheet.status, 200);
  assert.match(sheet.headers.get('cache-control') ?? '', /immutable/);

  const cookies = (await browser.go(browser.authorizeUrl())).headers.getSetCookie();
  assert.ok(cookies.length > 0);
  for (const cookie of cookies) assert.match(cookie, /samesite=lax; httponly/i);

  const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const forged = await browser.go(path, { ...form({ username: 'staff', password: 'x' }), headers: crossSite });
  assert.equal(forged.status, 400);
  const elsewhere = await createBrowser(signIn.origin).go(path);
  assert.equal(elsewhere.status, 400);
  assert.match(await elsewhere.text(), /Sign-in expired[^]*href="\/"/);
});

test('no script and no other site gets the cookie of a session, and it ends with the session', async () => {
  const browser = createBrowser(signIn.origin);
  const { path } = await browser.openPage();
  const answers = [await browser.submit(path, 'support')];
  const resume = answers[0]?.headers.get('location') ?? '';
  answers.push(await browser.go(resume));
  const cookies = answers
    .flatMap((it) => it.headers.getSetCookie())
    .filter((it) => !/expires=Thu, 01 Jan 1970/i.test(it));
  assert.ok(
    cookies.some((it) => it.startsWith('collections_session=')),
    'the long one',
  );
  for (const cookie of cookies) {
    assert.match(cookie, /; httponly/i);
    assert.match(cookie, /; samesite=lax/i);
    assert.doesNotMatch(cookie, /; domain=/i, 'of this host alone');
    const hours = (Date.parse(/expires=([^;]+)/i.exec(cookie)?.[1] ?? '') - Date.now()) / 3_600_000;
    assert.ok(hours > 0 && hours <= 8.01, cookie.replace(/=[^;]*/, ''));
  }
});

test('behind TLS cookies are Secure and every address is the public one', async () => {
  const behind = await startSignIn(signIn.pool, { origin: 'https://console.example' });
  try {
    const browser = createBrowser(behind.address);
    const params = { redirect_uri: 'https://console.example/callback' };
    const answer = await browser.go(browser.authorizeUrl(params), { headers: { 'x-forwarded-host': 'evil.example' } });
    assert.match(answer.headers.get('location') ?? '', /^\/sign-in\//);
    const cookies = answer.headers.getSetCookie();
    assert.ok(cookies.some((cookie) => cookie.startsWith('__Secure-collections_sign_in=')));
    for (const cookie of cookies) assert.match(cookie, /; secure; /);

    const page = await browser.go(answer.headers.get('location') ?? '');
    assert.equal(page.status, 200);
    const signedIn = await browser.submit(answer.headers.get('location') ?? '', 'staff');
    const resume = new URL(signedIn.headers.get('location') ?? '');
    assert.equal(resume.origin, 'https://console.example');
    const back = await browser.go(resume.pathname);
    assert.ok(back.headers.getSetCookie().some((cookie) => cookie.startsWith('__Host-collections_session=')));
    assert.ok(back.headers.get('location')?.startsWith('https://console.example/callback?code='));
  } finally {
    await behind.close();
  }
});

test('a wrong password and an unknown name give the same page, which keeps the name and escapes it', async () => {
  const browser = createBrowser(signIn.origin);
  const { path } = await browser.openPage();
  const strip = async (answer: Response, name: string) => (await answer.text()).replace(`value="${name}"`, 'value=""');
  const wrong = await browser.submit(path, 'support', 'nope');
  assert.equal(wrong.status, 403);
  const unknown = await browser.submit(path, 'nobody', 'nope');
  const page = await strip(wrong, 'support');
  assert.equal(await strip(unknown, 'nobody'), page);
  assert.match(page, /role="alert">Incorrect username or password\.</);
  assert.equal(page.match(/aria-invalid="true" aria-describedby="problem"/g)?.length, 2);
  for (const padding of ['\0', '\0\0\0'])
    assert.equal((await browser.submit(path, 'support', `sandbox-only${padding}`)).status, 403);
  const odd = await browser.submit(path, `"><b>\0'&`, 'nope');
  assert.equal(odd.status, 403);
  assert.ok((await odd.text()).includes('value="&quot;&gt;&lt;b&gt;\0&#39;&amp;"'));
  // The same page still signs in.
  const back = await browser.follow(await browser.submit(path, ' support '));
  assert.equal((await browser.exchange(back)).status, 200);
});

test('a form with a too short Content-Length signs nobody in and logs no error', async () => {
  const logged: string[] = [];
  const started = await startSignIn(signIn.pool, { onError: (line) => logged.push(line) });
  try {
    const browser = createBrowser(started.origin);
    const { path } = await browser.openPage();
    const cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const body = 'username=staff&password=sandbox-only';
    const socket = connect(Number(new URL(started.address).port), '127.0.0.1');
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${new URL(started.origin).host}`,
      `Cookie: ${cookie}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length - 1}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.doesNotMatch(answer, /set-cookie/i);
    // The next sign-in is answered after the abandoned one.
    assert.equal((await browser.submit(path, 'nobody', 'x')).status, 403);
    assert.deepEqual(logged, []);
  } finally {
    await started.close();
  }
});

/** A sign-in whose database can be away. */
async function startOnWire() {
  const database = await signInDatabase();
  const wire = new Wire();
  const { pool, close } = await openDatabase({
    databaseUrl: await wire.through(database.databaseUrl),
    dataDirectory: '',
  });
  const started = await startSignIn(pool);
  return {
    ...started,
    wire,
    async close() {
      await started.close();
      await close();
      wire.close();
      await database.close();
    },
  };
}

test('while the database is down every page of the sign-in says so, tries again by itself, and goes on where it was', async () => {
  const { wire, ...started } = await startOnWire();
  try {
    const browser = createBrowser(started.origin);
    assert.equal((await browser.signInAs('support')).status, 200);
    const { path } = await browser.openPage({ prompt: 'login' });
    const authorize = browser.authorizeUrl();
    wire.set(true);

    const reads = [authorize, path, '/sign-in/factors', '/invitation/x', '/oauth/sign-out'];
    for (const address of reads) {
      const page = await browser.go(address, { headers: { accept: 'text/html' } });
      assert.equal(page.status, 503, address);
      assert.equal(page.headers.get('retry-after'), '1');
      assert.match(page.headers.get('refresh') ?? '', /^[3-6]$/, `${address} is opened again by itself`);
      assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src/);
      const html = await page.text();
      assert.match(
        html,
        /<h1>We’ll be back<\/h1>[^]*This page tries again by itself[^]*<a class="button" href="">/,
        address,
      );
      assert.doesNotMatch(html, /Sign-in stopped/);
    }
    for (const [address, opened] of [
      [path, path],
      ['/sign-in/factors', '/sign-in/factors'],
      ['/invitation/x', '/invitation/x'],
    ] as const) {
      const page = await browser.submit(address, 'staff');
      assert.equal(page.status, 503, address);
      assert.equal(page.headers.get('retry-after'), '1');
      const refresh = page.headers.get('refresh') ?? '';
      assert.equal(refresh.replace(/^[3-6]; /, ''), `url=${opened}`, 'its form, and not what was posted');
      const html = await page.text();
      assert.match(html, /<h1>We’ll be back<\/h1>[^]*It isn’t sent again by itself/);
      assert.doesNotMatch(html, /staff|sandbox-only/);
    }
    // What asks in the background reads the status.
    const silent = await browser.go(browser.authorizeUrl({ prompt: 'none', response_mode: 'form_post' }));
    assert.deepEqual([silent.status, silent.headers.get('retry-after')], [503, '1']);

    wire.set(false);
    // The page that was open goes on with its request, and so does the one that was not answered.
    assert.equal((await browser.go(path)).status, 200);
    const back = await browser.follow(await browser.submit(path, 'staff'));
    assert.equal((await browser.exchange(back)).status, 200);
    const later = await browser.follow(await browser.go(authorize));
    assert.equal((await browser.exchange(later)).status, 200);
  } finally {
    await started.close();
  }
});

test('a code that could not be exchanged for lack of the database can be exchanged once it is back', async () => {
  const { wire, ...started } = await startOnWire();
  try {
    const browser = createBrowser(started.origin);
    const { path } = await browser.openPage();
    const back = await browser.follow(await browser.submit(path, 'staff'));
    const { code } = Object.fromEntries(new URL(back.headers.get('location') ?? '', started.origin).searchParams);
    assert.ok(code);
    wire.set(true);
    const params = { client_id: 'console', redirect_uri: `${started.origin}/callback` };
    const exchange = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: 'x'.repeat(43),
      ...params,
    });
    const refresh = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'console', refresh_token: 'x' });
    for (const body of [exchange, refresh]) {
      const answer = await fetch(`${started.origin}/oauth/token`, { method: 'POST', body });
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1']);
      assert.doesNotMatch(await answer.text(), /invalid_/, 'no refusal of the code or the session');
    }
    wire.set(false);
    assert.equal((await browser.exchange(back)).status, 200);
  } finally {
    await started.close();
  }
});
