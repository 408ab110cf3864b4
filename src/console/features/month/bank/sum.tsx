import { MoneyText } from '#kit/ui/money-text.tsx';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { differenceNames, type DifferenceName, type Suggestion } from '#sheet-engine/matching/item.ts';
import { countOf, termText } from './texts.ts';

/** The arithmetic of a suggestion, row by row, to the amount on the bank. */
export function SuggestionSum({
  suggestion,
  cents,
  name,
}: {
  suggestion: Suggestion;
  cents: number;
  name?: DifferenceName | undefined;
}) {
  const { terms, difference, rule } = suggestion;
  const [first] = terms;
  const products = new Set(terms.map((it) => it.group)).size > 1;
  const sign = (of: number, at: number) => (of < 0 ? '−' : at > 0 ? '+' : '');
  return (
    <TableFrame label="How the amount is made up">
      <tbody>
        {terms.map((term, at) => (
          <tr key={`${term.kind} ${term.from} ${term.to} ${term.group ?? ''} ${term.items?.[0] ?? ''}`}>
            <td>{sign(term.sign, at)}</td>
            <th scope="row">
              {termText(term)}
              {products && term.group && `, ${term.group}`}
            </th>
            <td data-wide="">{term.items ? '' : countOf(term)}</td>
            <td data-number="">
              <MoneyText cents={term.cents} />
            </td>
          </tr>
        ))}
        {difference !== 0 && (
          <tr>
            <td>{sign(-difference, 1)}</td>
            <th scope="row">
              {rule === 'named' || !first ? 'No debit or payout' : 'Difference'}
              {name ? `, named ${differenceNames[name]}` : ', not named yet'}
            </th>
            <td data-wide="" />
            <td data-number="">
              <MoneyText cents={Math.abs(difference)} />
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <td>=</td>
          <th scope="row">On the bank</th>
          <td data-wide="">✓ equal</td>
          <td data-number="">
            <MoneyText cents={cents} />
          </td>
        </tr>
      </tfoot>
    </TableFrame>
  );
}
