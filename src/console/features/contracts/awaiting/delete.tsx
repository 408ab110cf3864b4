import { useTenant } from '#console/api/tenant.ts';
import type { Initiate } from '#console/domain/contract/initiate-status.ts';
import { links } from '#console/domain/links.ts';
import { affectedText } from '#console/domain/money-item/item.ts';
import { ahead } from '#console/domain/money-item/rules.ts';
import { CancelDialog } from '#console/domain/write/cancel-dialog.tsx';
import { contractIdOf, nameOfId, type ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { useInstalments } from '../record/instalments.tsx';

/** The instalments that are deleted with it, past ones too: the payer agreed to none. */
function Going({ contract }: { contract: ContractId }) {
  const { list, data, error } = useInstalments(contract);
  const today = useToday();
  if (!data && error) return 'Its instalments could not be loaded, so they cannot be counted.';
  if (!data) return 'Counting…';
  const going = ahead(list, today);
  return going.length === 0 ? 'It has no scheduled instalment.' : affectedText(going);
}

/** The interface requires reason and date. */
export function DeleteInitiate(props: { initiate: Initiate | undefined; onClose(): void; onDone(): void }) {
  const { initiate, onClose, onDone } = props;
  const { href } = useTenant();
  const contract = initiate && contractIdOf(initiate);
  return (
    <CancelDialog
      operation="mandateInitiateCancel"
      target={contract ?? {}}
      record={initiate}
      number={initiate?.ContractNumber ?? (contract && nameOfId(contract))}
      summary={contract && <Going contract={contract} />}
      open={Boolean(contract)}
      onClose={onClose}
      onGone={{ page: href(links.initiates()), act: onDone }}
    />
  );
}
