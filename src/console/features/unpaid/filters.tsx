import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { codeLabel } from '#console/api/code-labels.ts';
import { usualFailed } from '#console/domain/collections/unpaid/debits.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { DateRange } from '#kit/dates/date-range.tsx';
import { SearchBox } from '#kit/form/search-box.tsx';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { useFolded, whileFolded } from '#kit/list/folded.tsx';
import { whileDrawn } from '#kit/ui/modal.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { followUps, type rowsByAge, type GroupSum } from './desk.ts';
import { reasonOptions } from './reasons.tsx';
import { usualDeskPeriod, type Desk } from './use-desk.ts';

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  gap: 8,
  '& > [data-fold]': { display: 'none' },
  [theme.breakpoints.down('sm')]: {
    marginBottom: 8,
    '& > *': { flex: '1 1 140px' },
    '& > [data-search]': { flexBasis: 184 },
    '& > [data-fold]': { display: 'inline-flex', flex: 'none', minHeight: 44 },
    [whileFolded]: { display: 'none' },
  },
}));

const orders = [
  { code: '', label: 'Newest first' },
  { code: 'TransactionDate', label: 'Oldest first' },
  { code: '-Amount', label: 'Largest first' },
  { code: 'client', label: 'By client' },
];

const narrowOnly = { display: { lg: 'none' }, [whileDrawn]: { display: 'block' } };

/** One row; on a phone the search alone, and the others on demand. */
export function Filters(props: {
  desk: Desk;
  /** Offered if it is not certain which one means unpaid. */
  statuses: readonly string[];
  groups: readonly GroupSum[];
  ages: ReturnType<typeof rowsByAge>;
}) {
  const { statuses, groups } = props;
  const { line, fold } = useFolded('Filters');
  const { failed, setStatus } = props.desk;
  const [find, setFind] = useSearchParam('q');
  const [reason, setReason] = useSearchParam('reason');
  const [age, setAge] = useSearchParam('age');
  const [order, setOrder] = useSearchParam('sort');
  const [follow, setFollow] = useSearchParam('since');
  return (
    <Line role="search" data-screen="" {...line}>
      <Box data-search="" sx={{ flex: '1 1 200px', minWidth: 184, maxWidth: { sm: 320 } }}>
        <SearchBox isBare label="Client or contract" value={find} onSearch={setFind} />
      </Box>
      {fold}
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
      <ChoiceFilter isBare label="Collected again" isAlways value={follow} options={followUps} onChange={setFollow} />
      <DateRange isCompact own={usualDeskPeriod} />
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
    </Line>
  );
}
