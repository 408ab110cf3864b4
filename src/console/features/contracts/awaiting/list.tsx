import Link from '@mui/material/Link';
import { useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { productsOf } from '#console/api/access.ts';
import { addressOf, productName, useTenant } from '#console/api/tenant.ts';
import { pendingStatus, initiating, mayBeInitiated, type Initiate } from '#console/domain/contract/initiate-status.ts';
import { links } from '#console/domain/links.ts';
import { ListPage } from '#console/domain/list/list-page.tsx';
import { NoMatch } from '#console/domain/list/no-match.tsx';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { OddText, QuietText } from '#console/domain/money-item/row-cells.tsx';
import { contractIdOf, nameOfId, segmentOfRecord } from '#console/model/contract-id.ts';
import { unknownText } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import type { Column } from '#kit/grid/columns.ts';
import { useUrlSort } from '#kit/grid/sort.ts';
import { RowMenu, rowMenuWidthPx } from '#kit/ui/menu.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { countText } from '#kit/ui/sums.ts';
import { dateOf, daysBetween, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { ContractChips } from '../lists/chips.tsx';
import { FindByNumbers, searchHint, useMandateColumns } from '../lists/columns.tsx';
import { NewMandate } from '../lists/new-mandate.tsx';
import { useMandates, type Mandate } from '../lists/use-mandates.ts';
import { DeleteInitiate } from './delete.tsx';

const shown = ['ClientName', 'ContractNumber', 'InstalmentAmount', 'FrequencyCode', 'CollectionDay'];
/** The payer still has time to answer until then. */
const soonDays = 3;

/** A mandate that is not approved by its start misses its first debit. */
const startColumn = (today: DateText): Column<Mandate> => ({
  fieldName: 'InstalmentStartDate',
  label: 'Starts',
  width: 190,
  cell: ({ InstalmentStartDate: start }) => {
    if (!start) return null;
    const daysLeft = daysBetween(today, dateOf(start));
    const Left = daysLeft <= soonDays ? OddText : QuietText;
    return (
      <>
        {dayText(dateOf(start))}{' '}
        <Left>
          {daysLeft < 0 ? '· has passed' : daysLeft === 0 ? '· today' : `· in ${countText(daysLeft, ['day', 'days'])}`}
        </Left>
      </>
    );
  },
});

/** Links to the products whose payers approve mandates. */
function Elsewhere() {
  const { merchant, product } = useTenant();
  if (product === initiating.product) return <>Mandates that the payer still has to approve appear here.</>;
  if (!productsOf(merchant).includes(initiating.product)) return null;
  return (
    <>
      Payers approve DebiCheck mandates at their bank. Look under{' '}
      <Link
        component={RouterLink}

        to={addressOf({ merchant, product: initiating.product }, links.initiates())}
      >
        {productName(initiating.product)}
      </Link>
      .
    </>
  );
}

export function Initiates() {
  const { href, product } = useTenant();
  const [deleted, setDeleted] = useState<Initiate>();
  const { search, isUnlisted, unclear, ...mandates } = useMandates({ status: pendingStatus, isOfStatusOnly: true });
  // Also shows search results with other statuses, unless active or over: services may name this status differently.
  const ofMandates = useMandateColumns();
  const today = useToday();
  const columns = useMemo(
    () => [
      ...ofMandates.filter((it) => shown.includes(typeof it === 'object' ? it.fieldName : it)),
      startColumn(today),
    ],
    [ofMandates, today],
  );
  const rows = search.unmatched ? mandates.rows.filter((it) => mayBeInitiated(it.MandateStatusCode)) : mandates.rows;

  return (
    <ListPage<Mandate>
      title="Contracts"
      tab="Awaiting approval"
      tabs={<ContractChips current="Awaiting approval" />}
      main={product === initiating.product && <NewMandate type={initiating.TransactionType} />}
      label="Mandates awaiting approval"
      noun={['mandate', 'mandates']}
      find={{ label: 'Find a mandate', hint: searchHint }}
      note={isUnlisted && 'We can’t list all mandates. Search by client and contract number.'}
      search={search}
      rows={rows}
      columns={columns}
      sheet={{ operation: 'mandateInitiateEdit', name: 'Mandates awaiting approval' }}
      status={mandates.status}
      sort={useUrlSort()}
      rowKey={segmentOfRecord}
      href={useContractHref()}
      actionsWidth={rowMenuWidthPx}
      actions={(mandate) => {
        const id = contractIdOf(mandate);
        return (
          id && (
            <RowMenu
              name={`Actions for mandate ${nameOfId(id)}`}
              items={[
                { label: 'Edit', operation: 'mandateInitiateEdit', to: href(links.initiateEdit(id)) },
                {
                  label: 'Remind the client',
                  to: href(links.messages({ client: mandate.ClientNumber, contract: mandate.ContractNumber })),
                },
                {
                  label: 'Delete',
                  operation: 'mandateInitiateCancel',
                  act: () => setDeleted(mandate),
                  isDanger: true,
                },
              ]}
            />
          )
        );
      }}
      empty={
        isUnlisted ? (
          <FindByNumbers what="mandate" />
        ) : (
          <EmptyState
            drawing="contracts"
            title={unclear.length === 0 ? 'No mandates awaiting approval' : 'No mandates have the status Pending'}
          >
            {unclear.length > 0 && `${unknownText(unclear)} `}
            <Elsewhere />
          </EmptyState>
        )
      }
      noMatch={<NoMatch what="mandate" text={search.text.trim()} onClear={() => search.setText('')} />}
    >
      <DeleteInitiate initiate={deleted} onClose={() => setDeleted(undefined)} onDone={() => setDeleted(undefined)} />
    </ListPage>
  );
}
