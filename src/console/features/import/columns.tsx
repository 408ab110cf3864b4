import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useConfig } from '#console/api/config.ts';
import { useForbidden } from '#console/api/permission.ts';
import { rememberColumns, rememberedColumns } from '#console/session/import-columns.ts';
import { useToday } from '#console/session/today.ts';
import { fieldOf } from '#contract/fields.ts';
import { operations } from '#contract/operations.ts';
import { WorkerFault } from '#kit/base/worker-calls.ts';
import { PlainInput, PlainSelect } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { dayText } from '#rules/day-text.ts';
import type { Import } from '#sheet-engine/client.ts';
import { clientFieldsOf, takesName } from '#sheet-engine/clients/new.ts';
import {
  findHeadings,
  guessColumns,
  headingOf,
  headingsIn,
  notImported,
  type ColumnFields,
} from '#sheet-engine/columns.ts';
import { fieldsOf } from '#sheet-engine/rows.ts';
import type { OpenedSheet, SheetInfo } from '#sheet-engine/session.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import { unusedColumns } from '#sheet-engine/unused-columns.ts';
import { swappedDate, type DayOrder } from '#sheet-engine/values.ts';
import { kindCountText, type ImportKind } from './kinds.ts';
import { fieldLabelOf, Unused } from './unused.tsx';
import { useCodes } from './use-codes.ts';

export interface SheetLayout {
  headings: string[];
  columns: ColumnFields;
  /** See `RunSetup`. */
  notImported?: string[];
  hiddenColumns?: string[];
}

/** Characters shown of a row when choosing the headings. */
const maxRowText = 80;

const isDateField = (fieldName: string | undefined) => (fieldOf(fieldName ?? '')?.input ?? '').startsWith('date');

interface Props {
  kind: ImportKind;
  runId: string;
  name: string;
  opened: OpenedSheet;
  session: Import;
  onBack(): void;
  onBegin(layout: SheetLayout, summary: SheetSummary): void;
}

/** Matches columns to fields: a guess, shown with the first cells, for the person to correct. */
export function MatchColumns({ opened, ...props }: Props) {
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      opened.sheets.findIndex((it) => !it.isHidden && it.rows > 0),
    ),
  );
  const sheet = opened.sheets[chosen];
  return (
    <Stack spacing={2}>
      {opened.notes.length > 0 && <Typography color="textSecondary">{opened.notes.join(' ')}</Typography>}
      {opened.sheets.length > 1 && (
        <Box sx={{ maxWidth: 360 }}>
          <PlainSelect label="Sheet" value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
            {opened.sheets.map((it, index) => (
              <option key={it.name} value={index}>
                {it.name} ({it.problem ? 'cannot be imported' : `${it.rows} rows`}
                {it.isHidden && ', hidden'})
              </option>
            ))}
          </PlainSelect>
        </Box>
      )}
      {sheet && sheet.rows > 0 ? (
        <SheetColumns key={chosen} {...props} sheet={sheet} index={chosen} />
      ) : (
        <Notice tone="warning" action={<Button onClick={props.onBack}>Choose another file</Button>}>
          {sheet?.problem ?? 'There is nothing in this sheet.'}
        </Notice>
      )}
    </Stack>
  );
}

