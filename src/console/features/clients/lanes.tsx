import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { memo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useLabels } from '#console/api/lookups.ts';
import { loweredText, rhythmText } from '#console/domain/contract/rhythm.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import { LimitLink } from '#console/domain/limit-link.tsx';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { itemMark } from '#console/domain/money-item/item-mark.ts';
import { byDate, itemKey, type Instalment } from '#console/domain/money-item/item.ts';
import { Mark } from '#console/domain/money-item/mark.tsx';
import { progressOf } from '#console/domain/money-item/progress.ts';
import { StripFigure, stripMarkTitle, stripText } from '#console/domain/money-item/strip.tsx';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { addMonths, dateOf, daysBetween, isDate, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { grouped } from '#rules/sums.ts';
import { useClientContracts } from './contracts.ts';

type Mandate = LooseOutput<'mandateList'>;

const rhythmFields = ['FrequencyCode', 'CollectionDay'] as const;
/** Lanes shown before the rest is unfolded. */
const most = 3;

/** Months on the common axis. Debits every week or two would hide each other on a longer one. */
interface Axis {
  from: DateText;
  months: DateText[];
  at: (date: DateText) => string;
  has: (date: DateText) => boolean;
}

function axisOf(lanes: readonly (readonly Instalment[])[], today: DateText): Axis {
  const isDense = lanes.some((list) =>
    list.some((it, index) => {
      const [one, other] = [dateOf(list[index - 1]?.due ?? ''), dateOf(it.due)];
      return isDate(one) && daysBetween(one, other) > 0 && daysBetween(one, other) < 21;
    }),
  );
  const [back, months] = isDense ? [2, 4] : [8, 15];
  const from = `${addMonths(today, -back).slice(0, 8)}01`;
  const to = addMonths(from, months);
  const days = daysBetween(from, to);
  return {
    from,
    months: Array.from({ length: months }, (_, index) => addMonths(from, index)),
    at: (date) => `${((daysBetween(from, date) + 0.5) / days) * 100}%`,
    has: (date) => isDate(date) && date >= from && date < to,
  };
}

function LaneStrip({ items, axis, name }: { items: readonly Instalment[]; axis: Axis; name: string }) {
  const today = useToday();
  const { next } = progressOf(items, today);
  const shown = items.filter((it) => axis.has(dateOf(it.due)));
  const marks = shown.map((it) => itemMark(it, next, today));
  return (
    <Box
      {...(shown.length > 0 ? { role: 'img', 'aria-label': `${name}: ${stripText(shown, marks)}` } : {})}
      data-lane=""
    >
      <Box component="b" data-now="" sx={{ left: axis.at(today) }} />
      {shown.map((it, index) => {
        const mark = marks[index] ?? 'unknown';
        return (
          <Box
            component="span"
            key={itemKey(it)}
            title={stripMarkTitle(it, mark)}
            sx={{ left: axis.at(dateOf(it.due)) }}
          >
            <Mark name={mark} />
          </Box>
        );
      })}
    </Box>
  );
}

/** All details are a link in the line of the months. */
const detailsBeside = { '& + details': { position: 'relative', mt: { md: '-24px' } } } as const;

/** Each contract of a client as one line: number, rhythm, how its debits went and what is to come, amount. */
export const ClientLanes = memo(function ClientLanes(props: {
  number: string;
  instalments: readonly Instalment[] | undefined;
}) {
  const { number, instalments } = props;
  const today = useToday();
  const labelOf = useLabels(rhythmFields);
  const hrefOf = useContractHref();
  const [isUnfolded, setUnfolded] = useState(false);
  const contracts = useClientContracts(number);
  if (contracts.error) return <ErrorState error={contracts.error} retry={contracts.retry} />;
  if (contracts.isLoading || !instalments)
    return (
      <StripFigure sx={detailsBeside}>
        {/* As high as two lanes, of which most clients have one or two. */}
        <Skeleton variant="rounded" sx={{ height: { xs: 92, md: 74 } }} />
      </StripFigure>
    );
  const debits = grouped(byDate(instalments.filter((it) => isDate(dateOf(it.due)))), segmentOfRecord);
  const mandates = new Map(contracts.mandates.map((it) => [segmentOfRecord(it), it]));
  const others = new Map(contracts.withoutMandate.map((it) => [segmentOfRecord(it), it]));
  const lanes = [...new Set([...mandates.keys(), ...debits.keys(), ...others.keys()])].map((key) => {
    const mandate: Mandate | undefined = mandates.get(key);
    const items = debits.get(key) ?? [];
    const { next } = progressOf(items, today);
    return { key, mandate, items, next, record: mandate ?? items[0] ?? others.get(key) };
  });
  // What moves money next comes first.
  lanes.sort((one, other) => ((one.next?.due ?? '9') < (other.next?.due ?? '9') ? -1 : 1));
  const shown = isUnfolded ? lanes : lanes.slice(0, most);
  const axis = axisOf(
    shown.map((it) => it.items),
    today,
  );
  const { since } = contracts;
  const note = since && (
    <Muted>
      Without mandate: those changed since {dayText(since)} or opened in this session; there may be others:{' '}
      <LimitLink topic="contracts-without-mandate" />.
    </Muted>
  );
  if (lanes.length === 0)
    return (
      <Box sx={{ mt: 1 }}>
        <Muted>This client has no mandate yet.</Muted>
        {note}
      </Box>
    );
  const rhythmOf = (mandate: Mandate) => {
    const [frequency, day] = rhythmFields.map((field) =>
      mandate[field] == null ? undefined : (labelOf(field, mandate[field], mandate) ?? String(mandate[field])),
    );
    const status = contractStatusText(mandate.MandateStatusCode, mandate.CancelDate, today);
    return [rhythmText(frequency, day), mandate.MandateStatusCode === 'ACTIVE' ? '' : loweredText(status)]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <StripFigure
      sx={{
        ...detailsBeside,
        '& ul': { m: 0, p: 0, listStyle: 'none' },
        '& li, & [data-axis]': {
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '260px minmax(0, 1fr) 112px' },
          columnGap: 2,
          alignItems: 'center',
          minHeight: 28,
        },
        '& [data-axis]': { minHeight: 18, color: 'text.secondary' },
        '& [data-lane], & [data-months]': {
          position: 'relative',
          gridColumn: { xs: '1 / -1', md: '2' },
          gridRow: { xs: 2, md: 1 },
          minWidth: 0,
          height: 16,
        },
        '& [data-lane]': {
          background: (theme) =>
            `linear-gradient(${theme.vars.palette.divider}, ${theme.vars.palette.divider}) 0 8px / 100% 1px no-repeat`,
        },
        '& [data-lane] > *': { position: 'absolute', height: 16, transform: 'translateX(-50%)' },
        '& [data-now]': { borderLeft: 2, borderColor: 'text.primary' },
        '& [data-months]': { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' },
        '& [data-months] > *': { textAlign: 'center' },
        '& [data-months] i': { display: { xs: 'none', sm: 'inline' } },
        '& li > :last-child': { gridColumn: { xs: '2', md: '3' }, gridRow: 1, fontSize: '0.875rem' },
      }}
    >
      <ul aria-label="Contracts of this client">
        {shown.map(({ key, mandate, items, record, next }) => {
          const name = record?.ContractNumber ?? String(record?.ContractSequence ?? '');
          const amount = mandate?.InstalmentAmount ?? next?.amount ?? items.at(-1)?.amount;
          return (
            <li key={key}>
              <div>
                <Link component={RouterLink} to={(record && hrefOf(record)) ?? ''} sx={{ fontSize: '0.875rem', mr: 1 }}>
                  {name}
                </Link>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {mandate ? rhythmOf(mandate) : 'without mandate'}
                </Box>
              </div>
              <LaneStrip items={items} axis={axis} name={name} />
              <Box sx={{ textAlign: 'right' }}>{amount != null && <MoneyText amount={amount} />}</Box>
            </li>
          );
        })}
      </ul>
      <div data-axis="" aria-hidden>
        <div data-months="">
          {axis.months.map((month) => {
            const text = dayText(month).split(' ')[1] ?? '';
            const isNow = month.slice(0, 7) === today.slice(0, 7);
            return (
              <Box key={month} sx={isNow ? { color: 'text.primary', fontWeight: 600 } : undefined}>
                {text.slice(0, 1)}
                <i>{text.slice(1)}</i>
              </Box>
            );
          })}
        </div>
      </div>
      {lanes.length > shown.length && (
        <Button size="small" onClick={() => setUnfolded(true)}>
          Show {lanes.length - shown.length} more
        </Button>
      )}
      {note}
    </StripFigure>
  );
});
