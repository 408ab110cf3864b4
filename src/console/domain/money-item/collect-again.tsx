import { useId, useState } from 'react';
import { useCollectingBudgets } from '#console/api/collecting-budgets.ts';
import { holidayOf } from '#console/api/holidays.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import type { ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { centsText } from '#kit/ui/sums.ts';
import { dateOf } from '#rules/calendar.ts';
import { AddItem } from './add.tsx';
import { afterBank } from './at-bank.ts';
import { AttemptsLeft, AttemptsRoom, usedUpText } from './budget.tsx';
import { itemCents, type MoneyItem } from './item.ts';

/** One debit is collected again with one new instalment; several are chosen on the page of unpaid debits. */
export function CollectAgainButton(props: {
  contract: ContractId;
  /** Finds the debits among all unpaid ones: the number of the contract or client. */
  find: string;
  failed: readonly MoneyItem[];
  underway: readonly MoneyItem[];
  /** When the debits were read. */
  readAt: number;
  isAnyway?: boolean;
  /** Where a second line of the header would move the page. */
  hidesAttempts?: boolean;
}) {
  const { contract, find, failed, underway, readAt, isAnyway = false, hidesAttempts = false } = props;
  const id = useId();
  const { href } = useTenant();
  const today = useToday();
  const [isOpen, setOpen] = useState(false);
  const { data, isLoading } = useCollectingBudgets([contract], readAt);
  const [budget] = data?.Budgets ?? [];
  const [first, second] = failed;
  if (!first) return null;
  const cents = itemCents(failed);
  const label = cents === null ? 'Collect again' : `Collect ${centsText(cents)} again`;
  const query = { q: find, from: dateOf(first.due), to: today };
  const usedUp = data && budget ? usedUpText(data.Limits, budget) : '';
  return (
    <>
      {isLoading && !isAnyway && !hidesAttempts && <AttemptsRoom />}
      {usedUp ? (
        <Muted id={id}>{usedUp}</Muted>
      ) : (
        data && budget && !hidesAttempts && <AttemptsLeft limits={data.Limits} budget={budget} />
      )}
      <ActionButton
        operation="instalmentCreate"
        {...(usedUp && { disabled: true, 'aria-describedby': id })}
        {...(isAnyway ? { size: 'small', color: 'inherit' } : { variant: 'contained' })}
        {...(second ? { to: href(links.unpaid(query)) } : { onClick: () => setOpen(true) })}
      >
        {isAnyway ? `${label} anyway…` : label}
      </ActionButton>
      <AddItem
        contract={contract}
        like={first}
        notBefore={afterBank(underway, holidayOf)}
        title={label}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
