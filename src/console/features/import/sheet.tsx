import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { areDryRunsOffered } from '#console/api/access.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { FormActions } from '#console/domain/write/form-actions.tsx';
import { fieldOf } from '#contract/fields.ts';
import { operations } from '#contract/operations.ts';
import { Menu } from '#kit/ui/menu.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Section } from '#kit/ui/section.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import type { Import } from '#sheet-engine/client.ts';
import { clientFieldsOf } from '#sheet-engine/clients/new.ts';
import { fieldsOf } from '#sheet-engine/rows.ts';
import type { ProblemGroup, SheetSummary } from '#sheet-engine/summary.ts';
import type { SheetFilter, SheetSort } from '#sheet-engine/view.ts';
import { CheckOutcome } from './check/outcome.tsx';
import { useCheck } from './check/use-check.ts';
import { useSheetClients } from './clients/use-known.ts';
import type { SheetLayout } from './columns.tsx';
import { ConfirmImport, type SendHow } from './confirm.tsx';
import { mayExist, useExisting } from './existing/use-existing.ts';
import { FindRows } from './find.tsx';
import { SheetGrid } from './grid.tsx';
import { kindCountText, type ImportKind } from './kinds.ts';
import { Problems } from './problems.tsx';
import { resultText } from './result-text.ts';
import { hasSensitiveColumns } from './shown-cell.ts';
import { saveRows } from './template.ts';
import { UnansweredRows, WaitingRows } from './unanswered.tsx';
import type { CellTarget } from './use-cells.ts';
import { useSend } from './use-send.ts';

const filters: { filter: SheetFilter; label: string; count(summary: SheetSummary): number }[] = [
  { filter: 'all', label: 'All', count: (it) => it.rows },
  { filter: 'changed', label: 'Changed', count: (it) => (it.unchanged > 0 ? it.rows - it.unchanged : 0) },
  { filter: 'problems', label: 'Needs fixing', count: (it) => it.withProblems },
  { filter: 'accepted', label: 'Accepted', count: (it) => it.states.accepted },
  { filter: 'waiting', label: 'Waiting for release', count: (it) => it.states.waiting },
  { filter: 'excluded', label: 'Excluded', count: (it) => it.states.excluded },
  { filter: 'refused', label: 'Refused', count: (it) => it.states.refused },
  { filter: 'unknown', label: 'Unknown', count: (it) => it.states.unknown },
];

const clientRequired = fieldsOf(operations.clientCreate).required;

const saveAfterMs = 500;

interface Props {
  kind: ImportKind;
  runId: string;
  layout: SheetLayout;
  summary: SheetSummary;
  session: Import;
  onSummary(summary: SheetSummary): void;
  onLayout(layout: SheetLayout, summary: SheetSummary): void;
  onBack(): void;
}

