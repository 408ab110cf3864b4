import { bodyOfText } from './decode.ts';
import { parseJson } from './json.ts';

/** Milliseconds of work before the page gets a turn. */
const turnMs = 8;
/** Characters per parse. */
const sliceLength = 100_000;
/** Records per slice. */
const sliceCount = 1_000;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Yields to rendering and key presses if called often enough. */
function turns(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < turnMs) return;
    await pause();
    startedAt = performance.now();
  };
}

/** The end of the JSON string that begins at `at`, after its closing quotation mark. */
function endOfString(text: string, at: number): number {
  for (let end = at; ;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
}

/**
 * The body of a long answer as JSON, the list that it holds parsed piece by piece: twenty thousand records at once would keep
 * the page from answering for as long as it takes. What has another shape is parsed as a whole, and text that is no JSON
 * comes back as text.
 */
export async function parsedInTurns(text: string, length = sliceLength): Promise<unknown> {
  const turn = turns();
  const [, head, name] = /^(\s*\{\s*("(?:[^"\\]|\\.)*")\s*:\s*\[)/.exec(text) ?? [];
  if (head === undefined || name === undefined) return bodyOfText(text);
  const records: unknown[] = [];
  let depth = 0;
  let start = head.length;
  try {
    const parse = (end: number) => {
      const slice = text.slice(start, end).trim();
      if (slice !== '') records.push(...(parseJson(`[${slice}]`) as unknown[]));
      start = end + 1;
    };
    for (let at = head.length; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 34) at = endOfString(text, at) - 1;
      else if (code === 123 || code === 91) depth += 1;
      else if (code === 44 && depth === 0 && at - start > length) {
        parse(at);
        await turn();
      } else if (code === 125 || code === 93) {
        if (depth > 0) depth -= 1;
        else {
          // The end of the list: the text around it is short.
          parse(at);
          const rest = parseJson(head + text.slice(at)) as Record<string, unknown>;
          return { ...rest, [JSON.parse(name) as string]: records };
        }
      }
    }
  } catch {
    // Not JSON: handled below.
  }
  return bodyOfText(text);
}

/** Changes a long list in slices that let the page respond in between. */
export async function inTurns<R>(records: readonly R[], change: (part: R[]) => R[]): Promise<R[]> {
  const turn = turns();
  const changed: R[] = [];
  for (let at = 0; at < records.length; at += sliceCount) {
    changed.push(...change(records.slice(at, at + sliceCount)));
    await turn();
  }
  return changed;
}
