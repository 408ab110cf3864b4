import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { productName } from '#console/api/tenant.ts';
import type { ApprovalRecord, KnownPayees } from '#contract/approvals.ts';
import { Figure, Figures } from '#kit/ui/figures.tsx';
import { accountEnding } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { formatCount } from '#kit/ui/sums.ts';

const reasons = { NOT_FOUND: 'The provider has no such client', UNREADABLE: 'The provider did not show it' } as const;

const restText = (count: number, shown: readonly unknown[]) =>
  count > shown.length ? `The first ${formatCount(shown.length)} of ${formatCount(count)}.` : null;

interface Props {
  approval: ApprovalRecord;
  known: KnownPayees;
}

/** Whom a release makes known, and who is left out. */
export function KnownPayeeLists({ approval: { Count, Product }, known: { Payees, LeftOut, LeftOutCount } }: Props) {
  return (
    <Stack spacing={1.5}>
      <Figures label="Key facts">
        <Figure label="Known after the release" value={formatCount(Count)} note={productName(Product)} isLarge />
        <Figure label="Left out" value={formatCount(LeftOutCount)} note={null} />
      </Figures>
      <Typography>
        Release it only if this merchant has paid these accounts before: payouts to them are then not held as new.
      </Typography>
      {LeftOut.length > 0 && (
        <>
          <PlainTable
            maxHeight={300}
            label="Left out"
            columns={[{ label: 'Left out' }, { label: 'Reason' }]}
            rows={LeftOut.map((it) => ({ key: it.ClientNumber, cells: [it.ClientNumber, reasons[it.Reason]] }))}
          />
          <Muted>{restText(LeftOutCount, LeftOut)}</Muted>
        </>
      )}
      {Payees.length > 0 && (
        <>
          <PlainTable
            maxHeight={600}
            label="Known payees"
            columns={[{ label: 'Client' }, { label: 'Name' }, { label: 'Account' }]}
            rows={Payees.map((it) => ({
              key: it.ClientNumber,
              cells: [it.ClientNumber, it.ClientName ?? '—', it.Account ? accountEnding(it.Account) : '—'],
            }))}
          />
          <Muted>{restText(Count, Payees)}</Muted>
        </>
      )}
    </Stack>
  );
}
