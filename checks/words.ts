import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

type Unwanted = readonly [not: RegExp, but: string];

/** Technical or translated words, and what the screen says instead. */
const unwanted: readonly Unwanted[] = [
  [/^Talk$/, 'Support'],
  // Allowed once, as the interface's own term.
  [/(?<!name in the API is )initiated mandate/i, 'Awaiting approval'],
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
  // Sentences that read like a translation, and what the screen says since.
  [/stand on no mandate/i, 'Use this only to collect without a mandate.'],
  [/new contract is the better way|Edit this contract anyway/i, 'Create a new contract instead · Edit anyway'],
  [/new contract like this one/i, 'Copy to a new contract'],
  [/on the first matching day from here/i, 'We collect on the first matching day on or after this date.'],
  [/On top of the instalments/i, 'Extra first debit (optional)'],
  [/Leave empty to collect/i, 'Leave blank to collect until cancelled.'],
  [/are listed once the/i, 'Choose a frequency first. · Choose a bank first.'],
  [/Part of the name, or the number/i, 'Search by name or client number'],
  [/Only where it is not the client/i, 'Only if different from the client'],
  [/are not kept as a draft/i, "For security, account and ID numbers aren't saved in drafts."],
  [/appear here once you have entered/i, 'Fill in frequency, day, start date and amount to preview the schedule.'],
  [/shown beside it afterwards/i, "Estimate. You'll see the actual instalments after saving."],
  [/instalments? as expected/i, '12 instalments created, as previewed'],
  [/stay as this edit left them/i, 'Instalments you changed individually are not affected.'],
  [/each time it steps/i, 'Percentage per increase'],
  [/unknown = .*sent$/i, '12 instalments moved'],
  [/twice on that day|contracts twice|^same day: /i, 'Already has a debit that day · 2 contracts debited twice'],
  [/^By a number of days|^To one date$/i, 'By days · To a date'],
  [/Left as they are/i, 'Not changed'],
  [/What will not be collected/i, 'Instalments to be cancelled'],
  [/That is another contract\./i, "That doesn't match. Type … to cancel the remaining instalments."],
  [/that can be changed$/i, 'Select all 12 editable'],
  [/short of money|when money comes in/i, 'Not enough money in the account. Try again after payday.'],
  [/have stopped these debits|has stopped these debits/i, 'The client or bank stopped these debits.'],
  [/^What .* is not known here/i, "We don't recognise this code."],
  [/^Collected since/i, 'Collected again'],
  [/to follow them up\.?$/i, 'Select debits to collect again or message.'],
  [/stays as it is\.?$/i, "Scheduled instalments don't change."],
  [/what to do about them/i, 'Returned debits. Collect them again or message the client.'],
  [/points (worse|better) than/i, 'down 2 points from 1–23 Oct'],
  [/^Debits then$|^Payouts ahead$|^To come$/, 'Debits (Oct) · Upcoming payouts · Still to pay'],
  [/Listed from their payments|found by its numbers/i, "Payout contracts without payments aren't listed; …"],
  [/cannot all be listed here|Shown are those/i, 'Showing contracts changed since …'],
  [/what lies after that date/i, 'To stop payments, cancel the payout contract from a date.'],
  [/It is cancelled only with/i, 'To cancel it, cancel its payout contract.'],
  [/^Of each payment\.?$|the others follow its day/i, 'Later payments use the same day.'],
  [/Cancel(lation)? codes?$|^Cancel reason/, 'Cancellation reason'],
  [/Not known whether|No clear answer came|It cannot be told/i, "We couldn't confirm your change"],
  [/Look (it|them) up before|Undo anyway \/|on the other side/i, 'Check before sending again. · our side'],
  [/No answer at the moment|If it lasts/i, "We can't reach the server · If this continues, …"],
  [/is not right\.$/i, 'Incorrect username or password.'],
  [/To the overview|There is no page at/i, 'Go to Overview · Page not found'],
  [/The resource was not found/i, 'No contract X for this merchant and product.'],
  [/, and no other, it is|On the way there|^Move there$/i, 'What happened · Go'],
  [/What this window asked|^All of this window$/i, 'API activity in this window. · All requests'],
  [/as the last one|follow what was created/i, 'Starts with the values you used last.'],
  [/for you alone|Columns of imported files/i, 'Stored in this browser only. · Import column mapping'],
  [/Named ranges such as/i, '“Last month” always means the latest month.'],
  [
    /What do the columns hold|^Holds$|^First cells$|^Of the client$|Where is it\?|Or paste cells here/,
    'Match columns · Field · Sample · Client details · Add your data',
  ],
  [/replaced by their codes|got back the zero/i, 'Recognised names · Restored the leading 0'],
  [/nothing to check/i, 'Fix the rows below first'],
  [/^Only these$|^Set all to/, 'Filter to these · Replace all…'],
  [/Stop after this hundred|Remove all that are not sent/i, 'Stop after this batch · Remove unsent'],
  [/may be typed behind the day/i, 'Optional time: 25 nov 08:00'],
  [/smallest is above|days that exist/i, 'Minimum is more than maximum. · Enter a valid date.'],
  [
    /^Usual order$|^Close the day$|^Days to look at$|^Total of the week$|^Whole calendar$/,
    'Default order · Close · Needs a look · Week total · Total',
  ],
  [/^Because of$|^What happened to it$/, 'Mandate · History'],
  [/do not say who made|are missing here|Nothing is known of this day/i, "Who made each change isn't recorded."],
  [
    /external reference is its|Look for it as|Find another case/i,
    'Reference matches · Search external references instead · Search cases',
  ],
  [/^Details to fix|^Do not retry/, 'Fix bank details · Don’t retry'],
  [/payments? to come$|^Nothing to come$|^By status$|Open as (a )?report/i, 'Upcoming · Status · Open report'],
  [/What's possible|What’s possible|for good\.$|not whose they are|cases with; this page/i, 'Limits and workarounds'],
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
