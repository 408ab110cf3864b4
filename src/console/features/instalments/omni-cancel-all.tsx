import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { resultCounts } from '#answers/send/results.ts';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { countAndSum, moneyItem, type OmniInstalment } from '#console/domain/money-item/item.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { Outcome } from '#console/domain/outcome/outcome.tsx';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { WriteDialog } from '#console/domain/write/write-dialog.tsx';
import type { Fault } from '#contract/operation.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';

interface Props {
  contract: number;
  remaining: readonly OmniInstalment[];
  /** What a cancel does not stop, as text. */
  inFlight: string;
  onClose(): void;
}

function List({ label, list }: { label: string; list: readonly OmniInstalment[] }) {
  return (
    <PlainTable
      maxHeight={600}
      label={label}
      columns={[{ label: 'No.', isNumber: true }, { label: 'Date' }, { label: 'Amount', isNumber: true }]}
      rows={list.map((it) => ({
        key: it.InstalmentSequence ?? '',
        cells: [
          it.InstalmentSequence,
          <Box key="date" component="span" sx={{ whiteSpace: 'nowrap' }}>
            {formatField('CollectionDate', it.CollectionDate)}
          </Box>,
          formatField('InstalmentAmount', it.InstalmentAmount),
        ],
      }))}
    />
  );
}

function Form({ contract, remaining, inFlight, onClose }: Props) {
  const write = useWrite('omniInstalmentCancel');
  // The list is refetched after the answer, but the dialog keeps what was confirmed.
  const [going] = useState(remaining);
  const [other, setOther] = useState<Fault[]>();
  const { data } = write;

  if (data && resultCounts(data.results).accepted > 0) {
    const named = data.Successful.filter((it) => it.InstalmentSequence != null);
    const cancelled = named.map((done) =>
      moneyItem('omni', { ...going.find((it) => it.number === done.InstalmentSequence), ...done }),
    );
    const left = going.filter((it) => !named.some((done) => done.InstalmentSequence === it.number));
    return (
      <Stack spacing={2} sx={{ alignItems: 'start' }}>
        <Outcome operation="omniInstalmentCancel" result={data} />
        {named.length === 0 ? (
          <Typography>
            Which instalments were cancelled is not known: the contract’s list shows what is left.
          </Typography>
        ) : (
          <>
            <Typography sx={{ fontWeight: 600 }}>Cancelled: {countAndSum(cancelled)}</Typography>
            <List label="Cancelled instalments" list={cancelled} />
          </>
        )}
        {named.length > 0 && left.length > 0 && (
          <>
            <Typography sx={{ fontWeight: 600 }}>Not among those cancelled: {countAndSum(left)}</Typography>
            <List label="Instalments not among those cancelled" list={left} />
          </>
        )}
      </Stack>
    );
  }
  return (
    <ItemForm
      operation="omniInstalmentCancel"
      onSubmit={({ ContractSequence }) => {
        const isMeant = ContractSequence === contract;
        const Message = `That doesn’t match. To cancel the remaining instalments, type ${contract}.`;
        setOther(isMeant ? undefined : [{ Field: 'ContractSequence', Code: 'OTHER_CONTRACT', Message }]);
        if (isMeant) write.mutate({ ContractSequence: contract });
      }}
      submitLabel="Cancel all remaining"
      submitColor="error"
      write={write}
      faults={other}
      onCancel={onClose}
      cancelLabel="Don’t cancel"
    >
      <div>
        <Typography>These instalments of contract {contract} will not be collected:</Typography>
        <Typography sx={{ fontWeight: 600, my: 1 }}>{countAndSum(going)}</Typography>
        {inFlight && <Typography sx={{ fontWeight: 600, my: 1 }}>{inFlight}</Typography>}
      </div>
      <List label="Instalments to be cancelled" list={going} />
      <Muted>Debits sent to the bank meanwhile can’t be stopped. We’ll list them.</Muted>
      <FieldInput fieldName="ContractSequence" required hint={`Type ${contract} to confirm.`} />
    </ItemForm>
  );
}

/** Cancels all remaining instalments of a contract, after its number is typed as confirmation. */
export function CancelAll({ open, ...rest }: Props & { open: boolean }) {
  return (
    <WriteDialog open={open} title="Cancel all remaining instalments" onClose={rest.onClose}>
      <Form {...rest} />
    </WriteDialog>
  );
}
