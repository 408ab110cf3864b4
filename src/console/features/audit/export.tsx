import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { recordInAudit } from '#console/api/audit.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Menu } from '#kit/ui/menu.tsx';
import { fileName, fileTypes, saveFile } from '#report-engine/save-file.ts';
import { allEntries, detailLines, targetText, type AuditFilter, type AuditEntry } from './entries.ts';

const columns: readonly [string, (entry: AuditEntry) => string | number | undefined][] = [
  ['Sequence', (it) => it.Sequence],
  ['Time (UTC)', (it) => it.At],
  ['Action', (it) => it.Action],
  ['Outcome', (it) => it.Outcome],
  ['Kind', (it) => it.Actor.Kind],
  ['User', (it) => it.Actor.Id],
  ['Name', (it) => it.Actor.Name],
  ['Program', (it) => it.Context?.Program],
  ['Address', (it) => it.Context?.Address],
  ['Session', (it) => it.Context?.Session],
  ['Product', (it) => it.Product],
  ['Call', (it) => it.CallSequence],
  ['Records', (it) => (it.Targets ?? []).map(targetText).join('; ')],
  ['Details', (it) => detailLines(it).join('; ')],
];

/** A text that a spreadsheet would run as a formula gets an apostrophe. */
const cell = (value: string | number | undefined): string => {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const csvOf = (entries: readonly AuditEntry[]): string =>
  [columns.map(([title]) => title), ...entries.map((entry) => columns.map(([, of]) => cell(of(entry))))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('');

const jsonLinesOf = (entries: readonly AuditEntry[]): string => entries.map((it) => `${JSON.stringify(it)}\n`).join('');

/** A file of all entries that the filters leave. */
export function ExportAudit({ filter }: { filter: AuditFilter }) {
  const { merchant } = useTenant();
  const [progress, setProgress] = useState('');
  const [problem, setProblem] = useState('');
  const write = async (format: 'csv' | 'jsonl') => {
    setProblem('');
    const name = fileName({ title: `Audit ${merchant}`, count: undefined, noun: ['entry', 'entries'], format });
    const to = await saveFile(name, fileTypes[format]);
    if (!to) return;
    setProgress('Exporting…');
    try {
      const entries = await allEntries(merchant, filter);
      await recordInAudit(merchant, { Action: 'export', What: 'Audit', Format: format, Records: entries.length });
      const writer = to.getWriter();
      await writer.write(new TextEncoder().encode(format === 'csv' ? csvOf(entries) : jsonLinesOf(entries)));
      await writer.close();
    } catch (error) {
      await to.abort(error).catch(() => undefined);
      setProblem(`No file was kept: ${(error as Error).message}`);
    }
    setProgress('');
  };
  return (
    <>
      <Menu
        label="Export"
        progress={progress || undefined}
        items={[
          { label: 'CSV', act: () => void write('csv') },
          { label: 'JSON Lines', act: () => void write('jsonl') },
        ]}
      />
      {problem && (
        <Typography role="alert" color="error" variant="body2">
          {problem}
        </Typography>
      )}
    </>
  );
}
