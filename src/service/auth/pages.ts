import { createHash } from 'node:crypto';
import { styleSheet } from './style-sheet.ts';
import { sandboxPassword, sandboxPeople } from './users.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML elements and quoted attributes. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** The URL contains a hash of the content, so the sheet can be cached for ever. */
const styleSheetPath = `/sign-in.css?${createHash('sha256').update(styleSheet).digest('hex').slice(0, 12)}`;

/** An HTML document; `main` is HTML. No inline scripts and no inline styles: the policy forbids both. */
export function htmlPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · Collections Console</title>
<link rel="stylesheet" href="${styleSheetPath}">
</head>
<body>
<header>
<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
<rect class="tile" width="32" height="32" rx="8"/>
<path class="ring" d="M22.4 11.2a8 8 0 1 0 0 9.6" fill="none" stroke-width="3" stroke-linecap="round"/>
<circle class="coin" cx="16" cy="16" r="3"/>
</svg>
<span>Collections <b>Console</b></span>
</header>
<main>
${main}
</main>
</body>
</html>
`;
}

interface SignInPage {
  username: string;
  /** The error of the last attempt. */
  problem?: string;
  sandbox: boolean;
  /** HTML, if any person has a passkey. */
  passkey?: string;
}

export function signInPage({ username, problem, sandbox, passkey = '' }: SignInPage): string {
  // The problem is announced with the focused field, and by itself as an alert.
  const tie = problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
  const [onName, onPassword] = username === '' ? [' autofocus', ''] : ['', ' autofocus'];
  return htmlPage(
    'Sign in',
    `<h1>Sign in</h1>
${problem === undefined ? '' : `<p class="problem" id="problem" role="alert">${escape(problem)}</p>`}
<form method="post">
<label for="username">Username</label>
<input id="username" name="username" value="${escape(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200" required${tie}${onName}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" required${tie}${onPassword}>
<button type="submit">Sign in</button>
</form>
${passkey}
${sandbox ? sandboxNote() : ''}`,
  );
}

interface InvitationPage {
  /** The person chooses a username and becomes the first administrator. */
  isFirst: boolean;
  username: string;
  name: string;
  problem?: string;
}

export function invitationPage({ isFirst, username, name, problem }: InvitationPage): string {
  const input = (id: string, label: string, attributes: string) =>
    `<label for="${id}">${label}</label>
<input id="${id}" name="${id}" ${attributes} required${problem === undefined ? '' : ' aria-describedby="problem"'}>`;
  const own = isFirst
    ? [
        input('name', 'Your name', `value="${escape(name)}" autocomplete="name" maxlength="100" autofocus`),
        input(
          'username',
          'Username',
          `value="${escape(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200"`,
        ),
      ].join('\n')
    : `<p>${escape(name)}, choose a password. Your username is <code>${escape(username)}</code>.</p>
<input name="username" value="${escape(username)}" autocomplete="username" readonly hidden>`;
  const password = 'type="password" autocomplete="new-password" minlength="12" maxlength="200"';
  return htmlPage(
    isFirst ? 'First administrator' : 'Choose a password',
    `<h1>${isFirst ? 'First administrator' : 'Choose a password'}</h1>
${problem === undefined ? '' : `<p class="problem" id="problem" role="alert">${escape(problem)}</p>`}
<form method="post">
${own}
${input('password', 'Password, at least 12 characters', `${password}${isFirst ? '' : ' autofocus'}`)}
${input('repeated', 'The same password again', password)}
<button type="submit">Save</button>
</form>`,
  );
}

function sandboxNote(): string {
  const people = sandboxPeople
    .map(({ username, about }) => `<div><dt><code>${escape(username)}</code></dt><dd>${escape(about)}</dd></div>`)
    .join('\n');
  return `<section aria-labelledby="sandbox">
<h2 id="sandbox">This is a sandbox</h2>
<p>Sample merchants, no real money. Sign in as one of these with the password <code>${escape(sandboxPassword)}</code>.</p>
<dl>
${people}
</dl>
</section>`;
}

export function messagePage(title: string, text: string, link: { href: string; label: string }): string {
  return htmlPage(
    title,
    `<h1>${escape(title)}</h1>
<p>${escape(text)}</p>
<p><a class="button" href="${escape(link.href)}">${escape(link.label)}</a></p>`,
  );
}

/**
 * Shown only if the request to sign out does not prove that it comes from this person's console.
 *
 * @param form the hidden form of the sign-in server, `id="op.logoutForm"`
 */
export function signOutPage(form: string, console: string): string {
  return htmlPage(
    'Sign out',
    `<h1>Sign out?</h1>
<p>You will have to sign in again to work in the console.</p>
${form}
<p><button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button></p>
<p><a href="${escape(console)}">Stay signed in</a></p>`,
  );
}
