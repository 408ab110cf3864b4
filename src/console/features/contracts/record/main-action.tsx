import { useState } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { isWaiting } from '#console/domain/contract/initiate-status.ts';
import { links } from '#console/domain/links.ts';
import { AddItem } from '#console/domain/money-item/add.tsx';
import { amountOf, dueOf } from '#console/domain/money-item/item.ts';
import type { Progress } from '#console/domain/money-item/progress.ts';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { show } from '#console/kit/ui/format.tsx';
import { segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { isOver as isFinal } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { dateOf } from '#rules/calendar.ts';

/** One debit is collected again with one new instalment; several are chosen on the page of unpaid debits. */
function CollectAgain(props: { contract: ContractId; number: string; failed: Progress['failed'] }) {
  const { contract, number, failed } = props;
  const { href } = useTenant();
  const today = useToday();
  const [isOpen, setOpen] = useState(false);
  const [first, second] = failed;
  if (!first) return null;
  const query = { q: number, from: dateOf(dueOf(first)), to: today };
  const label = second ? 'Collect again' : `Collect ${show('InstalmentAmount', amountOf(first))} again`;
  return (
    <>
      <ActionButton
        operation="instalmentCreate"
        variant="contained"
        {...(second ? { to: href(links.unpaid(query)) } : { onClick: () => setOpen(true) })}
      >
        {label}
      </ActionButton>
      <AddItem contract={contract} like={first} title={label} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Collecting unpaid money again comes first; then edit for a mandate, renewal for a contract without one. */
export function MainAction(props: {
  contract: ContractId;
  number: string;
  isMandate: boolean | undefined;
  status: string | undefined;
  progress: Progress | null | undefined;
}) {
  const { contract, number, isMandate, status, progress } = props;
  const { href } = useTenant();
  const mayCreate = useForbidden('instalmentCreate') === undefined;
  const failed = isFinal(status) || !mayCreate ? [] : (progress?.failed ?? []);
  const variant = failed.length > 0 ? 'outlined' : 'contained';
  const again = <CollectAgain contract={contract} number={number} failed={failed} />;
  if (isMandate === false)
    return (
      <>
        <ActionButton
          operation="contractCreate"
          variant={variant}
          to={href(links.contractCreate({ from: segmentOf(contract) }))}
        >
          Copy to a new contract
        </ActionButton>
        {again}
      </>
    );
  if (!isMandate || isFinal(status)) return null;
  const isInitiated = isWaiting(status);
  return (
    <>
      <ActionButton
        operation={isInitiated ? 'mandateInitiateEdit' : 'mandateEdit'}
        variant={variant}
        to={href(isInitiated ? links.initiateEdit(contract) : links.mandateEdit(contract))}
      >
        Edit mandate
      </ActionButton>
      {again}
    </>
  );
}
