import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useMerchantName } from '#console/api/access.ts';
import { useSession } from '#console/api/auth.ts';
import { useRecentCalls } from '#console/api/call-log.ts';
import { useRead } from '#console/api/client.ts';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { useContract, useContractId, type ContractRecord } from '#console/domain/contract/record.ts';
import { links } from '#console/domain/links.ts';
import { reasonsIn } from '#console/domain/money-item/rules.ts';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { zoneText } from '#console/domain/time-zone.tsx';
import { What } from '#console/domain/timeline/event.tsx';
import { TimelineGaps } from '#console/domain/timeline/gaps.tsx';
import { nameOfId, ofContract, type ContractId } from '#console/model/contract-id.ts';
import { useNow } from '#console/session/today.ts';
import { operations } from '#contract/operations.ts';
import { dayInFull } from '#kit/dates/calendar-days.ts';
import { Columns } from '#kit/record/columns.tsx';
import { Facts } from '#kit/ui/facts.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Page } from '#kit/ui/page.tsx';
import { LetterOnPaper } from '#kit/ui/paper.tsx';
import { Section } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { dateOf } from '#rules/calendar.ts';
import { fullMinuteText } from '#rules/day-text.ts';
import { DebitFacts, Letter, LetterPart, PastDebits } from './dispute-letter.tsx';
import { noneOf } from './record/day-details.tsx';
import { contractDay } from './record/day.ts';
import { useInstalments } from './record/instalments.tsx';
import { termsOn, unknownChangesSince } from './record/terms-on.ts';
import { AllTerms } from './record/terms.tsx';
import { useTimeline } from './record/use-timeline.ts';

/** The calls that this page's facts come from, so that the service's operator can find them. */
function useCallNumbers({ ClientNumber, ContractNumber, ContractSequence }: ContractRecord): string {
  const calls = useRecentCalls().filter(({ operation, url, callSequence }) => {
    const query = new URLSearchParams(url.split('?')[1]);
    const isOfContract =
      query.get('ContractSequence') === String(ContractSequence) || query.get('ContractNumber') === ContractNumber;
    const isOfClient = operation === 'clientList' && query.get('ClientNumber') === ClientNumber;
    return callSequence !== undefined && (isOfContract || isOfClient);
  });
  return calls.map((it) => `${operations[it.operation].summary} ${it.callSequence}`).join(' · ');
}

