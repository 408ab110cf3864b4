import { useTenant } from '#console/api/tenant.ts';
import { isWaiting } from '#console/domain/contract/initiate-status.ts';
import { links } from '#console/domain/links.ts';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { isOver as isFinal } from '#console/model/statuses.ts';

/** Edit for a mandate, renewal for a contract without one. */
export function MainAction({
  contract,
  isMandate,
  status,
}: {
  contract: ContractId;
  isMandate: boolean | undefined;
  status: string | undefined;
}) {
  const { href } = useTenant();
  if (isMandate === false)
    return (
      <ActionButton
        operation="contractCreate"
        variant="contained"
        to={href(links.contractCreate({ from: segmentOf(contract) }))}
      >
        New contract like this one
      </ActionButton>
    );
  if (!isMandate || isFinal(status)) return null;
  return isWaiting(status) ? (
    <ActionButton operation="mandateInitiateEdit" variant="contained" to={href(links.initiateEdit(contract))}>
      Edit mandate
    </ActionButton>
  ) : (
    <ActionButton operation="mandateEdit" variant="contained" to={href(links.mandateEdit(contract))}>
      Edit mandate
    </ActionButton>
  );
}
