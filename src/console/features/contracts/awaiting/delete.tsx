import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { isAccepted } from '#console/api/send/results.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { Initiate } from '#console/domain/contract/initiate-status.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { links } from '#console/domain/links.ts';
import { affectedText } from '#console/domain/money-item/item.ts';
import { ahead } from '#console/domain/money-item/rules.ts';
import { announce } from '#console/domain/write/done.ts';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { TenantLine } from '#console/domain/write/tenant-line.tsx';
import { WriteDialog } from '#console/domain/write/write-dialog.tsx';
import { useWrite } from '#console/domain/write/write.ts';
import { contractIdOf, nameOfId, type ContractId } from '#console/model/contract-id.ts';
import { useNow, useToday } from '#console/session/today.ts';
import type { Input } from '#contract/operations.ts';
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

interface Props {
  it: Initiate;
  onClose(): void;
  onDone(): void;
}

function Form({ it, contract, onClose, onDone }: Props & { contract: ContractId }) {
  const { href } = useTenant();
  const [now] = useState(useNow());
  const phraseOf = useContractPhrases();
  const write = useWrite('mandateInitiateCancel', [{ ...contract }]);
  const send = (item: Input<'mandateInitiateCancel'>) =>
    write.mutate(item, {
      onSuccess: ({ results, api }) => {
        if (!isAccepted(results)) return;
        announce(
          {
            text: `Mandate ${it.ContractNumber ?? nameOfId(contract)} deleted`,
            call: { operation: 'mandateInitiateCancel', api },
          },
          href(links.initiates()),
        );
        onDone();
      },
    });
  return (
    <ItemForm
      operation="mandateInitiateCancel"
      defaultValues={{ ...contract, CancelDate: now }}
      onSubmit={send}
      submitLabel="Delete mandate"
      submitColor="error"
      write={write}
      onCancel={onClose}
      cancelLabel="Don’t delete"
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <div>
          <Typography>
            The mandate of {phraseOf(it)} is withdrawn before the payer has approved it, with all that was scheduled on
            it:
          </Typography>
          <Typography component="div" sx={{ fontWeight: 600, my: 1 }}>
            <Going contract={contract} />
          </Typography>
          <TenantLine />
        </div>
        <FieldInput fieldName="CancelReason" required autoFocus />
        <FieldInput fieldName="CancelDate" required />
      </Stack>
    </ItemForm>
  );
}

/** The interface requires reason and date. */
export function DeleteInitiate({ it, ...rest }: Omit<Props, 'it'> & { it: Initiate | undefined }) {
  const contract = it && contractIdOf(it);
  return (
    <WriteDialog open={Boolean(it)} title="Delete this mandate?" onClose={rest.onClose}>
      {it && contract && <Form it={it} contract={contract} {...rest} />}
    </WriteDialog>
  );
}
