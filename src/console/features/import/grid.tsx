import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { fieldOf } from '#contract/fields.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { ColumnFields } from '#sheet-engine/columns.ts';
import type { SheetRowState, SheetSummary } from '#sheet-engine/summary.ts';
import type { ShownRow, SheetSort } from '#sheet-engine/view.ts';
import { cellWidth, Frame, numberWidth } from './grid-frame.ts';
import { shownCell } from './shown-cell.ts';
import { useCells, type CellTarget } from './use-cells.ts';
import { useWindow } from './use-window.ts';

const marks: Record<SheetRowState, string> = {
  unsent: '',
  accepted: 'Accepted',
  waiting: 'Waits for release',
  refused: 'Refused',
  unknown: 'Unknown',
  excluded: 'Excluded',
};

interface Props {
  run: Import['run'];
  summary: SheetSummary;
  headings: readonly string[];
  columns: ColumnFields;
  /** Rows can't be excluded while sending. */
  isSending: boolean;
  /** Shows stored account and ID numbers unmasked. */
  isClear: boolean;
  required: readonly string[];
  target: CellTarget | undefined;
  sort: SheetSort | null;
  onSort(by: SheetSort | null): void;
  onSummary(summary: SheetSummary): void;
  onFind(isReplacing: boolean): void;
}

const labelOf = (fieldName: string) => fieldOf(fieldName)?.label ?? fieldName;

/** Ascending, descending, then file order. */
const nextSort = (column: number, by: SheetSort | null): SheetSort | null => {
  if (by?.column !== column) return { column, isDescending: false };
  return by.isDescending ? null : { column, isDescending: true };
};

const problemAt = (row: ShownRow | undefined, fieldName: string | undefined) =>
  fieldName === undefined || row?.state === 'excluded'
    ? undefined
    : row?.problems.find((it) => it.fieldName === fieldName);

