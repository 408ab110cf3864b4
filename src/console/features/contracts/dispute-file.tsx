import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useMerchantName } from '#console/api/access.ts';
import { useSession } from '#console/api/auth.ts';
import { useRecentCalls } from '#console/api/call-log.ts';
import { useRead } from '#console/api/client.ts';
import { useConfig } from '#console/api/config.ts';
import { productName, useTenant } from '#console/api/tenant.ts';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { useContract, useContractId, type ContractRecord } from '#console/domain/contract/record.ts';
import { links } from '#console/domain/links.ts';
import { reasonsIn } from '#console/domain/money-item/rules.ts';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { zoneText } from '#console/domain/time-zone.tsx';
import { What } from '#console/domain/timeline/event.tsx';
import { latestStatus } from '#console/domain/timeline/events.ts';
import { TimelineGaps } from '#console/domain/timeline/gaps.tsx';
import { nameOfId, ofContract, type ContractId } from '#console/model/contract-id.ts';
import { useNow } from '#console/session/today.ts';
import { operations } from '#contract/operations.ts';
import { Facts } from '#kit/ui/facts.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Page } from '#kit/ui/page.tsx';
import { SmallOnPaper } from '#kit/ui/paper.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { Tiles } from '#kit/ui/tiles.tsx';
import { dateOf } from '#rules/calendar.ts';
import { fullDayText, fullMinuteText } from '#rules/day-text.ts';
import { DebitDetails, noneOf } from './record/day-details.tsx';
import { contractDay } from './record/day.ts';
import { useInstalments } from './record/instalments.tsx';
import { termsOn, unknownChangesSince } from './record/terms-on.ts';
import { TermsSentence } from './record/terms-sentence.tsx';
import { AllTerms } from './record/terms.tsx';
import { useTimeline } from './record/use-timeline.ts';

/** The account is masked, also on paper. */
const clientFields = ['ClientName', 'ClientNumber', 'BankCode', 'BranchCode', 'AccountType', 'AccountNumber'];

/** The calls that this page's facts come from, so that the service's operator can find them. */
function CallNumbers({ ClientNumber, ContractNumber, ContractSequence }: ContractRecord) {
  const calls = useRecentCalls().filter(({ operation, url, callSequence }) => {
    const query = new URLSearchParams(url.split('?')[1]);
    const isOfContract =
      query.get('ContractSequence') === String(ContractSequence) || query.get('ContractNumber') === ContractNumber;
    const isOfClient = operation === 'clientList' && query.get('ClientNumber') === ClientNumber;
    return callSequence !== undefined && (isOfContract || isOfClient);
  });
  return (
    <Panel title="Call numbers">
      <Muted>
        {calls.map((it) => `${operations[it.operation].summary} ${it.callSequence}`).join(' · ') || 'Not available'}
      </Muted>
    </Panel>
  );
}

function File({ contract, record, isMandate }: { contract: ContractId; record: ContractRecord; isMandate: boolean }) {
  const { merchant, product, href } = useTenant();
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
  const name = nameOf(record.ClientNumber) ?? record.ClientNumber ?? '';
  const to = href(links.contract(contract));
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
      lead={`${merchantName ?? ''} (${merchant}), ${productName(product)} · ${fullMinuteText(now)}${person ? ` by ${person}` : ''} · times are ${zone}`}
      actions={
        <Button data-screen variant="contained" onClick={() => globalThis.print()}>
          Print or save as PDF
        </Button>
      }
    >
      <SmallOnPaper />
      <TimelineGaps gaps={gaps} />
      <Panel title={`Debit of ${fullDayText(day)}`}>
        <DebitDetails
          debit={debit}
          why={<TermsSentence record={record} isMandate={isMandate} status={latestStatus(events)} />}
          none={noneOf(timeline)}
          reasons={reasons}
        />
      </Panel>
      <Panel title={`Terms on ${fullDayText(day)}`}>
        {timeline.isLoading ? (
          <Skeletons rows={4} />
        ) : (
          <AllTerms record={termsOn(record, events, day)} isMandate={isMandate} />
        )}
        {unknownChanges.length > 0 && (
          <Muted>
            Changed since, under names that are not known here, so these terms may be those of today:{' '}
            {unknownChanges.join(', ')}.
          </Muted>
        )}
        {day < from && <Muted>Changes between that day and {fullDayText(from)} are not included.</Muted>}
      </Panel>
      <Tiles columns="repeat(auto-fit, minmax(min(300px, 100%), 1fr))">
        <Panel title="Client">
          {client ? (
            <Facts isNarrow record={client} fieldNames={clientFields} />
          ) : clientRead.isLoading ? (
            <Skeletons rows={6} height={26} />
          ) : (
            <>
              <Facts isNarrow record={{ ClientNumber: record.ClientNumber }} fieldNames={['ClientNumber']} />
              <Muted>The client’s details could not be read.</Muted>
            </>
          )}
        </Panel>
        <Panel title="Messages">
          {messages.length === 0 && (
            <Muted>None sent since you opened the console. Earlier messages aren’t kept.</Muted>
          )}
          {messages.map((it) => (
            <div key={it.message.messageId}>
              {fullMinuteText(it.at)}
              <What event={it} reasons={reasons} />
            </div>
          ))}
        </Panel>
      </Tiles>
      <CallNumbers {...record} />
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
