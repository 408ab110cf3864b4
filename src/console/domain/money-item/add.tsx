import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useReadOfRecord } from '#console/api/client.ts';
import { useCollectingBudgets } from '#console/api/collecting-budgets.ts';
import { useContractNames, useContractPhrases } from '#console/domain/contract/names.ts';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { DateMarks } from '#console/domain/schedule/date-marks.tsx';
import { announce } from '#console/domain/write/done.ts';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { WriteDialog } from '#console/domain/write/write-dialog.tsx';
import { contractIdOf, nameOfId, type ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { Input } from '#contract/operations.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { addMonths, dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { weekdayText } from '#rules/day-text.ts';
import { atBankText } from './at-bank.ts';
import { attemptsOf, returnedText, triedText } from './attempts.ts';
import { AttemptsLeft } from './budget.tsx';
import { capital } from './edited-text.ts';
import { countAndSum, fieldOfItem, moneyItem, moneyItems, type MoneyItem } from './item.ts';
import { standard, type MoneyItemResource } from './resource.ts';

/** The contract and date of the form, and what the contract has so far; `undefined` while that is not known. */
function useFormItems(resource: MoneyItemResource) {
  const [ContractSequence, ClientNumber, ContractNumber, at] = useWatch({
    name: ['ContractSequence', 'ClientNumber', 'ContractNumber', resource.date],
  }) as [unknown, unknown, unknown, string | null | undefined];
  const contract = contractIdOf({ ContractSequence, ClientNumber, ContractNumber });
  const { data, dataUpdatedAt } = useReadOfRecord(resource.list, contract ?? null);
  return { contract, at, items: contract && data && moneyItems(resource.kind, data.records), readAt: dataUpdatedAt };
}

/** The outcomes of the debits of the form's contract so far: another one may be refused, or be one too many. */
function AttemptsNotice({ resource }: { resource: MoneyItemResource }) {
  const { contract, items, readAt } = useFormItems(resource);
  const isDebit = resource.noun === 'instalment';
  const { data } = useCollectingBudgets(contract && isDebit ? [contract] : [], readAt);
  if (!items || !isDebit) return null;
  const attempts = attemptsOf(items);
  const { underway, against } = attempts;
  const [budget] = data?.Budgets ?? [];
  const waits = data?.Limits.StopReasons === true && budget?.Stop != null;
  const lines = [
    against && returnedText(against.item, against.text),
    waits && 'A second person must release it.',
    atBankText(underway),
    triedText(attempts),
  ];
  if (!lines.some(Boolean)) return null;
  return (
    <Notice tone={against || underway.length > 0 || budget?.Left === 0 ? 'warning' : 'info'} role="note">
      {lines.map((it) => it && <div key={it}>{it}</div>)}
      {data && budget && <AttemptsLeft limits={data.Limits} budget={budget} />}
    </Notice>
  );
}

/** What the form's contract has so far, or on the same day: two on one day move money twice. */
function SameDayNotice({ resource }: { resource: MoneyItemResource }) {
  const { contract, at, items } = useFormItems(resource);
  const phraseOf = useContractPhrases(resource.contracts);
  if (!contract || !items) return null;
  const same = items.filter((it) => at && dateOf(it.due) === dateOf(at) && it.stage !== 'cancelled');
  if (same.length > 0)
    return (
      <Notice tone="warning">
        That day has {same.length === 1 ? 'one' : same.length} already:{' '}
        {same.map((it) => `No. ${it.number}, ${formatField(resource.amount, it.amount)}`).join('; ')}.
        {resource.sameDayCaveat}
      </Notice>
    );
  return (
    <Muted>
      {items.length === 0
        ? `There is no contract ${nameOfId(contract)}, or it has no ${resource.noun}s.`
        : `${phraseOf(contract)} has ${countAndSum(items)}.`}
    </Muted>
  );
}

type Item = Input<MoneyItemResource['create']>;

/** The first monthly repetition after today; keeps the time, if any. */
function nextMonthly(at: string, today: string): string | undefined {
  const from = dateOf(at);
  if (!isDate(from)) return undefined;
  for (let months = 1; ; months += 1) {
    // Counted from the first date, or a 31st would be a 28th after February.
    const date = addMonths(from, months);
    if (date > today) return date + at.slice(10);
  }
}

interface Props {
  resource?: MoneyItemResource;
  /** Without one the form has fields for it. */
  contract?: ContractId;
  title?: string;
  /** The item to repeat a month later. */
  like?: MoneyItem;
  /** The first day that is suggested for a repeated item. */
  notBefore?: DateText;
  /** Initial values of an item that repeats none. */
  start?: MoneyItem;
  /** Link to the new item's contract, if the page doesn't show it. */
  hrefOf?: (contract: ContractId) => string;
  /** Replaces the usual message. */
  onAdded?: () => void;
  onClose: () => void;
}

function initialOf(
  { resource = standard, contract, like, notBefore, start = moneyItem(resource.kind, {}) }: Props,
  today: string,
): Partial<Item> {
  const { date, amount, copied } = resource;
  const monthly = like && nextMonthly(like.due, today);
  const repeated = monthly && notBefore && dateOf(monthly) < notBefore ? notBefore + monthly.slice(10) : monthly;
  const source = like ?? start;
  return Object.fromEntries(
    Object.entries({
      ...contractIdOf(source),
      ...contract,
      [date]: like ? repeated : start.due,
      [amount]: source.amount,
      ...Object.fromEntries(copied.map((fieldName) => [fieldName, fieldOfItem(source, fieldName)])),
    }).filter(([, value]) => value != null && value !== ''),
  );
}

function Adding(props: Props) {
  const { resource = standard, contract, like, hrefOf, onAdded, onClose } = props;
  const today = useToday();
  const write = useWrite(resource.create);
  const nameOf = useContractNames(resource.contracts);
  const phraseOf = useContractPhrases(resource.contracts);
  const [initial] = useState(() => initialOf(props, today));
  const send = (item: Item) =>
    write.mutate([item], {
      onSuccess: ({ Successful: [created], api }) => {
        if (!created) return;
        onClose();
        if (onAdded) return onAdded();
        const of = contractIdOf(item);
        const { number, amount, due } = moneyItem(resource.kind, { ...created, ...item });
        announce({
          text: `${capital(resource.noun)} ${number ?? ''} added: ${formatField(resource.amount, amount)} on ${weekdayText(due)}`,
          call: { operation: resource.create, api },
          next: hrefOf && of ? [{ label: `Show ${nameOf(of)}`, to: hrefOf(of) }] : [],
        });
      },
    });

  return (
    <ItemForm
      operation={resource.create}
      defaultValues={initial}
      onSubmit={send}
      submitLabel={`Add ${resource.noun}`}
      write={write}
      onCancel={onClose}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <div>
          {contract !== undefined && (
            <Typography color="textSecondary">
              {like && `Like ${resource.noun} ${like.number}. `}For {phraseOf(contract)}.
            </Typography>
          )}
        </div>
        {contract === undefined && <FieldInput fieldName="ContractSequence" required autoFocus />}
        <FieldInput fieldName={resource.date} required autoFocus={contract !== undefined} />
        <DateMarks fieldName={resource.date} />
        <FieldInput fieldName={resource.amount} required />
        {resource.more.map((fieldName) => (
          <FieldInput key={fieldName} fieldName={fieldName} />
        ))}
        <AttemptsNotice resource={resource} />
        <SameDayNotice resource={resource} />
      </Stack>
    </ItemForm>
  );
}

export const AddItem = ({ open, ...rest }: Props & { open: boolean }) => {
  const { resource = standard, like } = rest;
  const usual = like
    ? `New ${resource.noun} like ${like.number}`
    : `Add ${resource.noun === 'payment' ? 'a' : 'an'} ${resource.noun}`;
  return (
    <WriteDialog open={open} title={rest.title ?? usual} onClose={rest.onClose}>
      <Adding {...rest} />
    </WriteDialog>
  );
};
