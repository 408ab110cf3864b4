import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Import } from '#sheet-engine/client.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import type { CellPosition } from '#sheet-engine/view.ts';
import type { useWindow } from './use-window.ts';

export interface CellTarget extends CellPosition {
  /** Leaves the focus unchanged, as in a text search. */
  isAside?: boolean;
}

interface Props {
  run: Import['run'];
  summary: SheetSummary;
  width: number;
  textAt(position: number, column: number): string;
  target: CellTarget | undefined;
  sight: ReturnType<typeof useWindow>;
  onSummary(summary: SheetSummary): void;
  onFind(isReplacing: boolean): void;
}

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Keyboard and clipboard of the sheet, as in spreadsheets: the current cell and what is typed into it. */
export function useCells({ run, summary, width, textAt, target, sight, onSummary, onFind }: Props) {
  const { frame, rows, rowAt, page, scrollTo } = sight;
  const [at, setAt] = useState<CellPosition>({ position: 0, column: 0 });
  const [from, setFrom] = useState<CellPosition>();
  const [typed, setTyped] = useState<string>();
  // Focuses the cell if the keyboard or a problem moved to it, not when the page opens.
  const isMoved = useRef(false);

  const move = ({ position, column }: CellPosition, isRange = false) => {
    const to = {
      position: Math.max(0, Math.min(summary.shown - 1, position)),
      column: Math.max(0, Math.min(width - 1, column)),
    };
    setFrom(isRange ? (from ?? at) : undefined);
    setAt(to);
    isMoved.current = true;
    scrollTo(to.position);
  };
  useEffect(() => {
    if (!target) return;
    isMoved.current = true;
    scrollTo(target.position);
    // Before the focus effect below, which has no other trigger if nothing scrolls.
    // Only when the target changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target]);
  useEffect(() => {
    if (!isMoved.current || typed !== undefined) return;
    const cell = frame.current?.querySelector<HTMLElement>('td[tabindex="0"]');
    if (!cell) return;
    if (!target?.isAside || target.position !== at.position || target.column !== at.column)
      cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    isMoved.current = false;
  }, [frame, at, rows, typed, target]);
  const [reached, setReached] = useState(target);
  if (target !== reached) {
    setReached(target);
    if (target) {
      setAt({ position: target.position, column: target.column });
      setFrom(undefined);
    }
  }

  const top = Math.min(at.position, from?.position ?? at.position);
  const left = Math.min(at.column, from?.column ?? at.column);
  const height = Math.abs(at.position - (from?.position ?? at.position)) + 1;
  const breadth = Math.abs(at.column - (from?.column ?? at.column)) + 1;
  const put = async (block: string[][]) => onSummary(await run.paste(top, left, block));
  const commit = async (text: string, then: CellPosition) => {
    setTyped(undefined);
    move(then);
    onSummary(await run.paste(at.position, at.column, [[text]]));
  };
  const fillDown = async () => {
    const [row] = await run.window(top, top + 1);
    const texts = times(breadth, (n) => row?.cells[left + n] ?? '');
    await put(times(height, () => texts));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (typed !== undefined || isOutside(event)) return;
    event.preventDefault();
    void run.pasteText(top, left, event.clipboardData.getData('text/plain'), { height, breadth }).then(onSummary);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (typed !== undefined || isOutside(event) || getSelection()?.toString()) return;
    event.preventDefault();
    // Only visible rows: longer blocks load asynchronously, which the clipboard event doesn't allow.
    const lines = times(height, (down) => times(breadth, (n) => textAt(top + down, left + n)).join('\t'));
    event.clipboardData.setData('text/plain', lines.join('\n'));
  };

  const typing = (event: KeyboardEvent, text: string) => {
    const { position, column } = at;
    if (event.key === 'Escape') {
      setTyped(undefined);
      isMoved.current = true;
    } else if (event.key === 'Enter') void commit(text, { position: position + (event.shiftKey ? -1 : 1), column });
    else if (event.key === 'Tab') void commit(text, { position, column: column + (event.shiftKey ? -1 : 1) });
    else return;
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (typed !== undefined) return typing(event, typed);
    if (isOutside(event)) return;
    const { position, column } = at;
    const isCommand = event.ctrlKey || event.metaKey;
    const steps: Record<string, CellPosition> = {
      ArrowDown: { position: position + 1, column },
      ArrowUp: { position: position - 1, column },
      ArrowLeft: { position, column: column - 1 },
      ArrowRight: { position, column: column + 1 },
      PageDown: { position: position + page, column },
      PageUp: { position: position - page, column },
      Home: { position: isCommand ? 0 : position, column: 0 },
      End: { position: isCommand ? summary.shown - 1 : position, column: width - 1 },
    };
    const commands: Record<string, () => void> = {
      d: () => void fillDown(),
      z: () => void (event.shiftKey ? run.redo() : run.undo()).then(onSummary),
      y: () => void run.redo().then(onSummary),
      f: () => onFind(false),
      h: () => onFind(true),
    };
    const step = steps[event.key];
    const command = isCommand ? commands[event.key.toLowerCase()] : undefined;
    if (step) move(step, event.shiftKey);
    else if (command) command();
    else if (event.key === 'Enter' || event.key === 'F2') setTyped(rowAt(position)?.cells[column] ?? '');
    else if (event.key === 'Delete' || event.key === 'Backspace')
      void put(times(height, () => times(breadth, () => '')));
    else if (event.key.length === 1 && !isCommand && !event.altKey) setTyped(event.key);
    else return;
    event.preventDefault();
  };
  return {
    at,
    typed,
    setTyped,
    move,
    commit,
    /** The focus moved elsewhere: keeps the typed text and leaves the focus there. */
    leave: (text: string) => {
      setTyped(undefined);
      void run.paste(at.position, at.column, [[text]]).then(onSummary);
    },
    isIn: ({ position, column }: CellPosition) =>
      from !== undefined && position >= top && position < top + height && column >= left && column < left + breadth,
    handlers: { onKeyDown, onPaste, onCopy },
  };
}

/** The headings have their own buttons. */
const isOutside = ({ target }: { target: EventTarget }) => !(target instanceof HTMLElement && target.closest('tbody'));
