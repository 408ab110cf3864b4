import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { addDays, dateOf } from '../../../rules/calendar.ts';
import { links } from '../../domain/links.ts';
import { ChoiceFilter } from '../../kit/list/choice-filter.tsx';
import { FindBox } from '../../kit/list/find-box.tsx';
import { useListed } from '../../kit/list/search.ts';
import { useUrlSort } from '../../kit/grid/sort.ts';
import { Page } from '../../kit/ui/page.tsx';
import { EditPayment } from './payment-edit.tsx';
import { PaymentGrid } from './payment-grid.tsx';
import { byDate, statusesOf, type Payment } from '../../domain/schedule/payment-totals.ts';
import { useForbidden } from '../../api/permission.ts';
import { PlainSelect } from '../../kit/form/plain-field.tsx';
import { useSearchParam } from '../../kit/list/search-param.ts';
import { EmptyState } from '../../kit/ui/states.tsx';
import { statusLabel } from '../../kit/ui/status.tsx';
import { useToday } from '../../session/today.ts';
import { useContractHref } from '../../domain/use-contract-href.ts';
import { useFilters, FieldFilters } from '../../kit/form/field-filters.tsx';
import { useTenant } from '../../api/tenant.ts';

const numbers = ['PaymentSequence'];

const SessionContracts = lazy(async () => ({
  default: (await import('../../domain/contract/session-contracts.tsx')).SessionContracts,
}));

const spans = {
  ahead: 'From today on',
  today: 'Today',
  week: 'Next 7 days',
  month: 'Next 30 days',
  past: 'Before today',
  all: 'All',
};

/** Whether a day lies in the span; today is the first of the next days. */
function lies(day: string, span: string, today: string): boolean {
  switch (span) {
    case 'today':
      return day === today;
    case 'week':
      return day >= today && day < addDays(today, 7);
    case 'month':
      return day >= today && day < addDays(today, 30);
    case 'ahead':
      return day >= today;
    case 'past':
      return day < today;
    default:
      return true;
  }
}

/** Payments of all payout contracts, or of what is found; status and time narrow what came. */
export function Payments() {
  const { href } = useTenant();
  const hrefOf = useContractHref(links.payoutContract);
  const today = useToday();
  const [text, setText] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status');
  const [when, setWhen] = useSearchParam('when');
  // What is still to go out is what people come for; of what they search they want all.
  const span = when || (text ? 'all' : 'ahead');
  const sort = useUrlSort();
  const isForbidden = useForbidden('payoutPaymentEdit') !== undefined;
  const [edited, setEdited] = useState<Payment>();
  const { given, problems } = useFilters(numbers);
  const { records, isLoading, error, retry, isUnlisted } = useListed('payoutPaymentList', text, given);
  const rows = useMemo(
    () =>
      byDate(
        records.filter(
          (it) => (!status || it.PaymentStatus === status) && lies(dateOf(it.PaymentDate ?? ''), span, today),
        ),
      ),
    [records, status, span, today],
  );

  return (
    <Page
      title="Payments"
      lead={
        <>
          What is paid out, by date. {!isForbidden && 'A scheduled payment can be changed here.'} It is cancelled only
          with its{' '}
          <Link component={RouterLink} underline="always" to={href(links.payoutContracts())}>
            payout contract
          </Link>
          .
        </>
      }
    >
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'start', mb: 2 }}>
        <FindBox
          label="Find payments"
          hint="Client number / contract number, either of them, or the contract ID"
          value={text}
          onFind={setText}
        />
        <PlainSelect label="When" value={span} onChange={(event) => setWhen(event.target.value)}>
          {Object.entries(spans).map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </PlainSelect>
        <ChoiceFilter
          label="Status"
          value={status}
          options={statusesOf(records)
            .filter(Boolean)
            .map((code) => ({ code, label: statusLabel('PaymentStatus', code) }))}
          onChange={setStatus}
        />
        <FieldFilters fieldNames={numbers} problems={problems} />
      </Stack>
      {isUnlisted ? (
        <Suspense>
          <SessionContracts kind="payouts" title="Find payments by their payout contract" />
        </Suspense>
      ) : (
        <PaymentGrid
          payments={rows}
          isLoading={isLoading}
          error={error}
          retry={retry}
          sort={sort}
          href={hrefOf}
          onEdit={setEdited}
          empty={
            <EmptyState title={text || records.length > 0 ? 'No payment matches' : 'No payments yet'}>
              {text && `Nothing was found for “${text}”${status || when ? ' with these filters' : ''}.`}
              {!text && records.length > 0 && `${records.length} payments are of another time or status.`}
              {!text && records.length === 0 && 'A new payout contract creates its payments.'}
            </EmptyState>
          }
        />
      )}
      <EditPayment payment={edited} onClose={() => setEdited(undefined)} />
    </Page>
  );
}
