import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { use, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { useShownFirst } from '#kit/form/shown-first.ts';
import { host, type LabelOf } from '#kit/host.ts';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { BarSlots } from '#kit/list/filter-bar.tsx';
import { FieldValue, isDateField } from '#kit/ui/format.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { foreignCurrency } from '#rules/money.ts';
import type { ShownColumn } from '../columns.ts';
import { RowBox } from '../row-box.tsx';
import { useRowClick } from '../row-click.ts';
import type { RowsProps } from '../rows-props.ts';

const List = styled('ul')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'grid',
    gap: 8,
    margin: 0,
    padding: 0,
    listStyle: 'none',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: '4px 12px',
      alignItems: 'center',
      padding: '10px 12px',
      border: `1px solid ${palette.divider}`,
      borderRadius: 8,
      background: palette.background.paper,
      overflowWrap: 'anywhere',
    },
    '& > li[data-to]': { cursor: 'pointer' },
    '& [data-title]': { display: 'flex', gap: 4, alignItems: 'center', fontWeight: 600, minHeight: 24 },
    // Two lines: the name and the number, which is in the first until the name is known.
    '& [data-title] > :last-child': {
      flex: 1,
      padding: '4px 0',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      color: 'inherit',
      textDecoration: 'none',
    },
    '& [data-title] a': { color: 'inherit', textDecoration: 'none' },
    // A row without a box needs no room for one: nothing is aligned below it.
    '& [data-title] > [title]:empty': { display: 'none !important' },
    '& [data-title] small': {
      display: 'block',
      minHeight: 20,
      color: palette.text.secondary,
      fontSize: '0.8125rem',
      fontWeight: 400,
      lineHeight: '20px',
    },
    '& [data-amount]': { fontWeight: 600, textAlign: 'right', whiteSpace: 'nowrap' },
    '& [data-lines]': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '2px 14px',
      gridColumn: '1 / -1',
      alignItems: 'center',
      fontSize: '0.875rem',
    },
    '& [data-lines] a': { color: 'inherit', textUnderlineOffset: '0.2em' },
    '& [data-label]': { color: palette.text.secondary },
    '& [data-actions]': { display: 'flex', flexWrap: 'wrap', gap: 8, gridColumn: '1 / -1', alignItems: 'center' },
    '& [data-actions] :is(button, a)': { minHeight: 44 },
    // A menu alone needs no line of its own.
    '& > li:has([data-row-menu])': { gridTemplateColumns: 'minmax(0, 1fr) auto 44px', gap: '4px 8px' },
    '& [data-actions]:has([data-row-menu])': { gridArea: '1 / 3', margin: '-10px -8px -10px 0' },
  };
});

/** Cards that are shown at first, and added by each click on "Show more". */
const step = 50;

interface Props<Row> extends RowsProps<Row> {
  labelOf: LabelOf;
}

/** What a column is for on a card: a status and a day speak for themselves, other values need their label. */
const speaksForItself = <Row,>({ fieldName, isPlain }: ShownColumn<Row>) =>
  isPlain || host.isStatusField(fieldName) || isDateField(fieldName);

/** The rows of a list on a phone: who, how much, then the rest as far as it matters, and what can be done. */
export function Cards<Row extends object>(props: Props<Row>) {
  const { label, count, rowAt, columns, rowKey, labelOf, href, actions, selection, isWaiting, totals, onShow } = props;
  const [by, sortBy] = useShownFirst(props.by, props.onSort);
  const [limit, setLimit] = useState(step);
  const shown = Math.min(limit, count);
  useEffect(() => onShow?.(0, shown), [onShow, shown]);
  const onClick = useRowClick();
  const bar = use(BarSlots);
  const [title, ...others] = columns;
  const amount =
    others.find((it) => host.fieldOf(it.fieldName)?.input === 'amount') ?? others.find((it) => it.isAmount);
  const lines = others.filter((it) => it !== amount && (it.priority ?? 0) <= 2);

  const content = (column: ShownColumn<Row>, row: Row): ReactNode => {
    if (column.cell) return column.cell(row);
    const fields = row as Record<string, unknown>;
    const value = fields[column.fieldName];
    if (value === null || value === undefined || value === '') return null;
    return (
      <FieldValue
        fieldName={column.fieldName}
        value={value}
        label={labelOf(column.fieldName, value, fields)}
        currency={foreignCurrency(fields.Currency)}
        isShort
      />
    );
  };

  if (isWaiting) return <Skeletons rows={6} height={84} />;
  const sort = count > 1 && !props.isSortedElsewhere && (
    <ChoiceFilter
      label="Sort by"
      all="Default order"
      // The rows may be in the order of what no column says.
      value={
        by && columns.some((it) => it.fieldName === by.fieldName) ? `${by.isDescending ? '-' : ''}${by.fieldName}` : ''
      }
      onChange={(value) =>
        sortBy(value ? { fieldName: value.replace(/^-/, ''), isDescending: value.startsWith('-') } : null)
      }
      options={columns.flatMap((it) => [
        { code: it.fieldName, label: `${it.label}, ascending` },
        { code: `-${it.fieldName}`, label: `${it.label}, descending` },
      ])}
    />
  );
  return (
    <>
      {sort && bar ? bar.sort && createPortal(sort, bar.sort) : sort}
      <List aria-label={label} onClick={onClick} sx={{ mt: bar || props.isSortedElsewhere ? 0 : 1 }}>
        {Array.from({ length: shown }, (_, position) => {
          const row = rowAt(position);
          if (!row) return <Skeletons key={`at ${position}`} rows={1} height={84} />;
          const to = href?.(row);
          const heading = title && content(title, row);
          const buttons = actions?.(row);
          const parts = lines.map((column) => ({ column, value: content(column, row) }));
          return (
            <li key={rowKey(row)} data-to={to}>
              <div data-title="">
                {selection && <RowBox row={row} selection={selection} />}
                {to === undefined ? <span>{heading}</span> : <Link to={to}>{heading ?? 'Open'}</Link>}
              </div>
              <div data-amount="">{amount && content(amount, row)}</div>
              <div data-lines="">
                {parts.map(
                  ({ column, value }) =>
                    value != null &&
                    value !== '' &&
                    value !== false && (
                      <span key={column.fieldName}>
                        {!speaksForItself(column) && <span data-label="">{column.label} </span>}
                        {value}
                      </span>
                    ),
                )}
              </div>
              {buttons && <div data-actions="">{buttons}</div>}
            </li>
          );
        })}
      </List>
      {totals && (
        <List as="div" sx={{ my: 1 }}>
          <div data-lines="">
            {columns.map(
              (it) =>
                totals[it.fieldName] != null && (
                  <span key={it.fieldName}>
                    <span data-label="">{it === title ? '' : `${it.label} `}</span>
                    <strong>{totals[it.fieldName]}</strong>
                  </span>
                ),
            )}
          </div>
        </List>
      )}
      {count > shown && (
        <Button fullWidth variant="outlined" sx={{ mt: 1, minHeight: 44 }} onClick={() => setLimit(shown + step)}>
          Show {Math.min(step, count - shown)} more of {formatCount(count)}
        </Button>
      )}
    </>
  );
}
