import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { currentSubject } from '#console/api/auth.ts';
import { useTenant } from '#console/api/tenant.ts';
import { takeImport } from '#console/session/import-handover.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { later } from '#kit/ui/later.tsx';
import { Page } from '#kit/ui/page.tsx';
import { monthText } from '#rules/day-text.ts';
import { openImport, type Import as Session } from '#sheet-engine/client.ts';
import type { OpenedSheet } from '#sheet-engine/session.ts';
import { discard, storedRuns, type StoredRun } from '#sheet-engine/store.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import { MatchColumns, type SheetLayout } from './columns.tsx';
import { ChooseFile } from './file.tsx';
import { ImportHistory, openElsewhere } from './history.tsx';
import { importKind, kinds, type ImportKind } from './kinds.ts';
import { ImportSheetView } from './sheet.tsx';
import { Starting, type Start } from './starting.tsx';

// Only a repeated month needs the reports.
const Repeating = later(async () => (await import('./repeat/repeating.tsx')).Repeating);

const [firstKind] = kinds as [ImportKind];

type Step =
  | { is: 'file' }
  | { is: 'repeating'; month: string; name: string }
  | { is: 'starting'; start: Start; name: string }
  | { is: 'columns'; opened: OpenedSheet; name: string }
  | { is: 'sheet'; layout: SheetLayout; summary: SheetSummary; name: string };

const idOf = (owner: string) => `${owner}\n${crypto.randomUUID()}`;

export function ImportPage() {
  const { merchant, product } = useTenant();
  const owner = [currentSubject(), merchant, product].join('\n');
  // Rows checked for one merchant must not go to another.
  return <ImportOf key={owner} owner={owner} />;
}

function ImportOf({ owner }: { owner: string }) {
  const [wanted, setWanted] = useSearchParam('what');
  const kind = importKind(wanted) ?? firstKind;
  const [step, setStep] = useState<Step>({ is: 'file' });
  const [session, setSession] = useState<Session>();
  useEffect(() => () => session?.close(), [session]);
  const [runId, setRunId] = useState(() => idOf(owner));
  const [runs, setRuns] = useState<readonly StoredRun[]>([]);
  const isAtFile = step.is === 'file';
  const refresh = useCallback(() => void storedRuns(owner).then(setRuns), [owner]);
  useEffect(() => {
    if (isAtFile) refresh();
  }, [refresh, isAtFile]);

  const begin = (start: Start) => {
    setSession(openImport());
    setStep({ is: 'starting', start, name: [start.name, start.note].filter(Boolean).join('. ') });
  };
  const [handover] = useState(takeImport);
  const edit = useEffectEvent(() => {
    if (handover) begin({ ...handover, isEdit: true });
  });
  useEffect(() => edit(), []);

  /** Keeps a run that has sent rows; discards other sheets. */
  const restart = async () => {
    const isSent = step.is === 'sheet' && step.summary.states.unsent + step.summary.states.excluded < step.summary.rows;
    if (!isSent) await discard(runId);
    setRunId(idOf(owner));
    setSession(undefined);
    setStep({ is: 'file' });
  };
  const resume = async ({ id }: StoredRun) => {
    const next = openImport();
    const found = await next.session.restore(id);
    if (!found || found === 'elsewhere') {
      next.close();
      if (found) return openElsewhere;
      await discard(id);
      refresh();
      return undefined;
    }
    setRunId(id);
    setWanted(found.begin.operation);
    setSession(next);
    setStep({ is: 'sheet', layout: found.begin, summary: found.summary, name: found.begin.name });
    return undefined;
  };
  const open = async (read: (it: Session) => Promise<OpenedSheet>, name: string) => {
    const next = openImport();
    try {
      setStep({ is: 'columns', opened: await read(next), name });
      setSession(next);
    } catch (error) {
      next.close();
      throw error;
    }
  };

  const changeSheet = (next: { layout?: SheetLayout; summary: SheetSummary }) =>
    setStep((now) => (now.is === 'sheet' ? { ...now, ...next } : now));

  return (
    <Page
      title="Import"
      lead={
        step.is === 'file'
          ? 'Add or change many records at once, from a spreadsheet. Nothing is saved until you have seen and confirmed it.'
          : step.name
      }
    >
      {step.is === 'repeating' && (
        <Repeating kind={kind} month={step.month} onStart={begin} onBack={() => void restart()} />
      )}
      {(step.is === 'file' || (!session && step.is !== 'repeating')) && (
        <ChooseFile
          kind={kind}
          onKind={(it) => setWanted(it.operation)}
          onFile={(file) => open(({ session: it }) => it.open(file), file.name)}
          onEmpty={() => begin({ name: `New ${kind.many}` })}
          onRepeat={(month) => setStep({ is: 'repeating', month, name: `${kind.label} of ${monthText(month)}` })}
          onText={(text) => open(({ session: it }) => it.openText(text), 'Pasted cells')}
        />
      )}
      {step.is === 'file' && <ImportHistory runs={runs} onOpen={resume} onChanged={refresh} />}
      {step.is === 'starting' && session && (
        <Starting
          kind={kind}
          runId={runId}
          start={step.start}
          session={session}
          onBegin={(layout, summary) => setStep({ is: 'sheet', layout, summary, name: step.name })}
        />
      )}
      {step.is === 'columns' && session && (
        <MatchColumns
          kind={kind}
          runId={runId}
          name={step.name}
          opened={step.opened}
          session={session}
          onBack={() => void restart()}
          onBegin={(layout, summary) => setStep({ is: 'sheet', layout, summary, name: step.name })}
        />
      )}
      {step.is === 'sheet' && session && (
        <ImportSheetView
          kind={kind}
          runId={runId}
          layout={step.layout}
          summary={step.summary}
          session={session}
          onSummary={(summary) => changeSheet({ summary })}
          onLayout={(layout, summary) => changeSheet({ layout, summary })}
          onBack={() => void restart()}
        />
      )}
    </Page>
  );
}
