import { refuseWeakPassword } from '#service/auth/password-rules.ts';
import type { BackupKey } from '#service/backup/encryption.ts';
import { readKeyFile } from '#service/config/key-file.ts';
import type { Settings } from '#service/config/settings.ts';
import { readPassword } from './terminal.ts';

type KeySettings = Pick<Settings, 'backupKeyFile' | 'backupPassphrase'>;

/**
 * The secret that encrypts a new backup; undefined when none is set or requested.
 * @param asks whether to read a passphrase from the terminal or standard input.
 * @throws Error of one line that never quotes the secret.
 */
export async function secretForBackup(
  settings: KeySettings,
  folder: string,
  asks: boolean,
): Promise<Buffer | undefined> {
  const set = await secretSet(settings, folder);
  if (set ?? !asks) return set;
  const passphrase = await readPassword('Passphrase');
  await refuseWeakPassword(passphrase, []);
  return secretOf(passphrase);
}

/** The key that opens a backup: the one that is set, else typed at the terminal when the file turns out to be encrypted. */
export function keyForRestore(settings: KeySettings, folder: string): BackupKey {
  const isSet = Boolean(settings.backupKeyFile ?? settings.backupPassphrase);
  let secret: Promise<Buffer | undefined> | undefined;
  const read = async () => {
    if (isSet) return secretSet(settings, folder);
    return process.stdin.isTTY ? secretOf(await readPassword('Passphrase', 'once')) : undefined;
  };
  // The file is read twice, and the person types once.
  return { isSet, secret: () => (secret ??= read()) };
}

/** NFKC, so that the same words typed on another keyboard or system are the same passphrase. */
const secretOf = (passphrase: string): Buffer => Buffer.from(passphrase.normalize('NFKC'));

async function secretSet({ backupKeyFile, backupPassphrase }: KeySettings, folder: string) {
  if (backupPassphrase !== undefined) return secretOf(backupPassphrase);
  if (backupKeyFile === undefined) return undefined;
  return readKeyFile('BACKUP_KEY_FILE', backupKeyFile, folder);
}
