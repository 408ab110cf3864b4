import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Reads a password, never from an argument, which other users of the machine could read: typed on a terminal
 * without echo, else the first line of standard input.
 */
export async function readPassword(label = 'Password', times: 'once' | 'twice' = 'twice'): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = '';
    for await (const piece of process.stdin.setEncoding('utf8')) text += String(piece);
    return text.split(/\r?\n/)[0] ?? '';
  }
  const password = await ask(`${label}: `);
  if (times === 'twice' && (await ask('Again: ')) !== password) throw new Error('The two are not the same.');
  return password;
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
