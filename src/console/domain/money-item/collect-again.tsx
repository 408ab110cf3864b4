import { useState } from 'react';
import { holidayOf } from '#console/api/holidays.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import type { ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { centsText } from '#kit/ui/sums.ts';
import { dateOf } from '#rules/calendar.ts';
import { AddItem } from './add.tsx';
import { afterBank } from './attempts.ts';
import { itemCents, type MoneyItem } from './item.ts';

/** One debit is collected again with one new instalment; several are chosen on the page of unpaid debits. */
export function CollectAgainButton(props: {
  contract: ContractId;
  /** Finds the debits among all unpaid ones: the number of the contract or client. */
  find: string;
  failed: readonly MoneyItem[];
  underway: readonly MoneyItem[];
  isAnyway?: boolean;
}) {
  const { contract, find, failed, underway, isAnyway = false } = props;
  const { href } = useTenant();
  const today = useToday();
  const [isOpen, setOpen] = useState(false);
  const [first, second] = failed;
  if (!first) return null;
  const cents = itemCents(failed);
  const label = cents === null ? 'Collect again' : `Collect ${centsText(cents)} again`;
  const query = { q: find, from: dateOf(first.due), to: today };
  return (
    <>
      <ActionButton
        operation="instalmentCreate"
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
