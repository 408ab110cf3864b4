import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { centsText, formatCount } from '#kit/ui/sums.ts';
import { dayText } from '#rules/day-text.ts';
import { attentionOf, type DueNoun } from './rehearsal-text.ts';
import type { Due, Rehearsal } from './rehearsal.ts';

export function Titled({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** Rows are shown to be looked at, not searched. */
const most = 50;

const dueText = (due: Due, hasAmount: boolean) =>
  hasAmount ? `${dayText(due.date)}, ${centsText(due.cents)}` : dayText(due.date);

function Dues({ list, others, hasAmount }: { list: readonly Due[]; others?: readonly Due[]; hasAmount: boolean }) {
  const isNew = (due: Due) => others && !others.some((one) => one.date === due.date && one.cents === due.cents);
  return list.map((it, at) => (
    <Box component="span" key={at} sx={{ whiteSpace: 'nowrap', display: 'block', fontWeight: isNew(it) ? 600 : 400 }}>
      {dueText(it, hasAmount)}
    </Box>
  ));
}

/** The next of many contracts; those that need attention come first. */
export function NextOfMany({
  contracts,
  noun,
  nameOf,
  title,
}: Pick<Rehearsal, 'contracts'> & { noun: DueNoun; nameOf(contract: string): string; title: string }) {
  const [isAll, setAll] = useState(false);
  const rows = isAll ? contracts : contracts.slice(0, most);
  return (
    <Titled title={title}>
      <PlainTable
        maxHeight={320}
        label={title}
        columns={[{ label: 'Contract', isHead: true }, { label: 'Before' }, { label: 'After' }]}
        rows={rows.map((row) => {
          const hasAmount = row.before.some((due, at) => due.cents !== row.after[at]?.cents);
          return {
            key: row.contract,
            cells: [
              <div key="name">
                {nameOf(row.contract)}
                {attentionOf(row, noun).map((text) => (
                  <Typography key={text} variant="body2" color="warning">
                    {text}
                  </Typography>
                ))}
              </div>,
              <Dues key="before" list={row.before} hasAmount={hasAmount} />,
              <Dues key="after" list={row.after} others={row.before} hasAmount={hasAmount} />,
            ],
          };
        })}
      />
      {contracts.length > rows.length && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setAll(true)}>
          Show all {formatCount(contracts.length)} contracts
        </Button>
      )}
    </Titled>
  );
}
