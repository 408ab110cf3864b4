// npm run -s token -- --merchant 1001: prints a bearer token of a running sandbox, alone on stdout, for use with curl.
import { parseArgs } from 'node:util';
import { giveUp } from './prepare.mjs';

const usage = 'Usage: npm run -s token -- --merchant 1001 [--url http://127.0.0.1:4180]';

function readWords() {
  try {
    const { values } = parseArgs({ options: { merchant: { type: 'string' }, url: { type: 'string' } } });
    const origin = new URL(values.url ?? `http://127.0.0.1:${process.env.PORT || 4180}`).origin;
    if (values.merchant) return { merchant: values.merchant, origin };
  } catch {
    // an unknown argument or a malformed address: show the usage line
  }
  return giveUp(usage);
}

const { merchant, origin } = readWords();
// The sandbox's well-known program; a service that other machines can reach refuses to run with it.
const answer = await fetch(`${origin}/oauth/token`, {
  method: 'POST',
  headers: { authorization: `Basic ${Buffer.from('sandbox:sandbox-only-secret').toString('base64')}` },
  body: new URLSearchParams({ grant_type: 'client_credentials', scope: `merchant:${merchant}` }),
  signal: AbortSignal.timeout(10_000),
}).catch(() => giveUp(`Nothing answers at ${origin}: start the sandbox with \`npm start\`, or name it with --url.`));

const body = await answer.json().catch(() => ({}));
if (!answer.ok || typeof body.access_token !== 'string')
  giveUp(`No token for merchant ${merchant}: ${body.error_description ?? body.error ?? `HTTP ${answer.status}`}`);
console.log(body.access_token);
