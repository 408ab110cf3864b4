import { placesOf } from './draft.ts';

/** What may fill a placeholder of a template. The words before a placeholder suggest it; the first that matches counts. */
const suggestions = [
  {
    value: '{ClientName}',
    heading: 'Name',
    follows: /(?:hello|hi|dear|hallo|beste|thank you|molo|sawubona|dumela)\W*$/i,
  },
  {
    value: '{ContractNumber}',
    heading: 'Contract',
    follows: /(?:contract|kontrak|reference|policy|account)\W*(?:number|no\.?)?\W*$/i,
  },
  {
    value: '{Amount}',
    heading: 'Amount',
    follows:
      /(?:instalment|payment|debit|amount|sum|premium|paaiement|bedrag)s?\s*(?:of|van)?\W*$|(?:of|for|van)\s+R?\s*$/i,
  },
  { value: '{ReturnedOn}', heading: 'Returned on', follows: /(?:unpaid|returned|failed|due|missed)\s+on\W*$/i },
  { value: '{NextDebit}', heading: 'Date', follows: /(?:by|before|on|again on|op|teen)\W*$/i },
];

const suggestionAfter = (words: string) => suggestions.find(({ follows }) => follows.test(words));

/** A value for each placeholder of a template's text: a field of the recipient, or '' if unclear. */
export function suggestedValues(text: string): string[] {
  const marks = [...text.matchAll(/\{\{(\d+)\}\}/g)];
  return placesOf(text).map((place) => {
    const own = marks.filter(([, position]) => Number(position) === place);
    return own.map(({ index }) => suggestionAfter(text.slice(0, index))?.value).find(Boolean) ?? '';
  });
}

/** A heading for each placeholder: what it holds, else the words before it, such as `“Ask …”`. */
export function placeholderHeadings(text = '', count: number): string[] {
  const values = suggestedValues(text);
  const places = placesOf(text);
  const seen = new Map<string, number>();
  return Array.from({ length: count }, (_, at) => {
    const before = text.split(`{{${places[at]}}}`)[0] ?? '';
    const words = /([^\s.,:;!?{}]+\s+){1,2}$/.exec(before)?.[0].trim();
    const known = suggestions.find(({ value }) => value === values[at])?.heading;
    const heading = known ?? (words ? `“${words} …”` : `Value ${at + 1}`);
    const times = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, times);
    return times > 1 ? `${heading} ${times}` : heading;
  });
}
