import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { WorkerFault } from '#console/api/worker-calls.ts';
import type { Import } from '#console/import-engine/client.ts';
import { clientFieldsOf, takesName } from '#console/import-engine/clients/new.ts';
import {
  findHeadings,
  guessColumns,
  headingOf,
  headingsIn,
  type ColumnFields,
} from '#console/import-engine/columns.ts';
import { fieldsOf } from '#console/import-engine/rows.ts';
import type { Opened, SheetInfo } from '#console/import-engine/session.ts';
import type { Summary } from '#console/import-engine/summary.ts';
import type { DayOrder } from '#console/import-engine/values.ts';
import { PlainInput, PlainSelect } from '#console/kit/form/plain-field.tsx';
import { Muted } from '#console/kit/ui/muted.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { TableFrame } from '#console/kit/ui/plain-table.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { rememberColumns, rememberedColumns } from '#console/session/import-columns.ts';
import { useToday } from '#console/session/today.ts';
import { fieldOf } from '#contract/fields.ts';
import { operations } from '#contract/operations.ts';
import { counted, type Kind } from './kinds.ts';
import { useCodes } from './use-codes.ts';

export interface SheetLayout {
  headings: string[];
  columns: ColumnFields;
}

/** Characters shown of a row when choosing the headings. */
const maxRowText = 80;

const labelOf = (fieldName: string) => fieldOf(fieldName)?.label ?? fieldName;
const isDateField = (fieldName: string | undefined) => (fieldOf(fieldName ?? '')?.input ?? '').startsWith('date');

interface Props {
  kind: Kind;
  runId: string;
  name: string;
  opened: Opened;
  session: Import;
  onBack(): void;
  onBegin(layout: SheetLayout, summary: Summary): void;
}

/** Matches columns to fields: a guess, shown with the first cells, for the person to correct. */
export function Columns({ opened, ...props }: Props) {
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
  const width = sheet.first.reduce((most, row) => Math.max(most, row.length), 0);
  const [remembered] = useState(() => rememberedColumns(kind.operation));
  const [headingRow, setHeadingRow] = useState(() => findHeadings(sheet.first, allNames, remembered));
  const found = headingRow === undefined ? [] : headingsIn(sheet.first, headingRow, width);
  const isRepeated = (text: string) => found.filter((it) => it.text === text).length > 1;
  const headings = Array.from({ length: width }, (_, at) => {
    const { text = '', group } = found[at] ?? {};
    return (group && isRepeated(text) ? `${group} · ${text}` : text) || `Column ${at + 1}`;
  });
  const [columns, setColumns] = useState<ColumnFields>(() => guessColumns(found, allNames, remembered));
  const [constants, setConstants] = useState<Record<string, string>>({});
  const [order, setOrder] = useState<DayOrder>();
  const [isBeginning, setBeginning] = useState(false);
  const [problem, setProblem] = useState('');

  const orders = columns.flatMap((fieldName, at) => (isDateField(fieldName) ? [sheet.dates[at]] : []));
  const isOrderOpen = orders.includes('open') && !orders.includes('day') && !orders.includes('month');
  const known = orders.includes('month') ? 'month' : 'day';
  const hasName = names.some((it) => columns.includes(it));
  const hasBranches = (columns.includes('BankCode') || constants.BankCode) && Object.keys(branches).length > 0;
  const follows = (fieldName: string) =>
    (hasName && fieldName === 'ClientNumber') || (hasBranches && fieldName === 'BranchCode');
  const missing = required.filter((it) => !columns.includes(it) && !follows(it));
  /** Omitted rows: the headings and everything above. */
  const above = headingRow === undefined ? 0 : headingRow + 1;
  const begin = async () => {
    setBeginning(true);
    // With names alone, the numbers found by them get a column.
    const isByName = hasName && !columns.includes('ClientNumber');
    const all = {
      headings: isByName ? [...headings, labelOf('ClientNumber')] : headings,
      columns: isByName ? [...columns, 'ClientNumber'] : columns,
    };
    const chosen = columns.flatMap((fieldName, at) =>
      fieldName && found[at]?.text && !isRepeated(found[at].text)
        ? [[headingOf(found[at].text), fieldName] as const]
        : [],
    );
    rememberColumns(kind.operation, Object.fromEntries(chosen));
    try {
      const summary = await session.session.begin({
        id: runId,
        name,
        headings: all.headings,
        sheet: index,
        headingRow,
        operation: kind.operation,
        columns: all.columns,
        constants: Object.fromEntries(Object.entries(constants).filter(([it, text]) => text && !columns.includes(it))),
        options: { today, dayOrder: order ?? known, codes, branches },
      });
      await session.session.save();
      onBegin(all, summary);
    } catch (error) {
      setProblem(error instanceof WorkerFault ? error.message : 'The rows could not be read.');
      setBeginning(false);
    }
  };
  return (
    <Section title={`Match columns · ${counted(sheet.rows - above, { one: 'row', many: 'rows' })}`}>
      <Box sx={{ maxWidth: 480, mb: 2 }}>
        <PlainSelect
          label="Headings are in"
          value={headingRow ?? ''}
          onChange={({ target: { value } }) => {
            const at = value === '' ? undefined : Number(value);
            setHeadingRow(at);
            setColumns(guessColumns(at === undefined ? [] : headingsIn(sheet.first, at, width), allNames, remembered));
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
            {headings.map((heading, at) => (
              <tr key={at}>
                <th scope="row">{heading}</th>
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
                  {sheet.first
                    .slice(above)
                    .map((row) => row[at])
                    .filter(Boolean)
                    .slice(0, 3)
                    .join(' · ')}
                </Box>
                <Box component="td" sx={{ minWidth: 220, '& label': { display: 'none' } }}>
                  <PlainSelect
                    label={`What ${heading} holds`}
                    aria-label={`What ${heading} holds`}
                    value={columns[at] ?? ''}
                    onChange={(event) => {
                      const field = event.target.value || undefined;
                      setColumns(columns.map((it, other) => (other === at ? field : it === field ? undefined : it)));
                    }}
                  >
                    <option value="">Don’t import</option>
                    {fieldNames.map((it) => (
                      <option key={it} value={it}>
                        {labelOf(it)}
                        {required.includes(it) && ' (required)'}
                      </option>
                    ))}
                    {ofClients.length > 0 && (
                      <optgroup label="Client details">
                        {ofClients.map((it) => (
                          <option key={it} value={it}>
                            {labelOf(it)}
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
      {missing.length > 0 && (
        <Stack spacing={1.5} sx={{ mt: 2 }}>
          <Typography>
            No column holds {missing.map((it) => labelOf(it).toLowerCase()).join(', ')}. Enter one value for all rows,
            or choose a column above.
          </Typography>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 2 }}>
            {missing.map((it) => (
              <Box key={it} sx={{ flex: '0 1 220px' }}>
                <PlainInput
                  label={`${labelOf(it)}, all rows`}
                  value={constants[it] ?? ''}
                  onChange={(event) => setConstants({ ...constants, [it]: event.target.value })}
                />
              </Box>
            ))}
          </Stack>
        </Stack>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      <Stack direction="row" sx={{ mt: 2, gap: 1, justifyContent: 'end' }}>
        <Button onClick={onBack}>Choose another file</Button>
        <Button
          variant="contained"
          loading={isBeginning || isLoading}
          disabled={(isOrderOpen && !order) || columns.every((it) => it === undefined)}
          onClick={() => void begin()}
        >
          Check the rows
        </Button>
      </Stack>
    </Section>
  );
}
