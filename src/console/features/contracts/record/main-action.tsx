import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { isOver as isFinal } from '#answers/statuses.ts';
import { useCollectingBudgets } from '#console/api/collecting-budgets.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { againstText } from '#console/domain/collections/reason.tsx';
import { isWaiting } from '#console/domain/contract/initiate-status.ts';
import { links } from '#console/domain/links.ts';
import { attemptsOf, returnedText } from '#console/domain/money-item/attempts.ts';
import { CollectAgainButton } from '#console/domain/money-item/collect-again.tsx';
import type { MoneyItem } from '#console/domain/money-item/item.ts';
import type { Progress } from '#console/domain/money-item/progress.ts';
import { segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { useInstalments } from './instalments.tsx';

const none: never[] = [];

function useFailed(contract: ContractId, status: string | undefined, progress: Progress | null | undefined) {
  const mayCreate = useForbidden('instalmentCreate') === undefined;
  const { list, dataUpdatedAt } = useInstalments(contract);
  const attempts = useMemo(() => attemptsOf(list), [list]);
  const failed = isFinal(status) || !mayCreate ? none : (progress?.failed ?? none);
  // A reason against all of them, or each has its own.
  const isAgainst = (item: MoneyItem) => attempts.against !== undefined || againstText(item.reason) !== '';
  const { data } = useCollectingBudgets([contract], failed.length > 0 ? dataUpdatedAt : 0);
  const [budget] = data?.Budgets ?? [];
  return {
    failed,
    attempts,
    isAgainst: failed.length > 0 && failed.every(isAgainst),
    waits: data?.Limits.StopReasons === true && budget?.Stop != null,
    readAt: dataUpdatedAt,
  };
}

/** Why an unpaid debit is not offered to be collected again, what to do instead, and the way to do it anyway. */
export function NotAgain(props: {
  contract: ContractId;
  number: string;
  client: string | null | undefined;
  status: string | undefined;
  progress: Progress | null | undefined;
}) {
  const { contract, number, client, status, progress } = props;
  const { href } = useTenant();
  const { failed, attempts, isAgainst, waits, readAt } = useFailed(contract, status, progress);
  const last = attempts.against?.item ?? failed.at(-1);
  if (!isAgainst || !last) return null;
  return (
    <Notice
      tone="warning"
      role="note"
      action={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
          {client && (
            <Button size="small" variant="outlined" component={Link} to={href(links.client(client))}>
              Open client
            </Button>
          )}
          <CollectAgainButton
            contract={contract}
            find={number}
            failed={failed}
            underway={attempts.underway}
            readAt={readAt}
            isAnyway
          />
        </Stack>
      }
    >
      {returnedText(last, againstText(last.reason))}
      {waits && ' A second person must release another attempt.'}
    </Notice>
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
  const { failed, attempts, isAgainst, readAt } = useFailed(contract, status, progress);
  const isOffered = failed.length > 0 && !isAgainst;
  const variant = isOffered ? 'outlined' : 'contained';
  const again = isOffered && (
    <CollectAgainButton
      contract={contract}
      find={number}
      failed={failed}
      underway={attempts.underway}
      readAt={readAt}
    />
  );
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
