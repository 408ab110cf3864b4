import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { fieldOf } from '../../../contract/fields.ts';
import { formatCents } from '../../../rules/money.ts';
import { useTenant } from '../../api/tenant.ts';
import type { Exported, ExportOptions, ReportSource, ReportState } from '../../report-engine/protocol.ts';
import { fileName, fileTypes, saveFile } from '../../report-engine/save-file.ts';
import { useConfig } from '../../api/config.ts';
import { Modal } from '../../kit/ui/modal.tsx';
import { Notice } from '../../kit/ui/notice.tsx';
import { PlainSelect } from '../../kit/form/plain-field.tsx';
import type { Days } from '../../kit/dates/ranges.ts';
import { writeFilter } from '../../domain/collections/report-address.ts';
import type { Report } from '../../domain/collections/report-list.ts';
import { bytesText, daysText, records, sliceWords } from '../../domain/collections/report-text.ts';
import { nowIn } from '../../session/wall-clock.ts';

const label = (fieldName: string) => fieldOf(fieldName)?.label ?? fieldName;

interface Asked {
  report: Report;
  range: Days;
  source: ReportSource;
  state: ReportState;
  /** Fields of the columns as they are shown. */
  columns: readonly string[];
  /** The query's words besides the range. */
  fields: Readonly<Record<string, unknown>>;
  onClose(): void;
}

type Done = { result: Exported; name: string } | { problem: string };

const sumLines = (sums: Exported['sums'], columns: readonly string[]): [string, string][] =>
  Object.entries(sums)
    .filter(([fieldName]) => columns.includes(fieldName))
    .map(([fieldName, cents]) => [
      label(fieldName),
      cents === null ? 'no sum: not all are whole cents' : formatCents(cents),
    ]);

