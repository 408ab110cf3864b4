import { useEffect, useState } from 'react';
import { useSearchParam } from '../../kit/list/search-param.ts';
import { Page } from '../../kit/ui/page.tsx';
import { openImport, type Import as Session } from '../../import-engine/client.ts';
import type { Opened } from '../../import-engine/session.ts';
import type { Summary } from '../../import-engine/sheet.ts';
import { Columns, type Begun } from './columns.tsx';
import { File } from './file.tsx';
import { kindOf, kinds, type Kind } from './kinds.ts';
import { Sheet } from './sheet.tsx';

const [firstKind] = kinds as [Kind];

/** Where an import has got to. */
type Step =
  | { is: 'file' }
  | { is: 'columns'; opened: Opened; name: string }
  | { is: 'sheet'; begun: Begun; summary: Summary; name: string };

/** Imports a file or pasted cells: what it is, what its columns hold, what is wrong, and what became of it. */
export function Import() {
  const [wanted, setWanted] = useSearchParam('what');
  const kind = kindOf(wanted) ?? firstKind;
  const [step, setStep] = useState<Step>({ is: 'file' });
  const [session, setSession] = useState<Session>();
  useEffect(() => () => session?.close(), [session]);
  const isAtWork = step.is === 'sheet' && step.summary.states.accepted < step.summary.rows;
  // What was pasted is nowhere else.
  useEffect(() => {
    if (!isAtWork) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAtWork]);

  const restart = () => {
    setSession(undefined);
    setStep({ is: 'file' });
  };
  const open = async (read: (it: Session) => Promise<Opened>, name: string) => {
    const next = openImport();
    try {
      setStep({ is: 'columns', opened: await read(next), name });
      setSession(next);
    } catch (error) {
      next.close();
      throw error;
    }
  };

  return (
    <Page
      title="Import"
      lead={
        step.is === 'file'
          ? 'Add or change many records at once, from a spreadsheet. Nothing is saved until you have seen and confirmed it.'
          : step.name
      }
    >
      {(step.is === 'file' || !session) && (
        <File
          kind={kind}
          onKind={(it) => setWanted(it.operation)}
          onFile={(file) =>
            open(async ({ session: it }) => it.open(new Uint8Array(await file.arrayBuffer())), file.name)
          }
          onText={(text) => open(({ session: it }) => it.openText(text), 'Pasted cells')}
        />
      )}
      {step.is === 'columns' && session && (
        <Columns
          kind={kind}
          opened={step.opened}
          session={session}
          onBack={restart}
          onBegun={(begun, summary) => setStep({ is: 'sheet', begun, summary, name: step.name })}
        />
      )}
      {step.is === 'sheet' && session && (
        <Sheet
          kind={kind}
          begun={step.begun}
          summary={step.summary}
          session={session}
          onSummary={(summary) => setStep({ ...step, summary })}
          onBack={restart}
        />
      )}
    </Page>
  );
}
