import { inThousands } from '#rules/money.ts';

export const fileTypes = {
  csv: 'text/csv',
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
  noun: readonly [one: string, many: string];
  format: keyof typeof fileTypes;
}

/**
 * `Transactions 2026-01-01 to 2026-03-31, 12 345 rows.csv`: a file that was sent on says by its name alone what it
 * holds. Characters that some file system refuses become blanks.
 */
export function fileName({ title, count, noun: [one, many], format }: Named): string {
  const rows = count === undefined ? `all ${many}` : `${inThousands(String(count))} ${count === 1 ? one : many}`;
  const name = `${title}, ${rows}`;
  return `${name
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()}.${format}`;
}

/**
 * Where a file goes: the place that the user chooses, where the browser offers it, else the browser's downloads, for which
 * the file is collected first. Call it straight from a click, before anything is awaited: browsers open the choice only
 * then. Whoever writes closes the stream when the file is whole and aborts it otherwise; aborted, it leaves no file behind,
 * and a file that was to be replaced stays as it was.
 *
 * @returns nothing when the user turned the choice down
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
    // No gesture, a frame of another origin, a place that may not be written to.
    return download(name, type);
  }
}

/** The browser writes aside and replaces the file on close; what it made for the name beforehand is empty. */
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

/** Collects the file, then hands it to the browser's downloads. */
function download(name: string, type: string): WritableStream<Uint8Array> {
  let parts: Blob[] = [];
  return new WritableStream<Uint8Array>({
    // A blob for each piece: the browser may keep them on disk, where the page's memory would hold the whole file.
    write: (piece) => void parts.push(new Blob([piece as Uint8Array<ArrayBuffer>])),
    close() {
      const url = URL.createObjectURL(new Blob(parts, { type }));
      parts = [];
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      // The download begins after the click; how long after, no event says.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    abort() {
      parts = [];
    },
  });
}
