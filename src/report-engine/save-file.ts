import { inThousands } from '#rules/money.ts';

export const fileTypes = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Not in the DOM's types, since only some browsers have it (File System Access). */
interface SavePicker {
  showSaveFilePicker?(options: {
    suggestedName: string;
    types: { accept: Record<string, string[]> }[];
  }): Promise<FileSystemFileHandle & { remove?(): Promise<void> }>;
}

interface Named {
  title: string;
  /** Undefined while it is not known. */
  count: number | undefined;
  /** Not all of the list, however many. */
  isPart?: boolean;
  noun: readonly [one: string, many: string];
  format: keyof typeof fileTypes;
}

/** `Transactions 2026-01-01 to 2026-03-31, 12 345 rows.csv`. Characters that some file systems refuse become blanks. */
export function fileName({ title, count, isPart = false, noun: [one, many], format }: Named): string {
  const all = isPart ? many : `all ${many}`;
  const rows = count === undefined ? all : `${inThousands(String(count))} ${count === 1 ? one : many}`;
  const name = `${title}, ${rows}`;
  return `${name
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()}.${format}`;
}

/**
 * Where the user chooses, if the browser offers that, else in the downloads. Call it directly from a click, or the
 * browser refuses the picker. The writer closes a complete file; aborting leaves no file, or the old one.
 * @returns undefined if the user cancelled
 */
export async function saveFile(name: string, type: string): Promise<WritableStream<Uint8Array> | undefined> {
  const picker = window as SavePicker;
  if (!picker.showSaveFilePicker) return download(name, type);
  const extension = name.slice(name.lastIndexOf('.'));
  try {
    const handle = await picker.showSaveFilePicker({
      suggestedName: name,
      types: [{ accept: { [type]: [extension] } }],
    });
    return await intoHandle(handle);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // No user gesture, a cross-origin frame, or a read-only folder.
    return download(name, type);
  }
}

/**
 * The browser writes to a temporary file and replaces on close; an abort must delete the empty file that it created for
 * the name.
 */
async function intoHandle(handle: FileSystemFileHandle & { remove?(): Promise<void> }) {
  const file = await handle.createWritable();
  return new WritableStream<Uint8Array>({
    write: (piece) => file.write(piece as Uint8Array<ArrayBuffer>),
    close: () => file.close(),
    async abort(reason) {
      await file.abort(reason);
      if ((await handle.getFile()).size === 0) await handle.remove?.();
    },
  });
}

function download(name: string, type: string): WritableStream<Uint8Array> {
  let parts: Blob[] = [];
  return new WritableStream<Uint8Array>({
    // One blob per piece, which the browser may keep on disk.
    write: (piece) => void parts.push(new Blob([piece as Uint8Array<ArrayBuffer>])),
    close() {
      const url = URL.createObjectURL(new Blob(parts, { type }));
      parts = [];
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      // The download begins some time after the click, without an event.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    abort() {
      parts = [];
    },
  });
}

/** Closes the file when all is written. @throws what `work` throws; then no file is kept, since a part must not pass for the whole */
export async function writeWhole<T>(
  to: WritableStream<Uint8Array>,
  work: (write: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  const writer = to.getWriter();
  try {
    const done = await work((bytes) => writer.write(bytes));
    await writer.close();
    return done;
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
