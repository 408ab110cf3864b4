import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { moneyOf } from '#console/domain/collections/money.ts';
import { bytesText, fileRowCount, rowCountText } from '#console/domain/collections/report-text.ts';
import { localStore } from '#kit/base/storage.ts';
import { labelOf } from '#kit/data-grid/filters.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { FormMessage } from '#kit/form/form-message.tsx';
import { PlainSelect } from '#kit/form/plain-field.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { centsText } from '#kit/ui/sums.ts';
import { leadingZeros } from '#report-engine/export/text.ts';
import { groupingText } from '../groups/grouping.ts';
import { withPairs } from './pairs.ts';
import { useExport, type Choices, type ExportProps } from './use-export.ts';

const key = 'report-export';

const lastFormat = (): Choices['format'] => (localStore.getItem(key) === 'xlsx' ? 'xlsx' : 'csv');

export function ReportExport(props: ExportProps) {
  const { report, state, by, onClose } = props;
  const columns = withPairs(
    report,
    props.columns,
    state.sums.some((it) => it.currency),
  );
  const [choices, setChoices] = useState<Choices>(() => ({
    format: lastFormat(),
    decimal: '.',
    dates: 'date',
    byteOrderMark: true,
    hasCodes: false,
    hasHeading: false,
    fieldNames: new Set(columns),
  }));
  const [mayBeIncomplete, setMayBeIncomplete] = useState(false);
  const { write, stop, done, progress } = useExport(props);
  const isWriting = progress !== '';
  const { format, fieldNames } = choices;
  const all = [...columns, ...report.columns.map((it) => it.fieldName).filter((it) => !columns.includes(it))];
  const picked = all.filter((it) => fieldNames.has(it));
  const isGrouped = by.length > 0;
  const change = (next: Partial<Choices>) => setChoices((before) => ({ ...before, ...next }));
  const close = () => {
    stop();
    onClose();
  };
  const toggle = (fieldName: string) => {
    const next = new Set(fieldNames);
    if (!next.delete(fieldName)) next.add(fieldName);
    change({ fieldNames: next });
  };
  const tick = (name: 'byteOrderMark' | 'hasCodes' | 'hasHeading', label: string) => (
    <CheckBox label={label} isOn={choices[name]} onChange={(isOn) => change({ [name]: isOn })} />
  );

  return (
    <Modal
      title={`Export ${rowCountText(fileRowCount(state), report.noun)}`}
      onClose={close}
      actions={
        <>
          <FormMessage others={done && 'problem' in done ? [done.problem] : []} />
          <Button onClick={close}>{isWriting ? 'Stop' : 'Cancel'}</Button>
          <Button
            variant="contained"
            disabled={isWriting || picked.length === 0 || (!state.isComplete && !mayBeIncomplete)}
            onClick={() => void write(choices, picked)}
          >
            Export
          </Button>
        </>
      }
    >
      <Stack spacing={2}>
        {isGrouped && (
          <Typography color="textSecondary">As they are grouped: by {groupingText(by)}, with sub-totals.</Typography>
        )}
        {!state.isComplete && (
          <Notice tone="warning" title={state.isSettled ? 'This report is incomplete' : 'This report is still loading'}>
            The file would hold only what has loaded, and its name would say INCOMPLETE.
            <CheckBox label="Export what has loaded" isOn={mayBeIncomplete} onChange={setMayBeIncomplete} />
          </Notice>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, '& > *': { flex: '1 1 150px' } }}>
          <PlainSelect
            label="Format"
            value={format}
            onChange={(event) => {
              localStore.setItem(key, event.target.value);
              change({ format: event.target.value as typeof format });
            }}
          >
            <option value="xlsx">Excel (XLSX)</option>
            <option value="csv">CSV</option>
          </PlainSelect>
          {format === 'csv' ? (
            <PlainSelect
              label="Decimals"
              value={choices.decimal}
              onChange={(event) => change({ decimal: event.target.value as Choices['decimal'] })}
            >
              <option value=".">1234.56, commas between cells</option>
              <option value=",">1234,56, semicolons between cells</option>
            </PlainSelect>
          ) : (
            <PlainSelect
              label="Dates"
              value={choices.dates}
              onChange={(event) => change({ dates: event.target.value as Choices['dates'] })}
            >
              <option value="date">Dates</option>
              <option value="text">Text</option>
            </PlainSelect>
          )}
        </Stack>
        <Box sx={{ display: 'grid' }}>
          {!isGrouped && tick('hasCodes', 'Add columns with codes, such as UNPAID beside Unpaid')}
          {format === 'csv' && tick('hasHeading', 'Period, filters and totals above the columns')}
          {format === 'csv' && tick('byteOrderMark', 'Mark as UTF-8 for spreadsheets (BOM)')}
          {format === 'csv' && <Muted>{leadingZeros}</Muted>}
          {format === 'xlsx' && <Muted>Period, filters and totals are on a second sheet.</Muted>}
        </Box>
        {!isGrouped && (
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
                <CheckBox
                  key={fieldName}
                  label={labelOf(report.columns.find((it) => it.fieldName === fieldName) ?? { fieldName })}
                  isOn={fieldNames.has(fieldName)}
                  onChange={() => toggle(fieldName)}
                />
              ))}
            </Box>
          </Box>
        )}
        <Box role="status" aria-live="polite">
          {done && 'result' in done && (
            <Typography component="div" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
              Written: {rowCountText(done.result.rows)}, {bytesText(done.result.bytes)}
              {picked.includes(report.sum?.fieldName ?? '') &&
                !isGrouped &&
                moneyOf(done.result.sums).map(({ kind, label, cents, currency }) => (
                  <div key={kind}>
                    {label}: {centsText(cents, currency)}
                  </div>
                ))}
              <div>{done.name}</div>
            </Typography>
          )}
          {isWriting && <Typography color="textSecondary">{progress}</Typography>}
        </Box>
      </Stack>
    </Modal>
  );
}
