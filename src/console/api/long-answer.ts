import { bodyOfText } from '#answers/decode.ts';
import { parseJson } from '#rules/json.ts';

/* Answers with thousands of records, of which a page does a part at a time and then has a turn for the person's input. */

/** Characters parsed at a time. */
const sliceLength = 100_000;
/** Records changed at a time. */
const sliceCount = 1_000;

/**
 * Parses the list of a long answer in slices: twenty thousand records at once would block the page. Other shapes are
 * parsed at once, and text that is not JSON is returned as text. A slice ends at a comma between two records, which the brackets tell.
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
      if (code === codes.quote) at = endOfString(text, at) - 1;
      else if (code === codes.openRecord || code === codes.openList) depth += 1;
      else if (code === codes.comma && depth === 0 && at - start > length) {
        parse(at);
        await turn();
      } else if (code === codes.closeRecord || code === codes.closeList) {
        if (depth > 0) depth -= 1;
        else {
          parse(at);
          const rest = parseJson(head + text.slice(at)) as Record<string, unknown>;
          return { ...rest, [JSON.parse(name) as string]: records };
        }
      }
    }
  } catch {
    // Not JSON.
  }
  return bodyOfText(text);
}

/** Changes the records of a long answer in parts. */
export async function readInTurns<R>(records: readonly R[], change: (part: R[]) => R[]): Promise<R[]> {
  const turn = turns();
  const changed: R[] = [];
  for (let at = 0; at < records.length; at += sliceCount) {
    changed.push(...change(records.slice(at, at + sliceCount)));
    await turn();
  }
  return changed;
}

const codes = { quote: 34, comma: 44, openList: 91, backslash: 92, closeList: 93, openRecord: 123, closeRecord: 125 };

/** After the closing quotation mark of the text that opens at `at`. */
function endOfString(text: string, at: number): number {
  for (let end = at; ;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === codes.backslash) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
}

/** Milliseconds between turns of the page. */
const turnMs = 8;

function turns(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < turnMs) return;
    await new Promise<void>((resolve) => setTimeout(resolve));
    startedAt = performance.now();
  };
}
