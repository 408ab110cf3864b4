import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useState } from 'react';
import { currentSubject } from '../../api/auth.ts';
import { useTenant } from '../../api/tenant.ts';
import { useSearchParam } from '../../kit/address/address.ts';
import { Notice } from '../../kit/ui/notice.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { openImport, type Import as Session } from '../../import-engine/client.ts';
import { discard, keptRun, type KeptRun } from '../../import-engine/kept.ts';
import type { Opened } from '../../import-engine/session.ts';
import type { Summary } from '../../import-engine/summary.ts';
import { Columns, type Begun } from './columns.tsx';
import { File } from './file.tsx';
import { counted, kindOf, kinds, type Kind } from './kinds.ts';
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
  const { merchant, product } = useTenant();
  const runId = [currentSubject(), merchant, product].join('\n');
  const [kept, setKept] = useState<KeptRun>();
  const isAtFile = step.is === 'file';
  useEffect(() => {
    if (isAtFile) void keptRun(runId).then(setKept);
  }, [runId, isAtFile]);

  const forget = async () => {
    await discard(runId);
    setKept(undefined);
  };
  const restart = () => {
    void forget();
    setSession(undefined);
    setStep({ is: 'file' });
  };
  const goOn = async () => {
    const next = openImport();
    const found = await next.session.restore(runId);
    if (!found) {
      next.close();
      return forget();
    }
    setWanted(found.begin.operation);
    setSession(next);
    setStep({ is: 'sheet', begun: found.begin, summary: found.summary, name: found.begin.name });
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
      {step.is === 'file' && kept && (
        <Box sx={{ maxWidth: 760 }}>
          <Notice
            tone="info"
            title="An import is not finished"
            action={
              <Stack sx={{ gap: 0.5 }}>
                <Button variant="outlined" onClick={() => void goOn()}>
                  Continue
                </Button>
                <Button onClick={() => void forget()}>Discard</Button>
              </Stack>
            }
          >
            {counted(kept.rows, kindOf(kept.operation) ?? firstKind)}. It is kept in this browser, encrypted, until you
            sign out, for at most twelve hours.
          </Notice>
        </Box>
      )}
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
          runId={runId}
          name={step.name}
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
          onFinished={() => void discard(runId)}
          onBack={restart}
        />
      )}
    </Page>
  );
}
