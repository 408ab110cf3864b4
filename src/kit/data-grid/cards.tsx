import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useMemo, useRef } from 'react';
import type { GridSource, GridState } from '#kit/base/grid-source.ts';
import type { ShownColumn } from '#kit/grid/columns.ts';
import { Cards } from '#kit/grid/narrow/cards.tsx';
import type { LabelOf } from '#kit/host.ts';
import type { Row } from '#rules/column.ts';

/** Lines of a card besides the name and the amount. */
const most = 5;

const Frame = styled('div')({
  '& li > [data-lines]': { gridColumn: 1 },
  '& li > [data-actions]': { gridColumn: 2, alignSelf: 'end', justifySelf: 'end', margin: '-10px -8px' },
});

/** The rows on a phone. The other columns are in a row's details. */
export function SourceCards(props: {
  label: string;
  /** Fields that say who a record is about, the best first. */
  who: readonly string[];
  source: GridSource;
  state: GridState;
  columns: readonly ShownColumn<Row>[];
  labelOf: LabelOf;
  linkOf?(fieldName: string, row: Row): string | undefined;
  onDetails(position: number): void;
}) {
  const { label, who, source, state, columns, labelOf, linkOf, onDetails } = props;
  const shown = useMemo(() => {
    const title = who.flatMap((name) => columns.find((it) => it.fieldName === name) ?? [])[0] ?? columns[0];
    const named = columns.map((it): ShownColumn<Row> =>
      it.cell || !linkOf
        ? it
        : {
            ...it,
            cell: (row) => {
              const to = linkOf(it.fieldName, row);
              const text = String(row[it.fieldName] ?? '');
              return to ? (
                <a href={to} data-to={to}>
                  {text}
                </a>
              ) : undefined;
            },
          },
    );
    const linked = columns.map((it, at) => (it.fieldName.endsWith('Number') ? (named[at] ?? it) : it));
    const first = linked.find((it) => it.fieldName === title?.fieldName);
    return first ? [first, ...linked.filter((it) => it !== first)].slice(0, most + 1) : linked;
  }, [columns, linkOf, who]);
  const positions = useRef(new WeakMap<Row, number>());
  const positionOf = (row: Row) => positions.current.get(row) ?? 0;
  return (
    <Frame>
      <Cards<Row>
        label={label}
        columns={shown}
        count={state.count}
        rowAt={(position) => {
          const row = source.rowAt(position);
          if (row) positions.current.set(row, position);
          return row;
        }}
        rowKey={positionOf}
        actions={(row) => (
          <Button
            size="small"
            aria-label={`All fields of row ${positionOf(row) + 1}`}
            onClick={() => onDetails(positionOf(row))}
          >
            Details
          </Button>
        )}
        labelOf={labelOf}
        by={null}
        isSortedElsewhere
        onSort={() => {}}
        isBusy={state.isBusy}
        isWaiting={state.total === 0 && !state.isSettled}
        onShow={(from, to) => source.show(from, to)}
      />
    </Frame>
  );
}
