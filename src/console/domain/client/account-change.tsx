import { isOver } from '#answers/statuses.ts';
import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { isApprovedByPayer } from '#console/domain/contract/approval.tsx';
import { mayBeInitiated } from '#console/domain/contract/initiate-status.ts';
import { countAndSum, moneyItems, type MoneyItem } from '#console/domain/money-item/item.ts';
import { ahead } from '#console/domain/money-item/rules.ts';
import type { ChangedField } from '#console/domain/write/difference.ts';
import { useToday } from '#console/session/today.ts';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { countText } from '#kit/ui/sums.ts';

const accountFields: readonly string[] = ['BankCode', 'BranchCode', 'AccountType', 'AccountNumber'];

/** What another account means for mandates that the payer approved (docs/decisions.md, 46) and for scheduled money. */
export function AccountChange({
  changes,
  client,
}: {
  changes: readonly ChangedField[];
  client: { ClientNumber?: unknown; AccountNumber?: unknown };
}) {
  const isChanged = changes.some((it) => accountFields.includes(it.fieldName));
  return isChanged && <Consequences number={String(client.ClientNumber)} account={client.AccountNumber} />;
}

function Consequences({ number, account }: { number: string; account: unknown }) {
  const { product } = useTenant();
  const today = useToday();
  const of = { ClientNumber: number };
  const mandates = useReadOfRecord('mandateList', isApprovedByPayer(product) ? of : null);
  const debits = useReadOfRecord('instalmentList', of);
  const payouts = useReadOfRecord('payoutPaymentList', of);
  const approved = mandates.data?.records.filter(
    (it) => !isOver(it.MandateStatusCode) && !mayBeInitiated(it.MandateStatusCode),
  );
  const moving = [moneyItems('instalment', debits.data?.records), moneyItems('payment', payouts.data?.records)]
    .map((list) => ahead<MoneyItem>(list, today))
    .flatMap((list) => (list.length > 0 ? countAndSum(list) : []));
  const hasFailed = [mandates, debits, payouts].some((read) => read.error);
  const isLoading = [mandates, debits, payouts].some((read) => read.isLoading);
  if (!isLoading && !hasFailed && moving.length === 0 && !approved?.length) return null;
  return (
    <Notice tone="warning">
      {approved && approved.length > 0 && (
        <div>
          {countText(approved.length, ['DebiCheck mandate was', 'DebiCheck mandates were'])} approved
          {account != null && ` for ${maskedNumber(String(account))}`}. Banks usually refuse debits of another account:
          make a new mandate.
        </div>
      )}
      {moving.length > 0 && <div>Still scheduled, and from now on with the new account: {moving.join(' and ')}.</div>}
      {isLoading && <div>Looking up what is scheduled with this account…</div>}
      {hasFailed && <div>What is scheduled with this account could not be loaded completely.</div>}
    </Notice>
  );
}
