import { createHash } from 'node:crypto';
import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { escape, htmlPage } from '../pages.ts';
import { factorScript } from './script.ts';
import type { Factor } from './store.ts';
import { secretAddress, readableSecret } from './totp.ts';

/** The URL contains a hash of the content, so the script can be cached for ever. */
export const scriptPath = `/sign-in.js?${createHash('sha256').update(factorScript).digest('hex').slice(0, 12)}`;

/** Passkeys cannot be used without a script, so their form is hidden until it runs. */
export function passkeyForm(field: 'passkey' | 'newPasskey', options: string, label: string, isFirst = false): string {
  return `<form method="post" hidden data-passkey="${escape(options)}">
<input type="hidden" name="${field}">
<p class="problem" role="alert" hidden>The passkey was not used. Try again, or use another way.</p>
<button type="submit"${isFirst ? ' autofocus' : ' class="quiet"'}>${escape(label)}</button>
</form>
<script type="module" src="${scriptPath}"></script>`;
}

const problemOf = (problem: string | undefined): string =>
  problem === undefined ? '' : `<p class="problem" id="problem" role="alert">${escape(problem)}</p>`;

function codeForm(
  field: 'code' | 'newCode',
  {
    label,
    hint,
    button,
    more = '',
    isQuiet = false,
  }: Record<'label' | 'hint' | 'button', string> & { more?: string; isQuiet?: boolean },
): string {
  return `<form method="post">
${more}<label for="${field}">${escape(label)}</label>
<input id="${field}" name="${field}" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required aria-describedby="${field}-hint">
<p class="hint" id="${field}-hint">${escape(hint)}</p>
<button type="submit"${isQuiet ? ' class="quiet"' : ''}>${escape(button)}</button>
</form>`;
}

interface Confirm {
  name: string;
  /** For the person's passkeys, if there are any. */
  passkey?: string;
  hasApp: boolean;
  problem?: string;
}

/** The second step of signing in. */
export function confirmPage({ name, passkey, hasApp, problem }: Confirm): string {
  const hint = hasApp ? 'Or one of your recovery codes.' : 'Each code works once.';
  const label = hasApp ? 'Code from your authenticator app' : 'Recovery code';
  return htmlPage(
    'Confirm that it is you',
    `<h1>Confirm that it is you</h1>
<p>Signing in as ${escape(name)}.</p>
${problemOf(problem)}
${passkey === undefined ? '' : passkeyForm('passkey', passkey, 'Use a passkey', true)}
${codeForm('code', { label, hint, button: 'Confirm', isQuiet: passkey !== undefined })}`,
  );
}

export interface Enrol {
  username: string;
  /** Absent where the address of the service allows no passkeys. */
  passkey?: string;
  /** The key of an app, and what it can be computed from again. */
  secret: Uint8Array;
  nonce: string;
  problem?: string;
}

function additions({ username, passkey, secret, nonce, problem }: Enrol): string {
  const code = toSvgSource(generate(secretAddress(secret, username)), {
    on: 'black',
    off: 'white',
    width: 200,
    height: 200,
  });
  return `${problemOf(problem)}
${
  passkey === undefined
    ? ''
    : `<h2>Passkey</h2>
<p>Your phone, computer or security key confirms that it is you. You can sign in with it alone.</p>
${passkeyForm('newPasskey', passkey, 'Add a passkey')}`
}
<h2>Authenticator app</h2>
<p>Scan this code with your app, or type the key <code>${escape(readableSecret(secret))}</code></p>
<div class="code" role="img" aria-label="QR code of the key">${code}</div>
${codeForm('newCode', {
  label: 'Code from the app',
  hint: 'The six digits that the app shows now.',
  button: 'Add the app',
  more: `<input type="hidden" name="nonce" value="${escape(nonce)}">\n`,
})}`;
}

/** Shown while signing in, where everybody needs a second factor. */
export const enrolPage = (enrol: Enrol): string =>
  htmlPage(
    'Add a second factor',
    `<h1>Add a second factor</h1>
<p>Signing in here takes a passkey, or a code from an app besides the password. Nothing is stored until you confirm it.</p>
${additions(enrol)}`,
  );

const names = { passkey: 'Passkey', totp: 'Authenticator app' };
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The person's factors, to add and remove some. */
export function factorsPage(factors: Factor[], codesLeft: number, enrol: Enrol): string {
  const rows = factors.map(
    ({
      id,
      kind,
      createdAt,
      usedAt,
    }) => `<li><form method="post"><input type="hidden" name="remove" value="${escape(id)}">
<span>${names[kind]} <small>added ${dayOf(createdAt)}${usedAt ? `, last used ${dayOf(usedAt)}` : ''}</small></span>
<button type="submit" class="quiet" aria-label="Remove the ${names[kind].toLowerCase()} added ${dayOf(createdAt)}">Remove</button></form></li>`,
  );
  const codes = `<h2>Recovery codes</h2>
<p>${codesLeft} left. New ones replace them.</p>
<form method="post"><button type="submit" class="quiet" name="codes" value="new">New recovery codes</button></form>`;
  return htmlPage(
    'Second factor',
    `<h1>Second factor</h1>
${
  rows.length === 0
    ? '<p>You sign in with a password alone. A second factor protects you when somebody learns it.</p>'
    : `<ul class="factors">${rows.join('')}</ul>${codes}`
}
${additions(enrol)}
<p><a href="/">Back to the console</a></p>`,
  );
}

/** The only time that the codes are shown. `next` is HTML. */
export const codesPage = (codes: string[], next: string): string =>
  htmlPage(
    'Recovery codes',
    `<h1>Recovery codes</h1>
<p>Print these or keep them in a safe place. If you lose your phone or key, each signs you in once. They are not shown again.</p>
<ol class="codes">${codes.map((code) => `<li><code>${escape(code)}</code></li>`).join('')}</ol>
${next}`,
  );

export const continueForm =
  '<form method="post"><button type="submit" name="continue" value="yes">I have saved the codes</button></form>';
export const backLink = '<p><a class="button" href="/">I have saved the codes</a></p>';
