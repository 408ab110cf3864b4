import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** Technical or translated words, and what the screen says instead. */
const unwanted: readonly [not: RegExp, but: string][] = [
  [/^Talk$/, 'Support'],
  // Allowed once, as the interface's own term.
  [/(?<!interface calls it an )initiated mandate/i, 'Awaiting approval'],
  [/waits? for its payer/i, 'awaiting approval'],
  [/(?<!interface calls these )omni instalments/i, 'By collection date (omni)'],
  [/\banew\b/i, 'again'],
  [/\b(came|come|comes) back\b/i, 'returned'],
  [/not provided for/i, 'Insufficient funds (R/D)'],
  [/since then|coming already/i, 'Collected since · Next scheduled'],
  [/Choose none|^Leave( out)?$|^Keep( it| them)?$/, "Clear selection · Exclude · Cancel · Don't cancel"],
  [/^(Made|Place|Sum then)$/, 'Created · (drop) · Last month'],
  [/what came of it|\badds? up\b/i, 'Result · totals'],
  [/own days|the days before/i, 'Custom range · Previous period'],
  [/load again|do not sort|keep in sight|columns as they were/i, 'Refresh · Clear sort · Pin column · Reset columns'],
  [/re-?price/i, 'change the amount'],
  [/look at them afterwards/i, 'Check them after saving'],
  [/new after saving/i, 'After'],
  [/not returned|reference not given/i, 'Not available, or nothing'],
  [/fill this in/i, 'Enter a branch (the name of the field)'],
  [/too long: at most/i, 'Maximum 4 characters'],
  [/^Standing$|Nobody yet|to put right|^Findings$/, 'Status · No recipients yet · Needs fixing · Results'],
  [/^Use these$|^Forget$/, 'Connect · Disconnect'],
  [/stay in this page/i, 'kept until you close the page'],
  [/this window was opened/i, 'from this session'],
  [/nothing in these days/i, 'No transactions in this period'],
  [/codes inside/i, '1 code'],
  [/owns a contract/i, 'Every mandate has a contract'],
  [/is used already/i, 'is already in use'],
  [/sign-in does not include/i, "You don't have permission to …"],
  [/moves? along with the days/i, 'update automatically'],
  [/as it came|another one…/i, 'Text · Other template…'],
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

/** Reports the unwanted words of these files with what to say instead. */
export const unwantedIn = (files: readonly string[]): string[] =>
  files.flatMap((file) =>
    textsOf(file).flatMap((text) =>
      unwanted.filter(([not]) => not.test(text)).map(([, but]) => `${file}: “${text.slice(0, 200)}” — rather: ${but}`),
    ),
  );

/** Phrases that read like a translation, and the usual words for them. */
const unwantedInComments: readonly [not: RegExp, but: string][] = [
  [/\bwhoever\b|\bwhomever\b|\bsomebody\b|\bnobody\b/i, 'who acts: the person, the caller, another tab'],
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
