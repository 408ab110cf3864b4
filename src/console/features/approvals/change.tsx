import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { useLabels } from '#console/api/lookups.ts';
import { useTenant } from '#console/api/tenant.ts';
import { approvedChanges } from '#console/domain/approved-changes.ts';
import { againstText } from '#console/domain/collections/reason.tsx';
import { links } from '#console/domain/links.ts';
import { DifferenceList } from '#console/domain/write/difference-list.tsx';
import type { ApprovalChange, ApprovalRecord } from '#contract/approvals.ts';
import { Figure, Figures } from '#kit/ui/figures.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { countText } from '#kit/ui/sums.ts';
import { dayText, minuteText, weekdayText } from '#rules/day-text.ts';

function BankDetails({ approval, change }: { approval: ApprovalRecord; change: ApprovalChange }) {
  const { href } = useTenant();
  const changes = approvedChanges(change.Fields, approval.IsUnread === true);
  return (
    <>
      <Typography>
        Confirm it with the client before you release it:{' '}
        <Link component={RouterLink} to={href(links.client(approval.ClientNumber ?? ''))}>
          {approval.Payee}
        </Link>
        .
      </Typography>
      <DifferenceList changes={changes} record={Object.fromEntries(changes.map((it) => [it.fieldName, it.old]))} />
    </>
  );
}

function Cancel({ approval, change }: { approval: ApprovalRecord; change: ApprovalChange }) {
  const { href } = useTenant();
  const labelOf = useLabels(['CancelReason']);
  const { CancelDate, CancelReason, Instalments, Operation } = change;
  const { ContractSequence, ContractNumber, Count, Sum, FirstDate, Largest } = approval;
  const noun = Operation === 'mandateCancel' ? 'mandate' : 'contract';
  return (
    <>
      <Figures label="Key facts">
        <Figure
          label="Not collected"
          value={<MoneyText amount={Sum ?? 0} isLarge />}
          note={countText(Count, ['instalment', 'instalments'])}
          isLarge
        />
        <Figure label="First" value={FirstDate === null ? '—' : weekdayText(FirstDate)} note={null} />
        <Figure label="Largest" value={<MoneyText amount={Largest ?? 0} />} note={null} />
      </Figures>
      <Typography>
        {CancelDate === null
          ? 'All instalments that remain are cancelled; the contract stays open: '
          : `The ${noun} ends ${minuteText(CancelDate)}, with every instalment after that (${labelOf('CancelReason', CancelReason) ?? CancelReason}): `}
        <Link component={RouterLink} to={href(links.contract(ContractSequence ?? 0))}>
          contract {ContractNumber}
        </Link>
        .
      </Typography>
      {Instalments.length > 0 && (
        <PlainTable
          maxHeight={600}
          label="Instalments to be cancelled"
          columns={[{ label: 'No.', isNumber: true }, { label: 'Date' }, { label: 'Amount', isNumber: true }]}
          rows={Instalments.map((it) => ({
            key: it.InstalmentSequence,
            cells: [
              it.InstalmentSequence,
              formatField('InstalmentActionDate', it.InstalmentActionDate),
              formatField('InstalmentAmount', it.InstalmentAmount),
            ],
          }))}
        />
      )}
    </>
  );
}

function CollectAgain({ approval, change }: { approval: ApprovalRecord; change: ApprovalChange }) {
  const { href } = useTenant();
  const { ContractSequence, ContractNumber, Sum, FirstDate } = approval;
  const { Returned } = change;
  return (
    <>
      <Figures label="Key facts">
        <Figure label="To collect" value={<MoneyText amount={Sum ?? 0} isLarge />} note={null} isLarge />
        <Figure label="On" value={FirstDate === null ? '—' : weekdayText(FirstDate)} note={null} />
      </Figures>
      {Returned && (
        <Typography>
          The debit of {dayText(Returned.InstalmentActionDate)} was returned: {againstText(Returned.InstalmentResult)}
        </Typography>
      )}
      <Typography>
        A release adds the debit to{' '}
        <Link component={RouterLink} to={href(links.contract(ContractSequence ?? 0))}>
          contract {ContractNumber}
        </Link>
        .
      </Typography>
    </>
  );
}

export function ChangeDetails({ approval, change }: { approval: ApprovalRecord; change: ApprovalChange }) {
  const { Operation } = change;
  if (Operation === 'instalmentCreate' || Operation === 'omniInstalmentCreate')
    return <CollectAgain approval={approval} change={change} />;
  return Operation === 'clientEdit' ? (
    <BankDetails approval={approval} change={change} />
  ) : (
    <Cancel approval={approval} change={change} />
  );
}
