import { styled } from '@mui/material/styles';
import { useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { fieldOf } from '../../../contract/fields.ts';
import type { Import } from '../../import-engine/client.ts';
import type { ColumnFields } from '../../import-engine/columns.ts';
import type { ShownRow } from '../../import-engine/sheet.ts';
import type { RowState, Summary } from '../../import-engine/summary.ts';
import { rowHeight, scrollTopFor, windowOf } from '../../kit/grid/window.ts';

const numberWidth = 132;
const cellWidth = 170;

const Frame = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  const line = `1px solid ${palette.divider}`;
  return {
    overflow: 'auto',
    height: 'max(320px, 55dvh)',
    border: line,
    borderRadius: 8,
    background: palette.background.paper,
    scrollPadding: `${rowHeight}px 0 0 ${numberWidth}px`,
    '& table': { borderCollapse: 'separate', borderSpacing: 0, tableLayout: 'fixed' },
    '& th, & td': {
      boxSizing: 'border-box',
      height: rowHeight,
      padding: '0 10px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      textAlign: 'left',
      borderBottom: line,
      borderRight: line,
      background: palette.background.paper,
      fontWeight: 400,
      fontVariantNumeric: 'tabular-nums',
    },
    '& thead th': { position: 'sticky', top: 0, zIndex: 2, fontWeight: 600, color: palette.text.secondary },
    '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, color: palette.text.secondary },
    '& thead th:first-of-type': { zIndex: 3 },
    '& td[data-left-out]': { color: palette.text.disabled },
    '& td[aria-selected=true]': { background: palette.action.selected },
    '& td[aria-invalid=true]': { boxShadow: `inset 0 -2px ${palette.error.main}` },
    '& td:focus': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
    '& td input': { all: 'unset', width: '100%', font: 'inherit' },
    '& [data-state=refused]': { color: palette.error.main },
    '& [data-state=unknown]': { color: palette.warning.main },
    '& [data-state=accepted]': { color: palette.success.main },
    '& p': { margin: 0 },
  };
});

const marks: Record<RowState, string> = { unsent: '', accepted: 'Accepted', refused: 'Refused', unknown: 'Unknown' };

interface Place {
  position: number;
  column: number;
}

interface Props {
  run: Import['run'];
  summary: Summary;
  headings: readonly string[];
  columns: ColumnFields;
  /** A cell to go to. */
  target: Place | undefined;
  onSummary(summary: Summary): void;
}

