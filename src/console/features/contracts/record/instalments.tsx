import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { memo, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { links } from '#console/domain/links.ts';
import { AddItem } from '#console/domain/money-item/add.tsx';
import { inFlightText } from '#console/domain/money-item/at-bank.ts';
import {
  affectedText,
  moneyItem,
  moneyItems,
  type Instalment,
  type MoneyItem,
} from '#console/domain/money-item/item.ts';
import { NextFirst } from '#console/domain/money-item/next-first.tsx';
import { affectedByCancel, matched } from '#console/domain/money-item/rules.ts';
import { ofContract, type ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { Segmented } from '#kit/form/segmented.tsx';
import { useShownFirst } from '#kit/form/shown-first.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { dateOf, isDate } from '#rules/calendar.ts';
import { ContractCalendar } from './calendar.tsx';
import { DayDetails } from './day-details.tsx';
import { useDayHref } from './day-href.ts';
import { TermsSentence } from './terms-sentence.tsx';
import { useTimeline } from './use-timeline.ts';

export function useInstalments(contract: ContractId) {
  const read = useReadOfRecord('instalmentList', contract);
  return { ...read, list: moneyItems('instalment', read.data?.records) };
}

/** The instalments that a cancel affects, by the date in the form. Without the list it says nothing. */
export function CancelSummary({ contract }: { contract: ContractId }) {
  const { list, data, error } = useInstalments(contract);
  const date = (useWatch({ name: 'CancelDate' }) as string | null | undefined) ?? '';
  const today = useToday();
  if (!data && error) return 'The instalments could not be loaded, so they cannot be counted.';
  if (!data) return 'Counting…';
  const going = affectedByCancel(list, date, today);
  const inFlight = inFlightText(list, today);
  return (
    <>
      <div>
        {going.length === 0 ? 'No instalment is scheduled after this date: none is cancelled.' : affectedText(going)}
      </div>
      {inFlight && <div>{inFlight}</div>}
    </>
  );
}

/** When the outcome of each instalment was known. */
function useOutcomes(contract: ContractId, record: ContractRecord, instalments: readonly Instalment[]) {
  const { events } = useTimeline(contract, record);
  return useMemo(() => {
    const times = new Map(
      [...matched(instalments, events)].flatMap(([transaction, it]) =>
        it && transaction.TransactionDate ? [[it.number, transaction.TransactionDate] as const] : [],
      ),
    );
    return (it: MoneyItem) => times.get(it.number);
  }, [instalments, events]);
}

const isDebited = (item: MoneyItem) => ['paid', 'unpaid'].includes(item.stage ?? '');

const views = [
  ['', 'Table'],
  ['calendar', 'Calendar'],
] as const;
type View = (typeof views)[number][0];

/** Renders the selection at once; rows or months follow. */
function Views({ value, onChange }: { value: View; onChange: (view: View) => void }) {
  const [chosen, choose] = useShownFirst(value, onChange);
  return <Segmented label="Show instalments as" options={views} value={chosen} onChoose={choose} />;
}

interface Props {
  contract: ContractId;
  record: ContractRecord;
  isMandate: boolean;
  status: string | undefined;
  isOver: boolean;
}

export const ContractInstalments = memo(function ContractInstalments(props: Props) {
  const { contract, record, isMandate, status, isOver } = props;
  const { list, isLoading, error, refetch } = useInstalments(contract);
  const [isAdding, setAdding] = useState(false);
  const [view, setView] = useSearchParam('view');
  const [day, setDay] = useSearchParam('day');
  const dayHref = useDayHref();
  const { href } = useTenant();
  const isCalendar = view === 'calendar';
  const instalments = useMemo(() => list.map((it) => ofContract(it, contract)), [list, contract]);
  const shown = isDate(day) ? day : undefined;
  const outcomeAt = useOutcomes(contract, record, instalments);
  const answer = shown && !isLoading && (
    <DayDetails
      date={shown}
      contract={contract}
      record={record}
      instalments={instalments}
      isRead={!error}
      why={<TermsSentence record={record} isMandate={isMandate} status={status} />}
      onClose={() => setDay('')}
    />
  );
  return (
    <Section
      title="Instalments"
      actions={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, justifyContent: 'end' }}>
          <Views value={isCalendar ? 'calendar' : ''} onChange={setView} />
          {!isOver && (
            <ActionButton operation="instalmentCreate" size="small" variant="outlined" onClick={() => setAdding(true)}>
              Add instalment
            </ActionButton>
          )}
        </Stack>
      }
    >
      {isCalendar && !error ? (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              lg: answer ? 'minmax(0, 3fr) minmax(0, 2fr)' : 'minmax(0, 1fr)',
            },
          }}
        >
          <ContractCalendar instalments={instalments} selected={shown} onSelect={setDay} />
          {answer}
        </Box>
      ) : (
        <Stack spacing={2}>
          {answer}
          <NextFirst
            items={instalments}
            isLoading={isLoading}
            error={error}
            retry={() => void refetch()}
            empty={<EmptyState title="No instalments">This contract has none yet.</EmptyState>}
            outcomeAt={outcomeAt}
            dayHref={(it) => dayHref(dateOf(it.due))}
            fileHref={(it) => (isDebited(it) ? href(links.disputeFile(contract, it.number ?? 0)) : undefined)}
            href={(it) => (isDebited(it) ? dayHref(dateOf(it.due)) : undefined)}
          />
        </Stack>
      )}
      <AddItem
        contract={contract}
        start={moneyItem('instalment', { InstalmentAmount: record.InstalmentAmount })}
        open={isAdding}
        onClose={() => setAdding(false)}
      />
    </Section>
  );
});
