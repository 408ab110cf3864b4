import Button from '@mui/material/Button';
import { useState } from 'react';
import type { BankLine, BankMatch } from '#console/domain/bank/book.ts';
import { Modal } from '#kit/ui/modal.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { minuteText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import { differenceNames } from '#sheet-engine/matching/item.ts';
import { suggestionRuleText, shortDay, termText } from './texts.ts';

const firstShown = 100;

/** `paid on 21 Oct`, with the difference's name. */
export function matchText(match: BankMatch): string {
  const terms = match.terms.map((term) => {
    const text = termText(term);
    const inSentence = term.items ? text : text.charAt(0).toLowerCase() + text.slice(1);
    return term.sign < 0 && term.kind !== 'paidOut' ? `less ${inSentence}` : inSentence;
  });
  const name = match.name && `${differenceNames[match.name].toLowerCase()} ${formatCents(Math.abs(match.difference))}`;
  return (
    [...terms, match.rule === 'named' ? name : name && `less ${name}`].filter(Boolean).join(', ') ||
    suggestionRuleText(match)
  );
}

const howText = ({ rule, byRule }: BankMatch): string =>
  byRule !== undefined ? `by the rule ${byRule}` : rule === 'exact' ? 'exact' : 'by hand';

interface Props {
  lines: readonly BankLine[];
  matches: readonly BankMatch[];
  onUndo(line: string): void;
}

/** The month's matched lines: what with, how, by whom and when. Each can be undone. */
export function MatchedLines({ lines, matches, onUndo }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(firstShown);
  const byLine = new Map(matches.map((it) => [it.line, it]));
  const own = lines.flatMap((line) => {
    const match = byLine.get(line.id);
    return match ? [{ line, match }] : [];
  });
  const count = (how: string) => own.filter(({ match }) => howText(match).startsWith(how)).length;
  const parts = (['exact', 'by the rule', 'by hand'] as const).flatMap((how) =>
    count(how) > 0 ? [`${formatCount(count(how))} ${how === 'by the rule' ? 'by a rule' : how}`] : [],
  );
  if (own.length === 0) return null;
  return (
    <>
      <Button sx={{ m: 1 }} onClick={() => setOpen(true)}>
        {formatCount(own.length)} matched: {parts.join(' · ')}
      </Button>
      {isOpen && (
        <Modal title={countText(own.length, ['matched line', 'matched lines'])} size="l" onClose={() => setOpen(false)}>
          <PlainTable
            label="Matched lines"
            columns={[
              { label: 'Line', isHead: true },
              { label: 'Matched with' },
              { label: 'Confirmed', isWide: true },
              { label: 'Amount', isNumber: true },
              { label: 'Undo' },
            ]}
            rows={own.slice(0, shown).map(({ line, match }) => ({
              key: line.id,
              cells: [
                <>
                  {shortDay(line.date)} {line.text || line.reference}
                </>,
                matchText(match),
                <>
                  {howText(match)}
                  <small>
                    {match.by && `${match.by}, `}
                    {minuteText(match.at)}
                  </small>
                </>,
                <MoneyText key="amount" cents={line.cents} />,
                <Button
                  key="undo"
                  size="small"
                  aria-label={`Undo ${line.text || line.reference}`}
                  onClick={() => onUndo(line.id)}
                >
                  Undo
                </Button>,
              ],
            }))}
          />
          {own.length > shown && <Button onClick={() => setShown((now) => now + firstShown)}>Show more</Button>}
        </Modal>
      )}
    </>
  );
}
