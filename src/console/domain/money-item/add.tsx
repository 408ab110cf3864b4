import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useContractNames, useContractPhrases } from '#console/domain/contract/names.ts';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { DateMarks } from '#console/domain/schedule/date-marks.tsx';
import { announce } from '#console/domain/write/done.ts';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { TenantLine } from '#console/domain/write/tenant-line.tsx';
import { WriteDialog } from '#console/domain/write/write-dialog.tsx';
import { useWrite } from '#console/domain/write/write.ts';
import { show } from '#console/kit/ui/format.tsx';
import { contractIdOf, type ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { Input } from '#contract/operations.ts';
import { addMonths, dateOf, isDate } from '#rules/calendar.ts';
import { weekdayText } from '#rules/day-text.ts';
import { dueOf, type Instalment } from './item.ts';
import { standard, type InstalmentResource } from './resource.ts';
import { NearbyDebits } from './same-day-notice.tsx';

type Item = Input<InstalmentResource['create']>;

/** The same day, and time if there is one, of the next month that is still ahead. */
function nextMonthly(at: string, today: string): string | undefined {
  const from = dateOf(at);
  if (!isDate(from)) return undefined;
  for (let months = 1; ; months += 1) {
    // From the first date each time, or a 31st would be a 28th for ever after February.
    const date = addMonths(from, months);
    if (date > today) return date + at.slice(10);
  }
}

/** What one like it begins with. */
const startOf = ({ date, more }: InstalmentResource, like: Instalment, today: string) => ({
  ...contractIdOf(like),
  InstalmentAmount: like.InstalmentAmount ?? undefined,
  [date]: nextMonthly(dueOf(like), today),
  ...(like.TrackingCode != null && { TrackingCode: like.TrackingCode }),
  ...(more.length > 0 && like.CTCAmount != null && { CTCAmount: like.CTCAmount }),
});

interface Props {
  resource?: InstalmentResource;
  /** Without one it is asked for. */
  contract?: ContractId;
  /** The instalment that the new one is like: a month later, of the same amount. */
  like?: Instalment;
  /** Without one, the amount to begin with. */
  amount?: number | null;
  /** Where a contract that is not on the page is shown. */
  hrefOf?: (contract: ContractId) => string;
  onClose: () => void;
}

function Adding({ resource = standard, contract, like, amount, hrefOf, onClose }: Props) {
  const today = useToday();
  const write = useWrite(resource.create, contract === undefined ? undefined : [{ ...contract }]);
  const nameOf = useContractNames();
  const phraseOf = useContractPhrases();
  const [start] = useState(() => startOf(resource, { InstalmentAmount: amount, ...like, ...contract }, today));
  const send = (item: Item) =>
    write.mutate([item], {
      onSuccess: ({ Successful: [made], api }) => {
        if (!made) return;
        const of = contractIdOf(item);
        const number = made.InstalmentSequence == null ? '' : ` ${made.InstalmentSequence}`;
        onClose();
        announce({
          text: `Instalment${number} added: ${show('InstalmentAmount', item.InstalmentAmount)} on ${weekdayText(dueOf(item))}`,
          call: { operation: resource.create, api },
          next: hrefOf && of ? [{ label: `Show ${nameOf(of)}`, to: hrefOf(of) }] : [],
        });
      },
    });

  return (
    <ItemForm
      operation={resource.create}
      defaultValues={start}
      onSubmit={send}
      submitLabel="Add instalment"
      write={write}
      onCancel={onClose}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <div>
          {contract !== undefined && (
            <Typography color="textSecondary">
              {like && <>Like instalment {like.InstalmentSequence}. </>}For {phraseOf(contract)}.
            </Typography>
          )}
          <TenantLine />
        </div>
        {contract === undefined && <FieldInput fieldName="ContractSequence" required autoFocus />}
        <FieldInput fieldName={resource.date} required autoFocus={contract !== undefined} />
        <DateMarks fieldName={resource.date} />
        <FieldInput fieldName="InstalmentAmount" required />
        {resource.more.map((fieldName) => (
          <FieldInput key={fieldName} fieldName={fieldName} />
        ))}
        <NearbyDebits resource={resource} />
      </Stack>
    </ItemForm>
  );
}

/** Adds one instalment to a contract, for instance one like that which came back unpaid. */
export const AddInstalment = ({ open, ...rest }: Props & { open: boolean }) => (
  <WriteDialog
    open={open}
    title={rest.like ? `New instalment like ${rest.like.InstalmentSequence}` : 'Add an instalment'}
    onClose={rest.onClose}
  >
    <Adding {...rest} />
  </WriteDialog>
);