export function ImportSheetView({ kind, runId, layout, summary, session, onSummary, onLayout, onBack }: Props) {
  const { run } = session;
  const { merchant, href } = useTenant();
  const [filter, setFilter] = useState<SheetFilter>('all');
  const [sort, setSort] = useState<SheetSort | null>(null);
  const [target, setTarget] = useState<CellTarget>();
  const [finding, setFinding] = useState<{ isReplacing: boolean }>();
  const [isAsking, setAsking] = useState(false);
  const [isClear, setClear] = useState(false);
  const { doing, clientsUnknown, send, stop } = useSend(kind, session, onSummary);
  const clients = useSheetClients(kind, layout.columns, session, onSummary);
  const dryRun = useCheck(kind, session, onSummary);
  const existing = useExisting(kind, session, runId, onSummary);
  const own = fieldsOf(operations[kind.operation]);
  const required = kind.group === 'New' ? own.required : [];
  const ofClients = useForbidden('clientCreate') ? [] : clientFieldsOf(kind.operation);
  const fieldNames = [...new Set([...own.required, ...own.optional, ...ofClients])];
  const { states, ready } = summary;
  /** The dry run no longer matches the rows. */
  const changed = (next: SheetSummary) => {
    dryRun.forget();
    onSummary(next);
  };
  const taken = states.accepted + states.waiting;
  const sent = taken + states.refused + states.unknown;
  const show = async (next: SheetFilter) => {
    onSummary(await run.filter(next));
    setFilter(next);
  };
  const goTo = async ({ fieldName, message }: ProblemGroup) => {
    const position = await run.find({ fieldName, message });
    if (position !== undefined)
      setTarget({
        position,
        column: Math.max(
          0,
          layout.columns.findIndex((it) => it === fieldName),
        ),
      });
  };
  const isFinished = summary.rows > 0 && sent > 0 && taken + states.excluded + summary.unchanged === summary.rows;
  const fix = async ({ fieldName = '', message }: ProblemGroup, text: string) => {
    const column = layout.columns.indexOf(fieldName);
    if (column < 0) await addColumn(fieldName);
    changed(await run.fill(column < 0 ? layout.columns.length : column, text, { problem: { fieldName, message } }));
  };
  const addColumn = async (fieldName: string) => {
    const heading = fieldOf(fieldName)?.label ?? fieldName;
    const next = await session.session.addColumn(fieldName, heading);
    const [headings, columns] = [
      [...layout.headings, heading],
      [...layout.columns, fieldName],
    ];
    onLayout({ ...layout, headings, columns }, next);
  };
  const undo = useEffectEvent((isAgain: boolean) => void (isAgain ? run.redo() : run.undo()).then(changed));
  // Wherever the focus is, except in text inputs: a clicked button may be gone.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && (key === 'z' || key === 'y');
      const { target: focused } = event;
      const isTyping = focused instanceof Element && focused.closest('input, textarea, select, [role=dialog], dialog');
      if (!isCommand || isTyping || event.defaultPrevented) return;
      event.preventDefault();
      undo(key === 'y' || event.shiftKey);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  // Delayed, so that continuous typing is saved once.
  useEffect(() => {
    if (doing !== 'nothing' || isFinished) return;
    const timer = setTimeout(() => void session.session.save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [summary, doing, isFinished, session]);
  const begin = async ({ most, isWhole }: SendHow) => {
    const checked = isWhole ? await dryRun.start(true) : undefined;
    if (checked && (checked.refused > 0 || checked.why !== undefined)) return;
    dryRun.forget();
    await send(most);
  };
  const isSending = doing !== 'nothing';
  const isDone = sent > 0 && ready === 0 && doing === 'nothing';
  const isIdle = doing === 'nothing' && !dryRun.progress && !clients.isLoading;
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      {sent > 0 && (
        <Section title={isDone ? 'Result' : 'Sending'}>
          <Stack spacing={1.5} aria-live="polite">
            {isSending && (
              <LinearProgress
                variant="determinate"
                value={(100 * sent) / Math.max(1, sent + ready)}
                aria-label="Sent"
              />
            )}
            <Typography variant={isDone ? 'h3' : undefined} component="p">
              {resultText(kind, summary, isSending)}
            </Typography>
            {states.waiting > 0 && !isSending && <WaitingRows count={states.waiting} />}
            {doing === 'tryingAgain' && <Typography>No answer yet. Trying again; nothing is saved twice.</Typography>}
            {states.unknown > 0 && !isSending && <UnansweredRows count={states.unknown} onAsk={() => void send()} />}
            <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
              {states.refused > 0 && (
                <>
                  <Button onClick={() => void show('refused')}>Show what was refused</Button>
                  <Button
                    onClick={() =>
                      void run
                        .cellsOf('refused')
                        .then((rows) => saveRows(`Refused ${kind.many}.csv`, layout.headings, rows))
                    }
                  >
                    Download what was refused
                  </Button>
                </>
              )}
              {isDone && states.excluded > 0 && (
                <Button
                  onClick={() =>
                    void run
                      .cellsOf('excluded')
                      .then((rows) => saveRows(`Left out ${kind.many}.csv`, layout.headings, rows))
                  }
                >
                  Download left-out rows
                </Button>
              )}
              {isDone && (
                <>
                  <Button variant="outlined" component={Link} to={href(kind.list)}>
                    View {kind.many}
                  </Button>
                  <Button onClick={onBack}>Import another file</Button>
                </>
              )}
            </Stack>
          </Stack>
        </Section>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Stack
          direction="row"
          role="group"
          aria-label="Rows shown"
          useFlexGap
          sx={{ gap: 0.5, flexWrap: 'wrap', flex: '1 1 300px' }}
        >
          {filters
            .filter((it) => it.filter === 'all' || it.count(summary) > 0 || it.filter === filter)
            .map((it) => (
              <Button
                key={it.label}
                size="small"
                aria-pressed={it.filter === filter}
                onClick={() => void show(it.filter)}
              >
                {it.label} {formatCount(it.count(summary))}
              </Button>
            ))}
        </Stack>
        <Button
          aria-pressed={finding !== undefined}
          onClick={() => setFinding(finding ? undefined : { isReplacing: false })}
        >
          Find and replace
        </Button>
        {summary.isEdit && hasSensitiveColumns(layout.columns) && (
          <Button aria-pressed={isClear} onClick={() => setClear(!isClear)}>
            Show numbers
          </Button>
        )}
        <Menu
          label="Add a column"
          items={fieldNames
            .filter((it) => !layout.columns.includes(it))
            .map((it) => ({ label: fieldOf(it)?.label ?? it, act: () => void addColumn(it) }))}
        />
        {filter === 'excluded' && states.excluded > 0 && !isSending && (
          <Button onClick={() => void run.exclude({ first: 0, end: Infinity }, false).then(changed)}>
            Include {kindCountText(states.excluded, { one: 'row', many: 'rows' })} again
          </Button>
        )}
        <Button disabled={!summary.canUndo} onClick={() => void run.undo().then(changed)}>
          Undo
        </Button>
        <Button disabled={!summary.canRedo} onClick={() => void run.redo().then(changed)}>
          Redo
        </Button>
        {sent === 0 && <Button onClick={onBack}>Start over</Button>}
        {dryRun.progress && <Button onClick={dryRun.stop}>Stop checking</Button>}
        {areDryRunsOffered(merchant) && isIdle && !isDone && (
          <Button disabled={ready + summary.withProblems === 0} onClick={() => void dryRun.start()}>
            Check without saving
          </Button>
        )}
      </Stack>
      {dryRun.progress && (
        <LinearProgress
          variant="determinate"
          value={(100 * dryRun.progress.done) / dryRun.progress.of}
          aria-label="Checked"
        />
      )}
      {clients.isUnlisted && (
        <Notice tone="warning">
          We can’t list the clients, so we don’t know which are new. None is added and the columns about them are not
          imported. Add new clients first.
        </Notice>
      )}
      {clientsUnknown > 0 && doing === 'nothing' && (
        <Notice tone="warning">
          We don’t know yet whether {kindCountText(clientsUnknown, { one: 'new client was', many: 'new clients were' })}{' '}
          added, so their rows were not sent. Continue to find out; no client is added twice.
        </Notice>
      )}
      {dryRun.result && <CheckOutcome kind={kind} result={dryRun.result} />}
      {summary.repairs.length > 0 && sent === 0 && (
        <Muted>
          {summary.repairs
            .map(({ message, count }) => `${message.replace(/\.$/, '')} (${formatCount(count)})`)
            .join(' · ')}
        </Muted>
      )}
      {summary.problems.length > 0 && !isSending && (
        <Problems
          problems={summary.problems}
          filter={filter}
          onFilter={(next) => void show(next)}
          columns={layout.columns}
          fieldNames={fieldNames}
          required={[...required, ...(ofClients.length > 0 ? clientRequired : [])]}
          onShow={(it) => void goTo(it)}
          onFix={(problem, text) => void fix(problem, text)}
          onAllow={({ message }, isAllowed) => {
            if (typeof filter === 'object') setFilter('all');
            void run.allow({ problem: { message } }, isAllowed).then(changed);
          }}
          onExclude={({ fieldName, message }) => {
            if (typeof filter === 'object') setFilter('all');
            void run.exclude({ problem: { ...(fieldName && { fieldName }), message } }).then(changed);
          }}
        />
      )}
      {finding && (
        <FindRows
          run={run}
          labels={layout.columns.map((it, at) => (it && fieldOf(it)?.label) || (layout.headings[at] ?? ''))}
          wanted={finding}
          onShow={setTarget}
          onSummary={changed}
          onClose={() => {
            setFinding(undefined);
            setTarget(target && { ...target, isAside: false });
          }}
        />
      )}
      <SheetGrid
        run={run}
        summary={summary}
        headings={layout.headings}
        required={required}
        columns={layout.columns}
        isClear={isClear}
        isSending={isSending}
        target={target}
        sort={sort}
        onSort={(by) => {
          setSort(by);
          void run.order(by).then(onSummary);
        }}
        onSummary={changed}
        onFind={(isReplacing) => setFinding({ isReplacing })}
      />
      {!isDone && (
        <FormActions>
          <Box sx={{ flex: 1, fontVariantNumeric: 'tabular-nums' }}>
            {ready > 0 && `${formatCount(ready)} ready`}
            {ready > 0 && summary.withProblems > 0 && ' · '}
            {summary.withProblems > 0 && (
              <Box component="span" sx={{ color: 'error.main' }}>
                {formatCount(summary.withProblems)} to fix
              </Box>
            )}
          </Box>
          {isSending ? (
            <Button variant="outlined" loading={doing === 'pausing'} onClick={stop}>
              Pause
            </Button>
          ) : (
            <Button
              variant="contained"
              disabled={ready === 0 || states.unknown > 0 || !isIdle}
              onClick={() => {
                setAsking(true);
                if (mayExist(kind)) void existing.read();
              }}
            >
              {sent > 0 ? 'Continue with' : kind.group === 'New' ? 'Add' : 'Change'}{' '}
              {ready > 0 ? kindCountText(ready, kind) : kind.many}
            </Button>
          )}
        </FormActions>
      )}
      {isAsking && (
        <ConfirmImport
          kind={kind}
          summary={summary}
          layout={layout}
          existing={existing}
          onAllow={(isAllowed) => run.allow('all', isAllowed).then(changed)}
          onShow={({ message }) => {
            setAsking(false);
            void show({ problem: { message } });
          }}
          onHidden={(areIncluded) => run.exclude('hidden', !areIncluded).then(changed)}
          onClose={() => setAsking(false)}
          onConfirm={(how) => {
            setAsking(false);
            dryRun.forget();
            void begin(how);
          }}
        />
      )}
    </Stack>
  );
}
