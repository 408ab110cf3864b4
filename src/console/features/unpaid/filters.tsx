import Box from '@mui/material/Box';
import { codeLabel } from '#console/api/code-labels.ts';
import { usualFailed } from '#console/domain/collections/unpaid/debits.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { PeriodPill } from '#kit/dates/period-pill.tsx';
import { SearchBox } from '#kit/form/search-box.tsx';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { FilterBar } from '#kit/list/filter-bar.tsx';
import { PillToggle } from '#kit/list/pill.tsx';
import { whileDrawn } from '#kit/ui/modal.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { followUps, type rowsByAge, type GroupSum } from './desk.ts';
import { reasonOptions } from './reasons.tsx';
import { usualDeskPeriod, type Desk } from './use-desk.ts';

const orders = [
  { code: '', label: 'Newest first' },
  { code: 'TransactionDate', label: 'Oldest first' },
  { code: '-Amount', label: 'Largest first' },
  { code: 'client', label: 'By client' },
];

const narrowOnly = { display: { lg: 'none' }, [whileDrawn]: { display: 'block' } };

export function Filters(props: {
  desk: Desk;
  /** Offered if it is not certain which one means unpaid. */
  statuses: readonly string[];
  groups: readonly GroupSum[];
  ages: ReturnType<typeof rowsByAge>;
}) {
  const { statuses, groups } = props;
  const { failed, setStatus } = props.desk;
  const [find, setFind] = useSearchParam('q');
  const [reason, setReason] = useSearchParam('reason');
  const [age, setAge] = useSearchParam('age');
  const [order, setOrder] = useSearchParam('sort');
  const [follow, setFollow] = useSearchParam('since');
  const [mine, setMine] = useSearchParam('mine');
  const mineToday = new Set(props.desk.rows.flatMap((it) => (it.isMineToday ? (it.ClientNumber ?? []) : [])));
  return (
    <FilterBar
      search={<SearchBox label="Client or contract" value={find} onSearch={setFind} />}
      filters={
        <>
          {mineToday.size > 0 || mine !== '' ? (
            <PillToggle isOn={mine !== ''} onClick={() => setMine(mine === '' ? 'today' : '')}>
              Mine today <b>{formatCount(mineToday.size)}</b>
            </PillToggle>
          ) : null}
          <Box sx={narrowOnly}>
            <ChoiceFilter
              isBare
              label="Reason"
              all="All reasons"
              value={reason}
              options={reasonOptions(groups)}
              onChange={setReason}
            />
          </Box>
          <Box sx={narrowOnly}>
            <ChoiceFilter
              isBare
              label="Days unpaid"
              all="Any age"
              value={age}
              options={props.ages.ages.map(({ code, label, list }) => ({
                code,
                label: `${label} (${formatCount(list.length)})`,
              }))}
              onChange={setAge}
            />
          </Box>
          <Box sx={{ display: { sm: 'none' } }}>
            <ChoiceFilter isBare isAlways label="Sort by" value={order} options={orders} onChange={setOrder} />
          </Box>
          <ChoiceFilter
            isBare
            label="Collected again"
            isAlways
            value={follow}
            options={followUps}
            onChange={setFollow}
          />
          <PeriodPill own={usualDeskPeriod} saysProblem />
          {statuses.length > 0 && (
            <ChoiceFilter
              isBare
              isAlways
              label="Counts as unpaid"
              value={failed}
              options={[...new Set([failed, ...statuses])].map((code) => ({
                code,
                label: codeLabel('InstalmentStatus', code) ?? code,
              }))}
              onChange={(next) => setStatus(next === usualFailed ? '' : next)}
            />
          )}
        </>
      }
    />
  );
}
