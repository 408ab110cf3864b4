import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useToday } from '#console/session/today.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { centsText, formatCount } from '#kit/ui/sums.ts';
import { dayText, monthText } from '#rules/day-text.ts';
import { NextOfMany, Titled } from './rehearsal-many.tsx';
import { attentionOf, attentionOfMany, type DueNoun } from './rehearsal-text.ts';
import type { Due, MonthCash, Rehearsal, Rehearsed } from './rehearsal.ts';
import { ScheduledDate } from './table.tsx';

interface Props {
  rehearsal: Rehearsal;
  noun: DueNoun;
}

/** What a change would skip, collect twice, or raise above a maximum. Nothing where it does neither. */
export function RehearsalWarning({ rehearsal, noun, more = [] }: Props & { more?: readonly string[] }) {
  const [only, ...others] = rehearsal.contracts;
  const texts = [
    ...(only && others.length === 0 ? attentionOf(only, noun) : [attentionOfMany(rehearsal, noun)]),
    ...more,
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <Notice tone="warning" role="status">
      {texts.map((it) => (
        <div key={it}>{it}</div>
      ))}
    </Notice>
  );
}

function amountText(before: Due | undefined, after: Due | undefined): string {
  if (before && after && before.cents !== after.cents) return `${centsText(before.cents)} → ${centsText(after.cents)}`;
  const it = after ?? before;
  return it ? centsText(it.cents) : '';
}

/** The next of one contract, side by side. */
function NextDue({ of, title, caveat }: { of: Rehearsed; title: string; caveat?: string }) {
  const today = useToday();
  const { before, after, more, added, dropped } = of;
  const rest = [
    more > 0 && `And ${formatCount(more)} more.`,
    added > 0 && `${formatCount(added)} new.`,
    dropped > 0 && `${formatCount(dropped)} cancelled.`,
    caveat,
  ].filter(Boolean);
  return (
    <Titled title={title}>
      <PlainTable
        label={title}
        columns={[{ label: 'Before' }, { label: 'After' }, { label: 'Amount', isNumber: true }]}
        rows={Array.from({ length: Math.max(before.length, after.length) }, (_, at) => {
          const [old, due] = [before[at], after[at]];
          return {
            key: at,
            cells: [
              old ? dayText(old.date) : '—',
              due ? (
                <Box key="date" sx={{ fontWeight: due.date === old?.date ? 400 : 600 }}>
                  <ScheduledDate at={due.date} today={today} shown={dayText(due.date)} />
                </Box>
              ) : (
                '—'
              ),
              amountText(old, due),
            ],
          };
        })}
      />
      {rest.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {rest.join(' ')}
        </Typography>
      )}
    </Titled>
  );
}

function Cash({ cash, noun }: { cash: readonly MonthCash[]; noun: DueNoun }) {
  if (cash.every((it) => it.before === it.after)) return null;
  const title = noun === 'debit' ? 'To collect by month' : 'To pay out by month';
  return (
    <Titled title={title}>
      <PlainTable
        maxHeight={248}
        label={title}
        columns={[
          { label: 'Month', isHead: true },
          { label: 'Before', isNumber: true },
          { label: 'After', isNumber: true },
        ]}
        rows={cash.map((it) => ({
          key: it.month,
          cells: [
            monthText(it.month),
            centsText(it.before),
            it.before === it.after ? centsText(it.after) : <b key="after">{centsText(it.after)}</b>,
          ],
        }))}
      />
    </Titled>
  );
}

/** The next of each contract, and the sums by month, before and after a change. Nothing where nothing changes. */
export function RehearsalTables(
  props: Props & {
    nameOf?: (contract: string) => string;
    title: string;
    /** What is not certain about it. */
    caveat?: string;
  },
) {
  const { rehearsal, noun, nameOf = String, title, caveat } = props;
  const [only, ...others] = rehearsal.contracts;
  if (!only) return null;
  return (
    <>
      {others.length === 0 ? (
        <NextDue of={only} title={title} caveat={caveat} />
      ) : (
        <NextOfMany contracts={rehearsal.contracts} noun={noun} nameOf={nameOf} title={title} />
      )}
      <Cash cash={rehearsal.cash} noun={noun} />
    </>
  );
}
