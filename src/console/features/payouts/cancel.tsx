import { useWatch } from 'react-hook-form';
import { unknownAmong } from '#answers/statuses.ts';
import { atBankText } from '#console/domain/money-item/at-bank.ts';
import { byDate, countAndSum, type Payment } from '#console/domain/money-item/item.ts';
import { affectedByCancel, ahead } from '#console/domain/money-item/rules.ts';
import { CancelDialog } from '#console/domain/write/cancel-dialog.tsx';
import type { ContractId } from '#console/model/contract-id.ts';
import { unknownText } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { formatField } from '#kit/ui/format.tsx';

interface Props {
  contract: ContractId;
  name: { ClientNumber?: string | null; ContractNumber?: string | null };
  payments: readonly Payment[] | undefined;
  /** Or they could not be. */
  isRead: boolean;
  open: boolean;
  onClose: () => void;
}

/** What a cancel takes and leaves, by the date in the form. */
function Going({ payments, isRead }: Pick<Props, 'payments' | 'isRead'>) {
  const date = (useWatch({ name: 'CancelDate' }) as string | null | undefined) ?? '';
  const today = useToday();
  if (!payments) return isRead ? <>The payments could not be loaded, so they cannot be counted.</> : <>Counting…</>;
  const going = byDate(affectedByCancel(payments, date, today));
  const staying = ahead(payments, today).filter((it) => !going.includes(it));
  const unknown = unknownAmong([...going, ...staying].map((it) => it.status));
  const stays = staying.length > 0 && ` Still paid: ${countAndSum(staying)}.`;
  const atBank = atBankText(byDate(payments.filter((it) => it.stage === 'underway')));
  const inFlight = atBank && ` This doesn’t stop what is under way: ${atBank}`;
  if (going.length === 0)
    return (
      <>
        No payment is scheduled after this date: none is cancelled.{stays}
        {inFlight}
      </>
    );
  return (
    <>
      {countAndSum(going)}, from {formatField('PaymentDate', going[0]?.due)} to{' '}
      {formatField('PaymentDate', going.at(-1)?.due)}.{stays}
      {inFlight}
      {unknown.length > 0 && ` ${unknownText(unknown)}`}
    </>
  );
}

export function CancelPayout(props: Props) {
  const { contract, name, payments, isRead, open, onClose } = props;
  return (
    <CancelDialog
      operation="payoutContractCancel"
      target={{
        ClientNumber: name.ClientNumber ?? undefined,
        ContractNumber: name.ContractNumber ?? undefined,
        ...contract,
      }}
      number={name.ContractNumber}
      summary={<Going payments={payments} isRead={isRead} />}
      open={open}
      onClose={onClose}
    />
  );
}
