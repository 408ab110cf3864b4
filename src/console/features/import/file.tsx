import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useToday } from '#console/session/today.ts';
import { operations } from '#contract/operations.ts';
import { WorkerFault } from '#kit/base/worker-calls.ts';
import { monthPlus } from '#kit/dates/calendar-days.ts';
import { PlainSelect, PlainTextArea } from '#kit/form/plain-field.tsx';
import { FileButton, onDropped } from '#kit/ui/file-button.tsx';
import { Menu } from '#kit/ui/menu.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Section } from '#kit/ui/section.tsx';
import { monthText } from '#rules/day-text.ts';
import { fieldsOf } from '#sheet-engine/rows.ts';
import { importKind, kinds, type ImportKind } from './kinds.ts';
import { sheetColumns, templateColumnsOf } from './records.ts';
import { repeatable } from './repeat/rows.ts';
import { saveTemplate } from './template.ts';
import { useCodes } from './use-codes.ts';

export function ChooseFile(props: {
  kind: ImportKind;
  onKind(kind: ImportKind): void;
  onFile(file: Blob & { name: string }): Promise<void>;
  onText(text: string): Promise<void>;
  onEmpty(): void;
  /** @param month `2026-10` */
  onRepeat(month: string): void;
}) {
  const { kind, onKind, onFile, onText, onEmpty, onRepeat } = props;
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState('');
  const [isOver, setOver] = useState(false);
  const why = useForbidden(kind.operation);
  const read = async (act: () => Promise<void>) => {
    setReading(true);
    setProblem('');
    try {
      await act();
    } catch (error) {
      setProblem(error instanceof WorkerFault ? error.message : 'The file could not be read.');
      setReading(false);
    }
  };
  const take = (file: File) => {
    setOver(false);
    void read(() => onFile(file));
  };
  const { required } = fieldsOf(operations[kind.operation]);
  const today = useToday();
  const fieldNames = templateColumnsOf(kind.operation, useForbidden('clientCreate') === undefined);
  const { codes } = useCodes(fieldNames);
  return (
    <Stack spacing={2} sx={{ maxWidth: 760 }}>
      <Section title="What do you want to import?">
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'end' }}>
          <Box sx={{ flex: '1 1 280px', maxWidth: 360 }}>
            <PlainSelect
              label="Import"
              value={kind.operation}
              onChange={(event) => {
                const chosen = importKind(event.target.value);
                if (chosen) onKind(chosen);
              }}
            >
              {(['New', 'Changes'] as const).map((group) => (
                <optgroup key={group} label={group === 'New' ? 'Add new' : 'Change existing'}>
                  {kinds
                    .filter((it) => it.group === group)
                    .map((it) => (
                      <option key={it.operation} value={it.operation}>
                        {group === 'New'
                          ? it.label
                          : `Changes to ${it.label.charAt(0).toLowerCase()}${it.label.slice(1)}`}
                      </option>
                    ))}
                </optgroup>
              ))}
            </PlainSelect>
          </Box>
          <Menu
            label="Template"
            name="Download a template"
            items={[
              { label: 'Excel (XLSX)', act: () => void saveTemplate(kind, fieldNames, codes, 'xlsx') },
              { label: 'CSV', act: () => void saveTemplate(kind, fieldNames, codes, 'csv') },
            ]}
          />
        </Stack>
        <Muted sx={{ mt: 1.5 }}>
          The template has a column for each field; {required.length} of them {required.length === 1 ? 'is' : 'are'}{' '}
          required.{' '}
          {fieldNames.length > sheetColumns(kind.operation).length &&
            'Fill in the client’s columns for new clients only. '}
          Or use your own spreadsheet and match its columns.
        </Muted>
      </Section>
      {why ? (
        <Notice tone="warning">{why}</Notice>
      ) : (
        <Section title="Add your data">
          <Stack
            spacing={1.5}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={onDropped(take)}
            sx={{
              border: '1px dashed',
              borderColor: isOver ? 'primary.main' : 'divider',
              borderRadius: 1,
              p: 3,
              alignItems: 'center',
              textAlign: 'center',
            }}
          >
            <Typography>Drop a CSV file or workbook (.xlsx) here</Typography>
            <FileButton
              variant="contained"
              loading={isReading}
              label="File to import"
              accept=".csv,.tsv,.txt,.xlsx,.xls"
              onFile={take}
            >
              Choose a file
            </FileButton>
          </Stack>
          <Box sx={{ mt: 2 }}>
            <PlainTextArea
              label="Or paste from a spreadsheet, including headings"
              rows={3}
              value=""
              readOnly={isReading}
              onChange={({ target }) => {
                if (target.value.trim()) void read(() => onText(target.value));
              }}
            />
          </Box>
          <Stack direction="row" useFlexGap sx={{ mt: 1.5, gap: 1, flexWrap: 'wrap' }}>
            {kind.group === 'New' && (
              <Button variant="outlined" onClick={onEmpty}>
                Start with an empty sheet
              </Button>
            )}
            {kind.operation in repeatable && (
              <Menu
                label="Repeat a month"
                items={[-1, 0].map((by) => {
                  const month = monthPlus(today.slice(0, 7), by);
                  return {
                    label: `${monthText(month)} again in ${monthText(monthPlus(month, 1))}`,
                    act: () => onRepeat(month),
                  };
                })}
              />
            )}
          </Stack>
          {problem && (
            <Box sx={{ mt: 2 }}>
              <Notice tone="error">{problem}</Notice>
            </Box>
          )}
        </Section>
      )}
    </Stack>
  );
}