function SheetColumns(props: Omit<Props, 'opened'> & { sheet: SheetInfo; index: number }) {
  const { kind, runId, name, sheet, index, session, onBack, onBegin } = props;
  const today = useToday();
  const { required, optional } = fieldsOf(operations[kind.operation]);
  const fieldNames = [...required, ...optional];
  const whyNoClients = useForbidden('clientCreate');
  const names = takesName(operations[kind.operation]) ? ['ClientName'] : [];
  const added = whyNoClients ? [] : clientFieldsOf(kind.operation);
  const ofClients = added.length > 0 ? added : names;
  const allNames = [...fieldNames, ...ofClients];
  const { codes, branches, isLoading } = useCodes(allNames);
  const { timeZone } = useConfig();
  const width = sheet.dates.length;
  const [remembered] = useState(() => rememberedColumns(kind.operation));
  const [headingRow, setHeadingRow] = useState(() => findHeadings(sheet.first, allNames, remembered));
  const found = headingRow === undefined ? [] : headingsIn(sheet.first, headingRow, width);
  const isRepeated = (text: string) => found.filter((it) => it.text === text).length > 1;
  const headings = Array.from({ length: width }, (_, at) => {
    const { text = '', group } = found[at] ?? {};
    return (group && isRepeated(text) ? `${group} · ${text}` : text) || `Column ${at + 1}`;
  });
  const isHidden = (at: number) => sheet.hiddenColumns.includes(at);
  const guess = (row: number | undefined, isMeant: (at: number) => boolean, open = allNames) =>
    guessColumns(
      (row === undefined ? [] : headingsIn(sheet.first, row, width)).map((it, at) => (isMeant(at) ? it : { text: '' })),
      open,
      remembered,
    );
  // Hidden columns are not guessed: the person checks what the workbook shows.
  const [columns, setColumns] = useState<ColumnFields>(() => guess(headingRow, (at) => !isHidden(at)));
  /** Columns that the person has decided about. */
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const [areHiddenUsed, setHiddenUsed] = useState(false);
  const [areRowsIncluded, setRowsIncluded] = useState(false);
  const [swaps, setSwaps] = useState<Readonly<Record<number, boolean>>>({});
  const [constants, setConstants] = useState<Record<string, string>>({});
  const [order, setOrder] = useState<DayOrder>();
  const [isBeginning, setBeginning] = useState(false);
  const [problem, setProblem] = useState('');

  const dateColumns = columns.flatMap((fieldName, at) => (isDateField(fieldName) ? [at] : []));
  const orders = new Set(dateColumns.map((at) => sheet.dates[at]?.order));
  const isOrderOpen = orders.has('day') === orders.has('month') && (orders.has('open') || orders.has('day'));
  const known = orders.has('month') ? 'month' : 'day';
  const mixed = dateColumns.flatMap((at) => {
    const { date, text } = sheet.dates[at]?.mixed ?? {};
    return date === undefined || text === undefined ? [] : [{ at, date, text }];
  });
  const hasName = names.some((it) => columns.includes(it));
  const hasBranches = (columns.includes('BankCode') || constants.BankCode) && Object.keys(branches).length > 0;
  const follows = (fieldName: string) =>
    (hasName && fieldName === 'ClientNumber') || (hasBranches && fieldName === 'BranchCode');
  const missing = required.filter((it) => !columns.includes(it) && !follows(it));
  /** Omitted rows: the headings and everything above. */
  const above = headingRow === undefined ? 0 : headingRow + 1;
  const samples = Array.from({ length: width }, (_, at) => [
    ...sheet.first.slice(above).map((row) => row[at] ?? ''),
    ...(sheet.later[at] ?? []),
  ]);
  const isFilled = (at: number) => samples[at]?.some((it) => it.trim() !== '') === true;
  // A note far to the right makes a sheet wide.
  const shownColumns = headings.flatMap((heading, at) => (found[at]?.text || isFilled(at) ? [{ heading, at }] : []));
  const unused = unusedColumns(found, columns, samples, allNames).map((it) => ({
    ...it,
    heading: headings[it.column] ?? '',
    isHidden: isHidden(it.column),
    isAsked:
      it.mayHold.length > 0 &&
      !decided.has(it.column) &&
      !(isHidden(it.column) && !areHiddenUsed) &&
      remembered[headingOf(found[it.column]?.text ?? '')] !== notImported,
  }));
  const isAsking = unused.some((it) => it.isAsked) || mixed.some(({ at }) => swaps[at] === undefined);
  const decide = (at: number, fieldName: string | undefined) => {
    setColumns(columns.map((it, other) => (other === at ? fieldName : it === fieldName ? undefined : it)));
    setDecided(new Set([...decided, at]));
  };
  /** Leaves what the person has decided, and the columns that the workbook shows. */
  const includeHidden = (areUsed: boolean) => {
    const isMeant = (at: number) => isHidden(at) && !decided.has(at);
    const others = columns.map((it, at) => (isMeant(at) ? undefined : it));
    const open = allNames.filter((it) => !others.includes(it));
    const guessed = areUsed ? guess(headingRow, isMeant, open) : [];
    setHiddenUsed(areUsed);
    setColumns(others.map((it, at) => it ?? guessed[at]));
  };
  const hiddenRows = sheet.hiddenRows.filter((at) => at >= above).length;
  const hiddenFilled = sheet.hiddenColumns.filter(isFilled);
  const begin = async () => {
    setBeginning(true);
    // With names alone, the numbers found by them get a column.
    const isByName = hasName && !columns.includes('ClientNumber');
    const all = {
      headings: isByName ? [...headings, fieldLabelOf('ClientNumber')] : headings,
      columns: isByName ? [...columns, 'ClientNumber'] : columns,
      notImported: unused.map((it) => `“${it.heading}”: ${it.samples.join(' · ')}`),
      hiddenColumns: hiddenFilled.flatMap((at) => (columns[at] === undefined ? [] : [headings[at] ?? ''])),
    };
    const chosen = columns.flatMap((fieldName, at) => {
      const text = found[at]?.text;
      if (!text || isRepeated(text) || (fieldName === undefined && !decided.has(at))) return [];
      return [[headingOf(text), fieldName ?? notImported] as const];
    });
    rememberColumns(kind.operation, Object.fromEntries(chosen));
    try {
      const summary = await session.session.begin({
        id: runId,
        name,
        ...all,
        sheet: index,
        headingRow,
        operation: kind.operation,
        swapped: mixed.flatMap(({ at }) => (swaps[at] ? [at] : [])),
        isHiddenExcluded: !areRowsIncluded,
        constants: Object.fromEntries(Object.entries(constants).filter(([it, text]) => text && !columns.includes(it))),
        options: { today, timeZone, dayOrder: order ?? known, codes, branches },
      });
      await session.session.save();
      onBegin(all, summary);
    } catch (error) {
      setProblem(error instanceof WorkerFault ? error.message : 'The rows could not be read.');
      setBeginning(false);
    }
  };
  return (
    <Section title={`Match columns · ${kindCountText(sheet.rows - above, { one: 'row', many: 'rows' })}`}>
      <Box sx={{ maxWidth: 480, mb: 2 }}>
        <PlainSelect
          label="Headings are in"
          value={headingRow ?? ''}
          onChange={({ target: { value } }) => {
            const at = value === '' ? undefined : Number(value);
            setHeadingRow(at);
            setColumns(guess(at, (column) => areHiddenUsed || !isHidden(column)));
            setDecided(new Set());
          }}
        >
          <option value="">no row</option>
          {sheet.first.map((row, at) => (
            <option key={at} value={at}>
              row {sheet.numbers[at]}: {row.filter(Boolean).join(' · ').slice(0, maxRowText)}
            </option>
          ))}
        </PlainSelect>
        {above > 1 && (
          <Muted sx={{ mt: 0.5 }}>
            The {above === 2 ? 'row' : `${above - 1} rows`} above {above === 2 ? 'is' : 'are'} not imported.
          </Muted>
        )}
      </Box>
      <Box sx={{ overflowX: 'auto' }}>
        <TableFrame
          label="Columns"
          sx={{
            // On a phone the heading is enough.
            '& > * > tr > :nth-child(2)': { display: { xs: 'none', sm: 'table-cell' } },
          }}
        >
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Sample</th>
              <th scope="col">Field</th>
            </tr>
          </thead>
          <tbody>
            {shownColumns.map(({ heading, at }) => (
              <tr key={at}>
                <th scope="row">
                  {heading}
                  {isHidden(at) && <Muted>Hidden in the workbook</Muted>}
                </th>
                <Box
                  component="td"
                  sx={{
                    color: 'text.secondary',
                    maxWidth: 320,
                    overflow: 'hidden',
                    textOverflow: 'ellipsis',
                    whiteSpace: 'nowrap',
                  }}
                >
                  {samples[at]?.filter(Boolean).slice(0, 3).join(' · ')}
                </Box>
                <Box component="td" sx={{ minWidth: 220, '& label': { display: 'none' } }}>
                  <PlainSelect
                    label={`What ${heading} holds`}
                    aria-label={`What ${heading} holds`}
                    value={columns[at] ?? ''}
                    onChange={(event) => decide(at, event.target.value || undefined)}
                  >
                    <option value="">Don’t import</option>
                    {fieldNames.map((it) => (
                      <option key={it} value={it}>
                        {fieldLabelOf(it)}
                        {required.includes(it) && ' (required)'}
                      </option>
                    ))}
                    {ofClients.length > 0 && (
                      <optgroup label="Client details">
                        {ofClients.map((it) => (
                          <option key={it} value={it}>
                            {fieldLabelOf(it)}
                          </option>
                        ))}
                      </optgroup>
                    )}
                  </PlainSelect>
                </Box>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      </Box>
      {hiddenRows + hiddenFilled.length > 0 && (
        <Stack direction="row" useFlexGap sx={{ mt: 2, flexWrap: 'wrap', gap: 2 }}>
          {hiddenRows > 0 && (
            <HiddenChoice
              label={`${kindCountText(hiddenRows, { one: 'row is', many: 'rows are' })} hidden in the workbook`}
              isIncluded={areRowsIncluded}
              onChange={setRowsIncluded}
            />
          )}
          {hiddenFilled.length > 0 && (
            <HiddenChoice
              label={`${kindCountText(hiddenFilled.length, { one: 'column is', many: 'columns are' })} hidden in the workbook`}
              isIncluded={areHiddenUsed}
              onChange={includeHidden}
            />
          )}
        </Stack>
      )}
      {columns.some((it) => it !== undefined && ofClients.includes(it)) && (
        <Typography sx={{ mt: 2 }}>
          {hasName && 'A row without a client number is given that of the one client who has its name. '}
          {added.length > 0 &&
            'Clients who are new are added first, each once. Those who are there already keep their details.'}
        </Typography>
      )}
      {hasBranches && !columns.includes('BranchCode') && (
        <Typography sx={{ mt: 2 }}>A client’s branch is that of the bank, where the bank has only one.</Typography>
      )}
      {isOrderOpen && (
        <Box sx={{ mt: 2, maxWidth: 360 }}>
          <PlainSelect
            label="Dates such as 03/04/2026 are"
            value={order ?? ''}
            onChange={(event) => setOrder((event.target.value || undefined) as DayOrder | undefined)}
          >
            <option value="">Choose…</option>
            <option value="day">day first: 3 April 2026</option>
            <option value="month">month first: 4 March 2026</option>
          </PlainSelect>
        </Box>
      )}
      {mixed.map(({ at, date, text }) => (
        <Box key={at} sx={{ mt: 2, maxWidth: 480 }}>
          <Typography sx={{ mb: 1 }}>
            “{headings[at]}” has dates such as {date}, and others such as {text}. A spreadsheet set to another country
            may have swapped day and month.
          </Typography>
          <PlainSelect
            label={`${date} in ${headings[at]} is`}
            value={swaps[at] === undefined ? '' : String(swaps[at])}
            onChange={({ target: { value } }) => {
              const { [at]: _, ...others } = swaps;
              setSwaps(value === '' ? others : { ...others, [at]: value === 'true' });
            }}
          >
            <option value="">Choose…</option>
            <option value="false">{dayText(isoOf(date))}</option>
            <option value="true">{dayText(isoOf(swappedDate(date) ?? date))}: day and month are swapped</option>
          </PlainSelect>
        </Box>
      ))}
      {unused.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Unused list={unused} onDecide={decide} />
        </Box>
      )}
      {missing.length > 0 && (
        <Stack spacing={1.5} sx={{ mt: 2 }}>
          <Typography>
            No column holds {missing.map((it) => fieldLabelOf(it).toLowerCase()).join(', ')}. Enter one value for all
            rows, or choose a column above.
          </Typography>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 2 }}>
            {missing.map((it) => (
              <Box key={it} sx={{ flex: '0 1 220px' }}>
                <PlainInput
                  label={`${fieldLabelOf(it)}, all rows`}
                  value={constants[it] ?? ''}
                  onChange={(event) => setConstants({ ...constants, [it]: event.target.value })}
                />
              </Box>
            ))}
          </Stack>
        </Stack>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      <Stack
        direction="row"
        useFlexGap
        sx={{ mt: 2, gap: 1, flexWrap: 'wrap', justifyContent: 'end', alignItems: 'center' }}
      >
        {isAsking && <Muted>Answer the questions above first.</Muted>}
        <Button onClick={onBack}>Choose another file</Button>
        <Button
          variant="contained"
          loading={isBeginning || isLoading}
          disabled={isAsking || (isOrderOpen && !order) || columns.every((it) => it === undefined)}
          onClick={() => void begin()}
        >
          Check the rows
        </Button>
      </Stack>
    </Section>
  );
}

/** `2026/1/5` as `2026-01-05`. */
const isoOf = (date: string): string =>
  date
    .split(/\D/)
    .slice(0, 3)
    .map((it) => it.padStart(2, '0'))
    .join('-');

function HiddenChoice(props: { label: string; isIncluded: boolean; onChange(isIncluded: boolean): void }) {
  const { label, isIncluded, onChange } = props;
  return (
    <Box sx={{ flex: '0 1 320px' }}>
      <PlainSelect
        label={label}
        value={String(isIncluded)}
        onChange={(event) => onChange(event.target.value === 'true')}
      >
        <option value="false">Exclude</option>
        <option value="true">Include</option>
      </PlainSelect>
    </Box>
  );
}