/** The rows as a spreadsheet: typed over, pasted into, filled down. Only the rows in sight are here; the rest are the worker's. */
export function SheetGrid({ run, summary, headings, columns, target, onSummary }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [view, setView] = useState(480);
  const [rows, setRows] = useState<{ first: number; list: readonly ShownRow[] }>({ first: 0, list: [] });
  const [at, setAt] = useState<Place>({ position: 0, column: 0 });
  const [from, setFrom] = useState<Place>();
  const [typed, setTyped] = useState<string>();
  // The cell takes the focus when the keyboard or a problem moved to it, not when the page is opened.
  const isMoved = useRef(false);
  const { first, end, before, after } = windowOf(summary.shown, scrollTop, view);

  useEffect(() => {
    let isCurrent = true;
    void run.window(first, end).then((list) => isCurrent && setRows({ first, list }));
    return () => void (isCurrent = false);
    // A new summary says that rows have changed.
  }, [run, first, end, summary]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setView(Math.max(rowHeight, element.clientHeight - rowHeight)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const rowAt = (position: number) => rows.list[position - rows.first];
  const move = ({ position, column }: Place, isRange = false) => {
    const to = {
      position: Math.max(0, Math.min(summary.shown - 1, position)),
      column: Math.max(0, Math.min(headings.length - 1, column)),
    };
    setFrom(isRange ? (from ?? at) : undefined);
    setAt(to);
    isMoved.current = true;
    const element = frame.current;
    if (!element) return;
    element.scrollTop = scrollTopFor(to.position, summary.shown, element.scrollTop, view);
    setScrollTop(element.scrollTop);
  };
  useEffect(() => {
    if (!isMoved.current || typed !== undefined) return;
    const cell = frame.current?.querySelector<HTMLElement>('td[tabindex="0"]');
    if (!cell) return;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    isMoved.current = false;
  }, [at, rows, typed]);
  const [reached, setReached] = useState(target);
  if (target !== reached) {
    setReached(target);
    if (target) setAt(target);
  }
  useEffect(() => {
    const element = frame.current;
    if (!target || !element) return;
    isMoved.current = true;
    element.scrollTop = scrollTopFor(target.position, summary.shown, element.scrollTop, view);
    setScrollTop(element.scrollTop);
    // Only when there is another place to go to.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target]);

  const range = {
    top: Math.min(at.position, from?.position ?? at.position),
    bottom: Math.max(at.position, from?.position ?? at.position),
    left: Math.min(at.column, from?.column ?? at.column),
    right: Math.max(at.column, from?.column ?? at.column),
  };
  const commit = async (text: string, then: Place) => {
    setTyped(undefined);
    move(then);
    onSummary(await run.paste(at.position, at.column, [[text]]));
  };
  const block = async () => {
    const list = await run.window(range.top, range.bottom + 1);
    return list.map((row) =>
      Array.from({ length: range.right - range.left + 1 }, (_, n) => row.cells[range.left + n] ?? ''),
    );
  };
  const clear = async () => {
    const empty = Array.from({ length: range.bottom - range.top + 1 }, () =>
      Array.from({ length: range.right - range.left + 1 }, () => ''),
    );
    onSummary(await run.paste(range.top, range.left, empty));
  };
  const fillDown = async () => {
    const [firstRow = []] = await block();
    const filled = Array.from({ length: range.bottom - range.top + 1 }, () => firstRow);
    onSummary(await run.paste(range.top, range.left, filled));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (typed !== undefined) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '');
    const cells = text.split(/\r?\n/).map((line) => line.split('\t'));
    void run.paste(range.top, range.left, cells).then(onSummary);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (typed !== undefined || getSelection()?.toString()) return;
    event.preventDefault();
    // What is in sight at once; longer blocks take a moment, which the clipboard's event does not give.
    const list = Array.from({ length: range.bottom - range.top + 1 }, (_, n) => rowAt(range.top + n));
    const text = list
      .map((row) =>
        Array.from({ length: range.right - range.left + 1 }, (_, n) => row?.cells[range.left + n] ?? '').join('\t'),
      )
      .join('\n');
    event.clipboardData.setData('text/plain', text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { position, column } = at;
    if (typed !== undefined) {
      if (event.key === 'Escape') {
        setTyped(undefined);
        isMoved.current = true;
      } else if (event.key === 'Enter') void commit(typed, { position: position + (event.shiftKey ? -1 : 1), column });
      else if (event.key === 'Tab') void commit(typed, { position, column: column + (event.shiftKey ? -1 : 1) });
      else return;
      event.preventDefault();
      return;
    }
    const isCommand = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(view / rowHeight) - 1);
    const steps: Record<string, Place> = {
      ArrowDown: { position: position + 1, column },
      ArrowUp: { position: position - 1, column },
      ArrowLeft: { position, column: column - 1 },
      ArrowRight: { position, column: column + 1 },
      PageDown: { position: position + page, column },
      PageUp: { position: position - page, column },
      Home: { position: isCommand ? 0 : position, column: 0 },
      End: { position: isCommand ? summary.shown - 1 : position, column: headings.length - 1 },
    };
    const step = steps[event.key];
    if (step) move(step, event.shiftKey);
    else if (event.key === 'Enter' || event.key === 'F2') setTyped(rowAt(position)?.cells[column] ?? '');
    else if (event.key === 'Delete' || event.key === 'Backspace') void clear();
    else if (isCommand && event.key === 'd') void fillDown();
    else if (isCommand && event.key === 'z') void run.undo().then(onSummary);
    else if (isCommand && event.key === 'y') void run.redo().then(onSummary);
    else if (event.key.length === 1 && !isCommand && !event.altKey) setTyped(event.key);
    else return;
    event.preventDefault();
  };

  const current = rowAt(at.position);
  const said = current?.problems.map((it) => {
    const label = it.fieldName && (fieldOf(it.fieldName)?.label ?? it.fieldName);
    return `${label ? `${label}: ` : ''}${it.message}`;
  });
  return (
    <>
      <Frame
        ref={frame}
        onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
      >
        <table
          role="grid"
          aria-label="Rows to import"
          aria-rowcount={summary.shown + 1}
          aria-colcount={headings.length + 1}
          aria-multiselectable
          style={{ width: numberWidth + headings.length * cellWidth }}
        >
          <colgroup>
            <col style={{ width: numberWidth }} />
            <col span={headings.length} style={{ width: cellWidth }} />
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Row</th>
              {headings.map((heading, index) => (
                <th key={index} scope="col" title={heading}>
                  {columns[index] ? (fieldOf(columns[index])?.label ?? columns[index]) : `${heading} (left out)`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {Array.from({ length: end - first }, (_, slot) => {
              const position = first + slot;
              const row = rowAt(position);
              return (
                <tr key={slot} aria-rowindex={position + 2}>
                  <th scope="row" data-state={row?.state}>
                    {row ? `${row.at + 1}${marks[row.state] && ` · ${marks[row.state]}`}` : ''}
                  </th>
                  {headings.map((heading, column) => {
                    const isHere = at.position === position && at.column === column;
                    const problem = row?.problems.find((it) => it.fieldName && it.fieldName === columns[column]);
                    const isIn =
                      position >= range.top &&
                      position <= range.bottom &&
                      column >= range.left &&
                      column <= range.right;
                    return (
                      <td
                        key={column}
                        tabIndex={isHere ? 0 : -1}
                        aria-selected={from !== undefined && isIn}
                        aria-invalid={problem ? true : undefined}
                        aria-colindex={column + 2}
                        title={problem?.message}
                        data-left-out={columns[column] ? undefined : ''}
                        onMouseDown={(event) => {
                          if (isHere && typed !== undefined) return;
                          if (typed !== undefined) void commit(typed, { position, column });
                          else move({ position, column }, event.shiftKey);
                        }}
                        onDoubleClick={() => setTyped(row?.cells[column] ?? '')}
                      >
                        {isHere && typed !== undefined ? (
                          <input
                            autoFocus
                            aria-label={heading}
                            value={typed}
                            onChange={(event) => setTyped(event.target.value)}
                            onBlur={() => void (typed !== undefined && commit(typed, at))}
                          />
                        ) : (
                          (row?.cells[column] ?? '')
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
      <p aria-live="polite">{current && said?.length ? `Row ${current.at + 1}: ${said.join(' ')}` : ''}</p>
    </>
  );
}
