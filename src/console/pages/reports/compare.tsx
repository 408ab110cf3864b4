import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fieldOf } from '../../../contract/fields.ts';
import { formatCents } from '../../../rules/money.ts';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { PlainSelect } from '../../parts/plain-field.tsx';
import { useQueryWord } from '../../parts/query-word.ts';
import { daysBefore, rangeOf, yearBefore, type Days, type Range } from '../../parts/ranges.ts';
import { compared, type Compared } from '../../parts/report-compare.ts';
import { reportOf, type Report, type ReportName } from '../../parts/report-list.ts';
import { QuestionBar, useQuestion } from '../../parts/report-question.tsx';
import { Incomplete, ReportProgress } from '../../parts/report-status.tsx';
import { daysText, records, valueText, whole } from '../../parts/report-text.ts';
import { Section } from '../../parts/section.tsx';
import { Skeletons } from '../../parts/states.tsx';
import { useToday } from '../../parts/today.ts';
import { useGroups, useReport, type OpenReport } from '../../parts/use-report.ts';
import type { Group, View } from '../../report/protocol.ts';

const everything: View = { search: '', filters: [], sort: null };

const against = { before: 'The days before', year: 'The same days a year earlier', own: 'Own days' } as const;
type Against = keyof typeof against;

/** The range to compare with, as the address says it; the days right before when it says nothing else. */
function otherRange(query: URLSearchParams, range: Range, today: string): Range {
  const said = query.get('compare');
  if (said === 'own') {
    const words = { from: query.get('with-from') ?? '', to: query.get('with-to') ?? '' };
    return rangeOf(new URLSearchParams(words), today);
  }
  if (range.problem) return range;
  return said === 'year' ? yearBefore(range) : daysBefore(range);
}

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  width: '100%',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    padding: '5px 10px',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th:first-of-type': { textAlign: 'left', whiteSpace: 'normal', fontWeight: 400, minWidth: 120 },
  '& thead th': { color: theme.vars.palette.text.secondary, fontSize: '0.86em', fontWeight: 600 },
  '& tfoot th, & tfoot td': { fontWeight: 600, borderBottom: 0 },
}));

