import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import type { MonthDifference } from '#contract/month-end.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { statusLabel } from '#kit/ui/status.tsx';
import { centsText, formatCount } from '#kit/ui/sums.ts';
import { dayText, minuteText } from '#rules/day-text.ts';
import { monthChanges, type MonthChange } from './changes.ts';

/** More are counted and not listed. */
const maxListed = 200;

const status = (value: string | undefined): string => (value ? statusLabel('Status', value) : 'No status');

function changeText({ kind, row, before, after, at }: MonthChange): string {
  switch (kind) {
    case 'returned':
      return at ? `Returned on ${dayText(at)}` : 'Returned after the month';
    case 'status':
      return `${status(before)} then, ${status(after)} now`;
    case 'new':
      return `New: ${status(row.Status ?? undefined)}`;
    case 'gone':
      return 'No longer reported';
  }
}

interface Props {
  label: string;
  differences: readonly MonthDifference[];
  /** May be more than are listed. */
  count: number;
}

/** What changed in a closed month, each line with its contract. */
export function ChangeList({ label, differences, count }: Props) {
  const { href } = useTenant();
  const changes = monthChanges(differences);
  if (changes.length === 0) return <Typography color="textSecondary">Nothing has changed.</Typography>;
  const contractOf = ({ row }: MonthChange) => {
    const name = [row.ClientNumber, row.ContractNumber].filter(Boolean).join(' · ') || String(row.ContractSequence);
    const sequence = row.ContractSequence;
    return typeof sequence === 'number' ? (
      <Link component={RouterLink} to={href(links.contract(sequence))}>
        {name}
      </Link>
    ) : (
      name
    );
  };
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <PlainTable
        label={label}
        columns={[
          { label: 'What changed', isHead: true },
          { label: 'Contract' },
          { label: 'Transaction', isWide: true },
          { label: 'Amount', isNumber: true },
        ]}
        rows={changes.slice(0, maxListed).map((it, at) => ({
          key: at,
          cells: [
            changeText(it),
            contractOf(it),
            it.row.TransactionDate ? minuteText(it.row.TransactionDate) : '',
            centsText(it.row.Cents),
          ],
        }))}
      />
      {(changes.length > maxListed || differences.length < count) && (
        <Muted sx={{ mt: 1 }}>{`And more: ${formatCount(count)} differences in all.`}</Muted>
      )}
    </Box>
  );
}
