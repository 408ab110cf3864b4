import Stack from '@mui/material/Stack';
import { useSearchParams } from 'react-router-dom';
import { SectionTabs } from '#console/domain/list/section-tabs.tsx';
import { AcrossList } from '#console/domain/money-item/across/list.tsx';
import { useSearchParam } from '#console/kit/address/address.ts';
import { DateRange } from '#console/kit/dates/date-range.tsx';
import { rangeOf } from '#console/kit/dates/ranges.ts';
import { FieldFilters, useFilters } from '#console/kit/form/field-filters.tsx';
import { FindBox } from '#console/kit/list/find-box.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { EmptyState } from '#console/kit/ui/states.tsx';
import { useToday } from '#console/session/today.ts';
import { OfContract } from './of-contract.tsx';

const numbers = ['InstalmentSequence'];

/** Names have no digits, numbers usually do. */
const isNumberLike = (text: string) => /[\d/]/.test(text);

/** Instalments of all contracts by date and status; a number shows all of its contract's. */
export function Instalments() {
  const [query] = useSearchParams();
  const [text, setText] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status');
  const [on, setOn] = useSearchParam('on');
  const { given, problems } = useFilters(numbers);
  const range = rangeOf(query, useToday(), 'around');
  const isNonBanking = on === 'non-banking';
  const isOfContract = isNumberLike(text) || given.InstalmentSequence !== undefined;
  return (
    <Page title="Instalments" tabs={<SectionTabs of="instalments" />}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'start' }}>
        <FindBox label="Find instalments" hint="Name, client or contract number" value={text} onFind={setText} />
        {!isOfContract && <DateRange direction="around" />}
        <FieldFilters fieldNames={numbers} problems={problems} />
      </Stack>
      {isOfContract ? (
        <OfContract text={text} given={given} />
      ) : (
        <AcrossList
          label="Instalments"
          range={range.problem ? null : range}
          narrowed={{ text, status, isNonBanking }}
          onStatus={setStatus}
          chip={
            <button type="button" aria-pressed={isNonBanking} onClick={() => setOn(isNonBanking ? '' : 'non-banking')}>
              On a weekend or public holiday
            </button>
          }
          selectsAll={query.get('select') === 'all'}
          suggested={
            isNonBanking
              ? { label: 'Move to the next banking day…', change: { kind: 'bankingDay', to: 'next' } }
              : undefined
          }
          empty={
            <EmptyState title="No instalments in these days">
              {text || status || isNonBanking
                ? 'None matches what is chosen here. Clear the search or the filters, or choose other days.'
                : 'Nothing is scheduled, under way or collected in them. Choose other days.'}
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}