const signed = (value: number, text: (value: number) => string) =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${text(Math.abs(value))}`;

const percent = ({ now, before }: { now: number; before: number }) =>
  before === 0
    ? ''
    : `${signed(Math.round((1000 * (now - before)) / before) / 10, (it) => String(it).replace('.', ','))} %`;

function Line({ name, line, hasSum }: { name: ReactNode; line: Compared; hasSum: boolean }) {
  const { count, cents } = line;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{whole(count.now)}</td>
      <td>{whole(count.before)}</td>
      <td>{signed(count.now - count.before, whole)}</td>
      <td>{percent(count)}</td>
      {hasSum &&
        (cents ? (
          <>
            <td>{formatCents(cents.now)}</td>
            <td>{formatCents(cents.before)}</td>
            <td>{signed(cents.now - cents.before, formatCents)}</td>
            <td>{percent(cents)}</td>
          </>
        ) : (
          <td colSpan={4}>no sum: not all are whole cents</td>
        ))}
    </tr>
  );
}

function Split({ report, word, now, before }: { report: Report; word: string; now: OpenReport; before: OpenReport }) {
  const by = useMemo(() => [{ word }], [word]);
  const [one, other] = [useGroups(now.source, by, report.sum), useGroups(before.source, by, report.sum)];
  const label = fieldOf(word)?.label ?? word;
  return (
    <Section title={`By ${label.toLowerCase()}`}>
      {one && other ? (
        <Differences report={report} word={word} label={label} now={one} before={other} />
      ) : (
        <Skeletons rows={4} />
      )}
    </Section>
  );
}

function Differences(props: {
  report: Report;
  word: string;
  label: string;
  now: readonly Group[];
  before: readonly Group[];
}) {
  const { report, word, label, now, before } = props;
  const { lines, total } = useMemo(() => compared(now, before), [now, before]);
  const hasSum = report.sum !== undefined;
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={`Differences by ${label.toLowerCase()}`}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col">Records</th>
            <th scope="col">Before</th>
            <th scope="col">Difference</th>
            <th scope="col">%</th>
            {hasSum && (
              <>
                <th scope="col">{fieldOf(report.sum ?? '')?.label ?? report.sum}</th>
                <th scope="col">Before</th>
                <th scope="col">Difference</th>
                <th scope="col">%</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((it) => (
            <Line key={it.key} name={valueText(word, it.key)} line={it} hasSum={hasSum} />
          ))}
        </tbody>
        <tfoot>
          <Line name="All" line={total} hasSum={hasSum} />
        </tfoot>
      </Table>
    </Box>
  );
}

function Side({ title, range, opened, report }: { title: string; range: Days; opened: OpenReport; report: Report }) {
  const { state, source } = opened;
  return (
    <Stack spacing={1} sx={{ flex: '1 1 320px', minWidth: 0 }}>
      <Typography component="p" variant="h3">
        {title}: {daysText(range)}
      </Typography>
      {state && source && (
        <>
          <Typography component="output" color="textSecondary">
            {state.isSettled ? records(state.total) : `${records(state.total)} so far`}
          </Typography>
          {!state.isSettled && <ReportProgress state={state} source={source} />}
          <Incomplete state={state} source={source} operation={report.operation.name} />
        </>
      )}
    </Stack>
  );
}

/** Two ranges of one report side by side: what there is more of, and what less. */
export function ReportCompare({ name, tabs }: { name: ReportName; tabs: ReactNode }) {
  const today = useToday();
  const [query, setQuery] = useSearchParams();
  const report = useMemo(() => reportOf(name), [name]);
  const { range, words, problems } = useQuestion(report);
  const [said, setSaid] = useQueryWord('compare');
  const other = otherRange(query, range, today);
  const now = useReport(report, range, words, everything);
  const before = useReport(report, other, other.problem ? null : words, everything);
  const kind: Against = Object.hasOwn(against, said) ? (said as Against) : 'before';

  const choose = (next: string) => {
    if (next !== 'own') return setSaid(next);
    setQuery((from) => {
      const to = new URLSearchParams(from);
      to.set('compare', 'own');
      to.set('with-from', other.from);
      to.set('with-to', other.to);
      return to;
    });
  };
  const day = (word: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      type="date"
      value={other[word]}
      error={other.problem !== undefined}
      onChange={(event) =>
        setQuery(
          (from) => {
            const to = new URLSearchParams(from);
            to.set(`with-${word}`, event.target.value);
            return to;
          },
          { replace: true },
        )
      }
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: '1900-01-01', max: '9999-12-31' } }}
      sx={{ minWidth: 150 }}
    />
  );

  return (
    <Page
      title={`${report.title}, compared`}
      actions={
        <Button variant="outlined" onClick={() => setSaid('')}>
          Back to the report
        </Button>
      }
    >
      {tabs}
      <QuestionBar report={report} problems={problems} />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }} data-screen>
        <Box sx={{ minWidth: 220 }}>
          <PlainSelect label="Compare with" value={kind} onChange={(event) => choose(event.target.value)}>
            {Object.entries(against).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </PlainSelect>
        </Box>
        {kind === 'own' && day('from', 'Compare from')}
        {kind === 'own' && day('to', 'Compare to')}
      </Stack>
      {other.problem && kind === 'own' && <Notice tone="error">{other.problem}</Notice>}
      {words && !other.problem && (
        <>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
            <Side title="Now" range={range} opened={now} report={report} />
            <Side title="Before" range={other} opened={before} report={report} />
          </Stack>
          {range.to > today && other.to <= today && report.direction === 'back' && (
            <Typography color="textSecondary">The first range is not over yet: it ends on {range.to}.</Typography>
          )}
          {report.splits.map((word) => (
            <Split key={word} report={report} word={word} now={now} before={before} />
          ))}
        </>
      )}
    </Page>
  );
}