function File({ contract, record, isMandate }: { contract: ContractId; record: ContractRecord; isMandate: boolean }) {
  const { merchant, href } = useTenant();
  const { name: person } = useSession();
  const now = useNow();
  const zone = zoneText(useConfig().timeZone);
  const merchantName = useMerchantName(merchant);
  const nameOf = useClientNames();
  const { instalment: number } = useParams();
  const { list, isLoading, error, refetch } = useInstalments(contract);
  const instalments = useMemo(() => list.map((it) => ofContract(it, contract)), [list, contract]);
  const instalment = instalments.find((it) => String(it.number) === number);
  const clientRead = useRead('clientList', record.ClientNumber ? { ClientNumber: record.ClientNumber } : null);
  const client = clientRead.data?.records[0];
  const timeline = useTimeline(contract, record);
  const { events, gaps, from } = timeline;
  const reasons = useMemo(() => reasonsIn(instalments, events), [instalments, events]);
  const day = dateOf(instalment?.due ?? '');
  const debit = useMemo(
    () => contractDay(day, instalments, events).debits.find((it) => it.instalment === instalment),
    [day, instalments, events, instalment],
  );
  const unknownChanges = unknownChangesSince(events, day);
  const messages = events.filter((it) => it.kind === 'message');
  const promises = events.filter((it) => it.kind === 'promise');
  const notes = events.filter((it) => it.kind === 'note');
  const name = nameOf(record.ClientNumber) ?? record.ClientNumber ?? '';
  const to = href(links.contract(contract));
  const noun = isMandate ? 'mandate' : 'contract';
  const calls = useCallNumbers(record);
  const back = [
    { label: 'Contracts', to: href(links.contracts()) },
    { label: [name, record.ContractNumber].filter(Boolean).join(' · '), to },
  ];
  if (!instalment || !debit) {
    const state = { isLoading: isLoading || timeline.isLoading, error, retry: () => void refetch() };
    return (
      <Page title={titleOf('Debit', state)} back={back}>
        <RecordStates
          of={state}
          what={`instalment ${number} in contract ${nameOfId(contract)}`}
          list={{ label: 'Open contract', to }}
        />
      </Page>
    );
  }
  return (
    <Page
      title={`Dispute file: ${[name, record.ContractNumber].filter(Boolean).join(' · ')} · instalment ${number}`}
      back={back}
      actions={
        <Button data-screen variant="contained" onClick={() => globalThis.print()}>
          Print or save as PDF
        </Button>
      }
    >
      <LetterOnPaper />
      <Columns
        main={
          <Letter
            from={merchantName ?? `Merchant ${merchant}`}
            at={dateOf(now)}
            reference={[record.ContractNumber ?? nameOfId(contract), number].join('-')}
            by={person}
            title={`Debit of ${formatField('InstalmentAmount', instalment.amount)} on ${dayInFull(day)}`}
          >
            <Typography sx={{ mb: 1 }}>
              This letter sets out the debit, the {noun} it was made under with its terms on that day, and every debit
              of that {noun} so far.
            </Typography>
            <TimelineGaps gaps={gaps} />
            <LetterPart title="The debit">
              <DebitFacts
                debit={debit}
                reason={reasons}
                none={timeline.isLoading ? undefined : noneOf(timeline)}
                client={client}
                name={name}
              />
              {clientRead.error && <Muted>The client’s details could not be read.</Muted>}
            </LetterPart>
            <LetterPart title={isMandate ? 'The mandate on that day' : 'The contract on that day'}>
              {timeline.isLoading ? (
                <Skeletons rows={4} />
              ) : (
                <>
                  <Facts
                    isNarrow
                    isLetter
                    record={{ ContractNumber: record.ContractNumber }}
                    fieldNames={['ContractNumber']}
                  />
                  <AllTerms record={termsOn(record, events, day)} isMandate={isMandate} isLetter />
                </>
              )}
              {unknownChanges.length > 0 && (
                <Muted>
                  Changed since, under names that are not known here, so these terms may be those of today:{' '}
                  {unknownChanges.join(', ')}.
                </Muted>
              )}
              {day < from && <Muted>Changes between that day and {dayInFull(from)} are not included.</Muted>}
            </LetterPart>
            <LetterPart title={`Debits of this ${noun}`}>
              <PastDebits items={instalments} disputed={instalment} />
            </LetterPart>
            {messages.length > 0 && (
              <LetterPart title="Messages to the client">
                {messages.map((it) => (
                  <div key={it.message.MessageId}>
                    {fullMinuteText(it.at)}
                    <What event={it} reasons={reasons} />
                  </div>
                ))}
              </LetterPart>
            )}
            {promises.length > 0 && (
              <LetterPart title="Promises to pay">
                {promises.map((it) => (
                  <div key={it.promise.PromiseId}>
                    {fullMinuteText(it.at)}
                    <What event={it} reasons={reasons} />
                  </div>
                ))}
              </LetterPart>
            )}
          </Letter>
        }
        aside={
          <Stack data-screen="" spacing={2}>
            {notes.length > 0 && (
              <Section title="Notes">
                <Muted>They are for colleagues, and are not printed.</Muted>
                {notes.map((it) => (
                  <Box key={it.note.NoteId} sx={{ mt: 1 }}>
                    <Muted>{fullMinuteText(it.at)}</Muted>
                    <What event={it} reasons={reasons} />
                  </Box>
                ))}
              </Section>
            )}
            <Section title="Left out on purpose">
              <Muted>
                Account numbers beyond their last digits, codes, and fields without a value. Times are {zone}.
              </Muted>
              {calls && <Muted sx={{ mt: 1 }}>For our support: {calls}</Muted>}
            </Section>
          </Stack>
        }
      />
    </Page>
  );
}

/** What is known of one debit, for the client's bank: on one page, to print. */
export function DisputeFile() {
  const { text, named } = useContractId();
  const { href } = useTenant();
  const contract = useContract(named);
  const { id, record } = contract;
  if (id && record) return <File contract={id} record={record} isMandate={contract.isMandate === true} />;
  const name = named ? nameOfId(named) : text;
  return (
    <Page title={titleOf('Contract', contract)} back={{ label: 'Contracts', to: href(links.contracts()) }}>
      <RecordStates
        of={contract}
        what={`contract ${name}`}
        list={{ label: 'Search all contracts', to: href(links.contracts({ q: name })) }}
      />
    </Page>
  );
}
