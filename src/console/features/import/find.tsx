import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import { CheckBox } from '#kit/form/check-box.tsx';
import { PlainInput, PlainSelect } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import type { TextSearch } from '#sheet-engine/view.ts';
import type { CellTarget } from './use-cells.ts';

interface Props {
  run: Import['run'];
  labels: readonly string[];
  /** Which field to focus; a new object focuses it again. */
  wanted: { isReplacing: boolean };
  onShow(target: CellTarget): void;
  onSummary(summary: SheetSummary): void;
  onClose(): void;
}

/** Searches the filtered rows; a replacement is one undo step. */
export function FindRows({ run, labels, wanted, onShow, onSummary, onClose }: Props) {
  const frame = useRef<HTMLFormElement>(null);
  const [search, setSearch] = useState('');
  const [by, setBy] = useState('');
  const [status, setStatus] = useState('');
  const [how, setHow] = useState<Omit<TextSearch, 'text'>>({});
  const at = useRef({ position: 0, column: -1 });
  useEffect(() => {
    frame.current?.querySelectorAll('input')[wanted.isReplacing && search ? 1 : 0]?.select();
    // Reads the text only when the person opens the fields.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);

  const seek = async (text: string, isBackwards = false, as = how) => {
    const found = await run.seek({ ...as, text }, at.current, isBackwards);
    setStatus(text === '' ? '' : found ? `${formatCount(found.nth)} of ${formatCount(found.count)}` : 'Not found');
    if (!found) return;
    at.current = { position: found.position, column: found.column };
    onShow({ ...at.current, isAside: true });
  };
  const replaceAll = async () => {
    const found = await run.seek({ ...how, text: search }, at.current);
    onSummary(await run.replace({ ...how, text: search }, by));
    setStatus(found ? `${countText(found.count, ['cell', 'cells'])} replaced` : 'Not found');
  };
  const change = (next: Omit<TextSearch, 'text'>) => {
    setHow(next);
    at.current = { position: 0, column: -1 };
    void seek(search, false, next);
  };
  return (
    <Stack
      component="form"
      ref={frame}
      aria-label="Find and replace"
      direction="row"
      useFlexGap
      sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'end' }}
      onSubmit={(event) => {
        event.preventDefault();
        void seek(search);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Box sx={{ flex: '1 1 180px', maxWidth: 280 }}>
        <PlainInput
          label="Find"
          value={search}
          onChange={({ target: { value } }) => {
            setSearch(value);
            at.current = { position: 0, column: -1 };
            void seek(value);
          }}
        />
      </Box>
      <Box sx={{ flex: '1 1 180px', maxWidth: 280 }}>
        <PlainInput label="Replace with" value={by} onChange={({ target: { value } }) => setBy(value)} />
      </Box>
      <Box sx={{ flex: '0 1 180px' }}>
        <PlainSelect
          label="In"
          value={how.column ?? ''}
          onChange={({ target: { value } }) => change({ ...how, column: value === '' ? undefined : Number(value) })}
        >
          <option value="">all columns</option>
          {labels.map((label, column) => (
            <option key={column} value={column}>
              {label}
            </option>
          ))}
        </PlainSelect>
      </Box>
      <CheckBox label="Whole cell" isOn={how.isWhole ?? false} onChange={(isWhole) => change({ ...how, isWhole })} />
      <CheckBox label="Match case" isOn={how.isCase ?? false} onChange={(isCase) => change({ ...how, isCase })} />
      <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button disabled={!search} onClick={() => void seek(search, true)}>
          Previous
        </Button>
        <Button type="submit" disabled={!search}>
          Next
        </Button>
        <Button disabled={!search} onClick={() => void replaceAll()}>
          Replace all
        </Button>
        <Button onClick={onClose}>Close</Button>
        <Muted role="status" sx={{ minWidth: 96 }}>
          {status}
        </Muted>
      </Stack>
    </Stack>
  );
}
