import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

type Unwanted = readonly [not: RegExp, but: string];

/** Words of the interface, of engineers or of a translation, and those of merchants. */
const unwanted: readonly Unwanted[] = [
  // Allowed once, as the interface's own term.
  [/(?<!name in the API is )initiated mandate/i, 'Awaiting approval'],
  [/(?<!interface calls these )omni instalments/i, 'By collection date (omni)'],
  [/Cancel(lation)? codes?$|^Cancel reason/, 'Cancellation reason'],
  [/re-?price/i, 'change the amount'],
  // Returned is what a bank has sent back, and nothing else.
  [/\b(came|come|comes) back\b/i, 'returned'],
  [/not returned/i, 'Not available, or nothing'],
  [/\banew\b/i, 'again'],
  [/\bwhat (became|came) of\b|\badds? up\b/i, 'Result · totals'],
  [/\bas (it|they) came\b|\bas (it|they) (was|were) left\b/i, 'unchanged'],
  [/\bin sight\b/i, 'visible'],
  [/\bon the other side\b/i, 'at the provider'],
];

/** Every text of a file that may be shown: text between tags, and strings that are not import paths. */
function textsOf(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    if (type === 'ImportDeclaration' || type === 'ImportExpression' || type?.startsWith('TS')) {
      // `expression as Type` is still an expression.
      if ('expression' in node) visit(node.expression);
      return;
    }
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push((value as { cooked: string | null }).cooked ?? '');
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

/** One apostrophe on the whole screen. Libraries have the other in messages for developers. */
export const typing: readonly Unwanted[] = [[/[a-z]n't\b/, 'n’t']];

/** Reports the unwanted words of these files with what to say instead. */
export const unwantedIn = (files: readonly string[], more: readonly Unwanted[] = []): string[] =>
  files.flatMap((file) =>
    textsOf(file).flatMap((text) =>
      [...unwanted, ...more]
        .filter(([not]) => not.test(text))
        .map(([, but]) => `${file}: “${text.slice(0, 200)}” — rather: ${but}`),
    ),
  );

/** Phrases that read like a translation, and the usual words for them. */
const unwantedInComments: readonly Unwanted[] = [
  [/\bwhoever\b|\bwhomever\b|\bsomebody\b|(?<!`)\bnobody\b/i, 'who acts: the person, the caller, another tab'],
  [/\bwhat (became|becomes|has become) of\b|\bwhat came of\b/i, 'the outcome of, the result of'],
  [/\bas (it|they) (came|come)\b|\bwhat came\b/i, 'unchanged, as received'],
  [/\b(in|into|out of) sight\b/i, 'visible, hidden'],
  [/\bon (its|their) way\b/i, 'pending, loading'],
  [/\banew\b/i, 'again'],
  [/\bbeside\b/i, 'next to, besides'],
  [/\b(draws?|drawn) (again|anew|at once|by)\b|\bis drawn\b|\bare drawn\b/i, 'renders'],
  [/\b(is|are|were|was) (told|said|asked|given) (of|what|which|by|to|when)\b/i, 'receives, reports, requests'],
  [/\bstands? (in|at|for|beside|above|below|under|over|there)\b/i, 'is in, means'],
  [/\bof (its|their) own accord\b|\bword for word\b/i, 'the plain word'],
  [/\((interface|design)[,:]/, 'docs/interface.md or docs/decisions.md'],
  [/\bthe one door\b|\bseen to\b/i, 'the only caller, handled'],
];

/** What the comments of these files should rather say. */
export const unwantedInCommentsOf = (files: readonly string[]): string[] =>
  files.flatMap((file) =>
    parseSync(file, readFileSync(file, 'utf8')).comments.flatMap(({ value }) => {
      const text = value
        .replace(/\n\s*\*?/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      return unwantedInComments
        .filter(([not]) => not.test(text))
        .map(([, but]) => `${file}: “${text.slice(0, 200)}” — rather: ${but}`);
    }),
  );
