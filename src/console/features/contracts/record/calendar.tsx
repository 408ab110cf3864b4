import Box from '@mui/material/Box';
import { sameDayIn, type Instalment } from '#console/domain/money-item/item.ts';
import { useToday } from '#console/session/today.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { isMonth } from '#kit/dates/calendar-days.ts';
import { MonthGrid } from '#kit/dates/month-grid.tsx';
import { writeField } from '#kit/form/field-text.ts';
import { StatusMark } from '#kit/ui/status.tsx';
import { dateOf, type DateText } from '#rules/calendar.ts';

const dayOf = (instalment: Instalment): DateText => dateOf(instalment.due);

/** The month of the selected day, else the current one if something is due, else the next with a debit. */
function firstMonth(days: readonly DateText[], today: DateText, selected: DateText | undefined): string {
  const month = today.slice(0, 7);
  const sorted = days.filter(Boolean).toSorted();
  if (selected) return selected.slice(0, 7);
  if (sorted.some((it) => it.startsWith(month))) return month;
  return (sorted.find((it) => it > today) ?? sorted.at(-1) ?? today).slice(0, 7);
}

export function ContractCalendar(props: {
  instalments: readonly Instalment[];
  selected: DateText | undefined;
  onSelect: (date: DateText) => void;
}) {
  const { instalments, selected, onSelect } = props;
  const today = useToday();
  const sameDay = sameDayIn(instalments);
  const [fieldName, setMonth] = useSearchParam('month');
  const month = isMonth(fieldName) ? fieldName : firstMonth(instalments.map(dayOf), today, selected);
  return (
    <MonthGrid
      month={month}
      onMonth={setMonth}
      label="Instalments by day"
      selected={selected}
      onSelect={onSelect}
      cell={(date) => (
        <>
          {instalments.some((it) => dayOf(it) === date && sameDay(it, date).length > 0) && (
            <Box sx={{ color: 'warning.main', fontSize: '0.75rem' }}>
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                collected twice
              </Box>
              <Box component="span" aria-hidden sx={{ display: { sm: 'none' } }}>
                ×2
              </Box>
            </Box>
          )}
          {instalments
            .filter((it) => dayOf(it) === date)
            .map((it) => (
              <Box key={it.InstalmentSequence} sx={{ lineHeight: 1.35 }}>
                {/* A phone shows only the icon; the label is read out. */}
                <Box sx={{ width: { xs: 18, sm: 'auto' }, overflow: 'hidden' }}>
                  {it.InstalmentStatus && <StatusMark fieldName="InstalmentStatus" value={it.InstalmentStatus} />}
                </Box>
                <Box sx={{ fontSize: { xs: '0.6875rem', sm: 'inherit' }, fontVariantNumeric: 'tabular-nums' }}>
                  <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                    R&nbsp;
                  </Box>
                  {writeField('InstalmentAmount', it.InstalmentAmount)}
                </Box>
              </Box>
            ))}
        </>
      )}
    />
  );
}
