import type { TokenSource } from '#console/api/auth.ts';
import type { MonthManifest } from '#contract/month-end.ts';
import { askPackWorker } from './ask-worker.ts';
import type { PackSpec } from './spec.ts';

interface Hooks {
  token: TokenSource;
  /** Called with the manifest before the file is written; rejecting leaves no file. Null is no signature. */
  sign(manifest: MonthManifest): Promise<string | null>;
  said(text: string): void;
  signal: AbortSignal;
}

/**
 * Builds a pack in a worker, which reads the reports itself, and writes it to `to` piece by piece.
 * @throws Error of the reports, the signature or the file; then no file is kept
 */
export async function writePack(
  spec: PackSpec,
  to: WritableStream<Uint8Array>,
  { token, sign, said, signal }: Hooks,
): Promise<{ manifest: MonthManifest; bytes: number }> {
  const writer = to.getWriter();
  let manifest: MonthManifest | undefined;
  try {
    const bytes = await askPackWorker<number>(
      { is: 'build', spec },
      token,
      (message, { resolve, reject, post }) => {
        switch (message.is) {
          case 'progress':
            return said(message.text);
          case 'manifest':
            manifest = message.manifest;
            sign(message.manifest).then((signature) => post({ is: 'signed', signature }), reject);
            return;
          case 'piece':
            // The next one comes after this one is written, so that the file never piles up in memory.
            writer.write(message.bytes).then(() => post({ is: 'written' }), reject);
            return;
          case 'done':
            resolve(message.bytes);
        }
      },
      signal,
    );
    await writer.close();
    if (!manifest) throw new Error('The pack has no manifest.');
    return { manifest, bytes };
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
