import { UnreadableFile } from './read.ts';

/** Decoded at a time. */
const chunkBytes = 1 << 20;
/** Maximum characters of a tag or text in a real spreadsheet. */
const maxToken = 1 << 22;

interface Visitor {
  /** @param name without its prefix @param rest the tag, with its attributes */
  tag(name: string, rest: string, isEnd: boolean, isEmpty: boolean): void;
  /** A piece of text with its entities unresolved. */
  text(piece: string): void;
}

const [slash, exclamation, question, colon] = [47, 33, 63, 58];
const [quote, apostrophe] = [34, 39];

/** The end of something that is no element: a comment, CDATA or an instruction. */
function endOf(text: string, at: number): string {
  const code = text.charCodeAt(at + 1);
  if (code === question) return '?>';
  if (code !== exclamation) return '>';
  if (text.startsWith('<!--', at)) return '-->';
  return text.startsWith('<![CDATA[', at) ? ']]>' : '>';
}

/** A `>` within quotation marks is part of an attribute. @returns -1 if the tag is not complete */
function closeOfTag(text: string, open: number): number {
  let close = text.indexOf('>', open);
  let mark = 0;
  for (let at = open; close >= 0 && at < close; at += 1) {
    const code = text.charCodeAt(at);
    if (mark === 0 ? code === quote || code === apostrophe : code === mark) mark = mark === 0 ? code : 0;
    if (at === close - 1 && mark !== 0) close = text.indexOf('>', close + 1);
  }
  return close;
}

/** Streams through an XML file, so that only what the visitor keeps needs memory. */
export class Scanner {
  private readonly part: Uint8Array;
  private readonly visitor: Visitor;

  constructor(part: Uint8Array, visitor: Visitor) {
    this.part = part;
    this.visitor = visitor;
  }

  /** @throws UnreadableFile if a tag or text is too long */
  run(): void {
    const decoder = new TextDecoder();
    let rest = '';
    for (let from = 0; from < this.part.length; from += chunkBytes) {
      const piece = this.part.subarray(from, from + chunkBytes);
      const text = rest + decoder.decode(piece, { stream: true });
      rest = text.slice(this.pieces(text));
      if (rest.length > maxToken)
        throw new UnreadableFile('The workbook has a text of more than four million characters.');
    }
  }

  /** @returns the end of the last complete tag */
  private pieces(text: string): number {
    let at = 0;
    for (;;) {
      const open = text.indexOf('<', at);
      if (open < 0) return at;
      const ending = endOf(text, open);
      const close = ending === '>' ? closeOfTag(text, open + 1) : text.indexOf(ending, open + 1);
      if (close < 0) return at;
      if (open > at) this.visitor.text(text.slice(at, open));
      if (ending === '>') this.tag(text, open + 1, close);
      // CDATA, which has no entities.
      else if (ending === ']]>') this.visitor.text(text.slice(open + 9, close).replaceAll('&', '&amp;'));
      at = close + ending.length;
    }
  }

  private tag(text: string, from: number, end: number): void {
    const isEnd = text.charCodeAt(from) === slash;
    let first = isEnd ? from + 1 : from;
    let last = first;
    for (; last < end; last += 1) {
      const code = text.charCodeAt(last);
      if (code === colon) first = last + 1;
      else if (code <= 32 || code === slash) break;
    }
    const isEmpty = text.charCodeAt(end - 1) === slash;
    this.visitor.tag(text.slice(first, last), text.slice(last, end), isEnd, isEmpty);
  }
}

const attributes = new Map<string, RegExp>();

/** With its entities unresolved; '' if missing. @param name as a pattern */
export function attribute(tag: string, name: string): string {
  let pattern = attributes.get(name);
  if (!pattern) attributes.set(name, (pattern = new RegExp(`\\s${name}\\s?=\\s?(?:"([^"]*)"|'([^']*)')`)));
  const [, double, single] = pattern.exec(tag) ?? [];
  return double ?? single ?? '';
}

/** The start tags of one name, in a short file. */
export function tagsOf(text: string, name: string): string[] {
  return text.match(new RegExp(`<(?:\\w+:)?${name}(?:\\s(?:[^<>"']|"[^"]*"|'[^']*')*)?>`, 'g')) ?? [];
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves entities and the `_x000A_` escapes of workbooks. */
export function decodedXml(text: string): string {
  const plain = text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
        (whole, decimal?: string, hex?: string, name = '') => {
          const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : undefined;
          if (code === undefined) return named[name as string] ?? whole;
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        },
      )
    : text;
  return plain.includes('_x')
    ? plain.replace(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : plain;
}