/** The rows as a spreadsheet: type, paste, fill down, sort. Loads only the visible rows. */
export function SheetGrid(props: Props) {
  const { run, summary, headings, columns, isClear, isSending, required, target, sort, onSort, onSummary, onFind } =
    props;
  const sight = useWindow(run, summary);
  const { frame, first, end, before, after, rowAt } = sight;
  const width = headings.length;
  const textAt = (position: number, column: number) => {
    const row = rowAt(position);
    return isClear ? (row?.cells[column] ?? '') : shownCell(row, column, columns[column]);
  };
  const cells = useCells({ run, summary, width, textAt, target, sight, onSummary, onFind });
  const { at, typed, setTyped } = cells;
  const current = rowAt(at.position);
  const isExcluded = current?.state === 'excluded';
  const reasons = (isExcluded ? [] : current?.problems)?.map(({ fieldName, message }) =>
    fieldName ? `${labelOf(fieldName)}: ${message}` : message,
  );
  const choice = isExcluded ? undefined : current?.problems.find((it) => it.choices ?? it.suggestions);
  const existing = isExcluded ? undefined : current?.problems.find((it) => it.isAllowable);
  const canExclude = isExcluded || (current?.state === 'unsent' && current.cells.some((it) => it.trim() !== ''));
  return (
    <>
      <Frame ref={frame} onScroll={sight.scrolled} {...cells.handlers}>
        <table
          role="grid"
          aria-label="Rows to import"
          aria-rowcount={summary.shown + 1}
          aria-colcount={width + 1}
          aria-multiselectable
          style={{ width: numberWidth + width * cellWidth }}
        >
          <colgroup>
            <col style={{ width: numberWidth }} />
            <col span={width} style={{ width: cellWidth }} />
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Row</th>
              {headings.map((heading, column) => (
                <Heading
                  key={column}
                  heading={heading}
                  fieldName={columns[column]}
                  isRequired={required.includes(columns[column] ?? '')}
                  sort={sort?.column === column ? sort : null}
                  onSort={() => onSort(nextSort(column, sort))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {Array.from({ length: end - first }, (_, slot) => {
              const position = first + slot;
              const row = rowAt(position);
              return (
                <tr key={slot} aria-rowindex={position + 2} data-excluded={row?.state === 'excluded' ? '' : undefined}>
                  <th scope="row" data-state={row?.state}>
                    {row ? `${row.at + 1}${marks[row.state] && ` · ${marks[row.state]}`}` : ''}
                  </th>
                  {headings.map((heading, column) => {
                    const isHere = at.position === position && at.column === column;
                    const problem = problemAt(row, columns[column]);
                    return (
                      <td
                        key={column}
                        tabIndex={isHere ? 0 : -1}
                        aria-selected={cells.isIn({ position, column })}
                        aria-invalid={problem ? true : undefined}
                        aria-colindex={column + 2}
                        title={problem?.message}
                        data-left-out={columns[column] ? undefined : ''}
                        onMouseDown={(event) => {
                          if (isHere && typed !== undefined) return;
                          if (typed !== undefined) void cells.commit(typed, { position, column });
                          else cells.move({ position, column }, event.shiftKey);
                        }}
                        onDoubleClick={() => setTyped(row?.cells[column] ?? '')}
                      >
                        {isHere && typed !== undefined ? (
                          <input
                            autoFocus
                            aria-label={heading}
                            value={typed}
                            onChange={(event) => setTyped(event.target.value)}
                            onBlur={() => cells.leave(typed)}
                          />
                        ) : (
                          textAt(position, column)
                        )}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
          </tbody>
        </table>
      </Frame>
      <p aria-live="polite">
        {current && (reasons?.length || isExcluded)
          ? `Row ${current.at + 1}: ${isExcluded ? 'Excluded.' : reasons?.join(' ')}`
          : ''}
      </p>
      {current && canExclude && !isSending && (
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button
            size="small"
            onClick={() => void run.exclude({ first: at.position, end: at.position + 1 }, !isExcluded).then(onSummary)}
          >
            {isExcluded ? 'Include' : 'Exclude'} row {current.at + 1}
          </Button>
          {existing && (
            <Button
              size="small"
              onClick={() =>
                void run.allow({ first: at.position, end: at.position + 1 }, !existing.isWarning).then(onSummary)
              }
            >
              {existing.isWarning ? `Don’t send row ${current.at + 1}` : `Send row ${current.at + 1} all the same`}
            </Button>
          )}
        </Stack>
      )}
      {choice && (
        <Stack
          role="group"
          aria-label={labelOf(choice.fieldName ?? '')}
          direction="row"
          useFlexGap
          sx={{ gap: 1, flexWrap: 'wrap' }}
        >
          {(choice.choices ?? choice.suggestions)?.map(({ text, label }) => (
            <Button
              key={text}
              variant="outlined"
              sx={{ textAlign: 'left', whiteSpace: 'normal', height: 'auto', py: 0.75 }}
              onClick={() => void run.paste(at.position, columns.indexOf(choice.fieldName), [[text]]).then(onSummary)}
            >
              {label}
            </Button>
          ))}
        </Stack>
      )}
    </>
  );
}

function Heading(props: {
  heading: string;
  fieldName: string | undefined;
  isRequired: boolean;
  sort: SheetSort | null;
  onSort(): void;
}) {
  const { heading, fieldName, isRequired, sort, onSort } = props;
  const direction = sort && (sort.isDescending ? 'descending' : 'ascending');
  return (
    <th
      scope="col"
      title={fieldName ? `${heading}${isRequired ? ': required' : ''}` : `${heading}: not imported`}
      data-left-out={fieldName ? undefined : ''}
      aria-sort={direction ?? undefined}
    >
      <button type="button" onClick={onSort}>
        <span>
          {fieldName ? labelOf(fieldName) : `${heading} · not imported`}
          {isRequired && ' *'}
        </span>
        {direction && <span aria-hidden>{sort?.isDescending ? '↓' : '↑'}</span>}
      </button>
    </th>
  );
}