/** Writes exactly the rows that are shown, in their order, as a file; and says what went into it. */
export function ReportExport({ report, range, source, state, columns, fields, onClose }: Asked) {
  const { merchant, product } = useTenant();
  const { timeZone } = useConfig();
  const [format, setFormat] = useState<ExportOptions['format']>('csv');
  const [decimal, setDecimal] = useState<ExportOptions['decimal']>('.');
  const [dates, setDates] = useState<ExportOptions['dates']>('text');
  const [byteOrderMark, setByteOrderMark] = useState(true);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(columns));
  const [mayBeIncomplete, setMayBeIncomplete] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const [done, setDone] = useState<Done>();
  const stop = useRef<AbortController>(undefined);
  const all = [...columns, ...report.columns.map((it) => it.fieldName).filter((it) => !columns.includes(it))];
  const picked = all.filter((it) => chosen.has(it));
  const { isComplete } = state;

  const about = (): string[][] => [
    ['Report', report.title],
    ['Merchant', merchant],
    ...(report.product === 'none'
      ? []
      : [['Product', String(fields.Product ?? (report.product === 'path' ? product : 'all'))]]),
    ['Range', daysText(range)],
    ...Object.entries(fields)
      .filter(([fieldName]) => fieldName !== 'Product')
      .map(([fieldName, value]) => [label(fieldName), String(value)]),
    ...(state.view.search ? [['Search', state.view.search]] : []),
    ...state.view.filters.map((it) => ['Filter', writeFilter(it)]),
    ['Records', String(state.count)],
    ...sumLines(state.sums, picked).map(([fieldName, sum]) => [`Sum of ${fieldName}`, sum]),
    ['Complete', isComplete ? 'yes' : 'NO: some records are missing'],
    ...state.slices.map((it) => ['Call', daysText(it), sliceWords[it.state], records(it.rows)]),
    ['Written', nowIn(timeZone)],
  ];

  const write = async () => {
    setDone(undefined);
    const title = [isComplete ? '' : 'INCOMPLETE', report.title, merchant, report.product === 'none' ? '' : product]
      .filter(Boolean)
      .join(' ');
    const name = fileName({ title, ...range, count: state.count, format });
    const abort = new AbortController();
    stop.current = abort;
    setWriting(true);
    try {
      const to = await saveFile(name, fileTypes[format]);
      if (!to) return;
      const titles = picked.map((fieldName) => ({ fieldName, title: label(fieldName) }));
      const options: ExportOptions = { format, columns: titles, byteOrderMark, decimal, dates, about: about() };
      setDone({ result: await source.exportTo(options, to, abort.signal), name });
    } catch (error) {
      setDone({
        problem: abort.signal.aborted
          ? 'Stopped; no file was kept.'
          : `No file was kept: ${String((error as Error).message)}`,
      });
    } finally {
      setWriting(false);
    }
  };
  const close = () => {
    stop.current?.abort();
    onClose();
  };
  const toggle = (fieldName: string) => {
    const next = new Set(chosen);
    if (!next.delete(fieldName)) next.add(fieldName);
    setChosen(next);
  };

  return (
    <Modal label="Export" onClose={close} width={560}>
      <Stack spacing={2} sx={{ p: 2.5 }}>
        <Typography variant="h2">Export {records(state.count)}</Typography>
        {!isComplete && (
          <Notice tone="warning" title={state.isSettled ? 'This report is incomplete' : 'This report is still loading'}>
            The file would hold only what has loaded, and its name would say INCOMPLETE.
            <FormControlLabel
              control={
                <Checkbox checked={mayBeIncomplete} onChange={(event) => setMayBeIncomplete(event.target.checked)} />
              }
              label="Export what has loaded"
            />
          </Notice>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, '& > *': { flex: '1 1 150px' } }}>
          <PlainSelect
            label="Format"
            value={format}
            onChange={(event) => setFormat(event.target.value as typeof format)}
          >
            <option value="csv">CSV</option>
            <option value="xlsx">Excel (XLSX)</option>
          </PlainSelect>
          {format === 'csv' ? (
            <PlainSelect
              label="Decimals"
              value={decimal}
              onChange={(event) => setDecimal(event.target.value as typeof decimal)}
            >
              <option value=".">1234.56, commas between cells</option>
              <option value=",">1234,56, semicolons between cells</option>
            </PlainSelect>
          ) : (
            <PlainSelect label="Dates" value={dates} onChange={(event) => setDates(event.target.value as typeof dates)}>
              <option value="text">Text</option>
              <option value="date">Date cells</option>
            </PlainSelect>
          )}
        </Stack>
        {format === 'csv' && (
          <FormControlLabel
            control={<Checkbox checked={byteOrderMark} onChange={(event) => setByteOrderMark(event.target.checked)} />}
            label="Mark as UTF-8 for spreadsheets (BOM)"
          />
        )}
        <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
          <Typography component="legend" variant="subtitle2">
            Columns ({picked.length} of {all.length})
          </Typography>
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
              maxHeight: 200,
              overflow: 'auto',
            }}
          >
            {all.map((fieldName) => (
              <FormControlLabel
                key={fieldName}
                control={<Checkbox size="small" checked={chosen.has(fieldName)} onChange={() => toggle(fieldName)} />}
                label={label(fieldName)}
              />
            ))}
          </Box>
        </Box>
        <Box role="status" aria-live="polite">
          {done && 'problem' in done && <Typography color="error">{done.problem}</Typography>}
          {done && 'result' in done && (
            <Typography component="div" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
              Written: {records(done.result.rows)}, {bytesText(done.result.bytes)}
              {sumLines(done.result.sums, picked).map(([fieldName, sum]) => (
                <div key={fieldName}>
                  {fieldName}: {sum}
                </div>
              ))}
              <div>{done.name}</div>
            </Typography>
          )}
          {isWriting && <Typography color="textSecondary">Writing…</Typography>}
        </Box>
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
          <Button onClick={close}>{isWriting ? 'Stop' : 'Close'}</Button>
          <Button
            variant="contained"
            disabled={isWriting || picked.length === 0 || (!isComplete && !mayBeIncomplete)}
            onClick={() => void write()}
          >
            Export
          </Button>
        </Stack>
      </Stack>
    </Modal>
  );
}
