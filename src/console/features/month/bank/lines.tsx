import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { BankLine } from '#console/domain/bank/book.ts';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { weekdayName } from '#rules/day-text.ts';
import type { MatchOutcome } from '#sheet-engine/matching/item.ts';
import { outcomeText, shortDay } from './texts.ts';

/** More would make the page slow; the others follow on demand. */
const firstShown = 200;

const List = styled('div')(({ theme }) => ({
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
  maxHeight: 560,
  overflow: 'auto',
  '& > [role=option]': {
    display: 'grid',
    gridTemplateColumns: '84px minmax(0, 1fr) auto',
    columnGap: 12,
    alignItems: 'baseline',
    padding: '8px 16px',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    cursor: 'pointer',
    '&:hover': { background: theme.vars.palette.action.hover },
    '&[aria-selected=true]': {
      background: theme.vars.palette.action.selected,
      boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
    },
  },
  '& small': {
    gridColumn: '2 / -1',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
    '&[data-fits]': { color: theme.vars.palette.primary.main },
    '&[data-several]': { color: theme.vars.palette.warning.main },
  },
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}));

interface Props {
  lines: readonly BankLine[];
  outcomes: ReadonlyMap<string, MatchOutcome>;
  /** The account's largest. */
  retention: number;
  current: string;
  listRef: RefObject<HTMLDivElement | null>;
  onSelect(line: string): void;
  onKey(event: KeyboardEvent): void;
}

const idOf = (at: number) => `bank-line-${at}`;

/** Lines that are not matched, each with what it may be, or why it is not known. */
export function Lines({ lines, outcomes, retention, current, listRef, onSelect, onKey }: Props) {
  const [shown, setShown] = useState(firstShown);
  const at = lines.findIndex((it) => it.id === current);
  const last = useRef(at);
  useEffect(() => {
    if (last.current !== at && at >= 0) document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' });
    last.current = at;
  }, [at]);
  const move = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: Math.min(lines.length, shown) - 1 }[event.key];
    const line = to === undefined ? undefined : lines[Math.max(0, to)];
    if (!line) return onKey(event);
    event.preventDefault();
    setShown((now) => Math.max(now, (to ?? 0) + 1));
    onSelect(line.id);
  };
  return (
    <>
      <List
        ref={listRef}
        role="listbox"
        aria-label="Open lines"
        tabIndex={0}
        aria-activedescendant={at >= 0 ? idOf(at) : undefined}
        onKeyDown={move}
      >
        {lines.slice(0, shown).map((line, position) => {
          const outcome = outcomes.get(line.id);
          const fits = outcome?.fits.length ?? 0;
          return (
            <div
              key={line.id}
              id={idOf(position)}
              role="option"
              tabIndex={-1}
              aria-selected={line.id === current}
              onClick={() => onSelect(line.id)}
            >
              <span>
                {weekdayName(line.date)} {shortDay(line.date)}
              </span>
              <span title={line.text}>{line.text || line.reference || 'No text'}</span>
              <MoneyText cents={line.cents} />
              {outcome && (
                <small data-fits={fits === 1 ? '' : undefined} data-several={fits > 1 ? '' : undefined}>
                  {outcomeText(outcome, retention)}
                </small>
              )}
            </div>
          );
        })}
      </List>
      {lines.length > shown && (
        <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setShown((now) => now + firstShown)}>
            Show {formatCount(Math.min(firstShown, lines.length - shown))} more of {formatCount(lines.length - shown)}
          </Button>
        </Box>
      )}
    </>
  );
}
