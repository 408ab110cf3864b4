import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useSettings, useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { ProviderConnection, ConnectionCheck } from '#contract/settings-records.ts';
import { Facts } from '#kit/ui/facts.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { Section } from '#kit/ui/section.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { minuteText } from '#rules/day-text.ts';
import { ConfirmDialog } from '../confirm.tsx';
import { SettingsLine } from '../line.tsx';
import { ConnectionForm, ownAuthentications } from './connection-form.tsx';
import { ConnectionSecret } from './connection-secret.tsx';

type State = ConnectionCheck['State'];

const marks: Readonly<Record<State, [value: string, label: string]>> = {
  works: ['SUCCESS', 'Works'],
  fails: ['FAILED', 'Fails'],
  unknown: ['', 'Not known'],
};

function Mark({ state }: { state: State }) {
  const [value, label] = marks[state];
  return <StatusMark value={value} label={label} />;
}

const authentications: Readonly<Record<ProviderConnection['Authentication'], string>> = {
  ...ownAuthentications,
  token: 'A token from a file',
  caller: 'The own token of each person or program',
};

const offers: Readonly<Record<string, string>> = { 'lists-of-all': 'lists of all' };
const dryRuns = 'checks without saving';

const daysBefore = (days: number) =>
  days === 0 ? 'on their day' : `${days} banking ${days === 1 ? 'day' : 'days'} before their day`;

function factsOf(connection: ProviderConnection): Record<string, string> {
  const { TokenAddress, ClientId, Scope, Audience, Offers, GraceSeconds, ReadsAtOnce, PayoutDays, DryRuns } =
    connection;
  const offered = [...Offers.map((it) => offers[it] ?? it), ...(DryRuns ? [dryRuns] : [])];
  const missing = [...Object.values(offers), dryRuns].filter((it) => !offered.includes(it));
  return {
    'Provider address': connection.Address,
    'Path segment': connection.Segment,
    'Sign-in': authentications[connection.Authentication],
    ...(TokenAddress !== undefined && { 'Token address': TokenAddress }),
    ...(ClientId !== undefined && { 'Client ID': ClientId }),
    ...(Scope !== undefined && { Scope }),
    ...(Audience !== undefined && { Audience }),
    ...(offered.length > 0 && { 'Also offers': offered.join(', ') }),
    ...(missing.length > 0 && { 'Not offered': missing.join(', ') }),
    'Late changes': `May arrive for ${GraceSeconds} s`,
    'Reads at once': `At most ${ReadsAtOnce}`,
    'Released payouts': `Sent ${daysBefore(PayoutDays)}`,
  };
}

function failureText({ Outcome, HttpStatus }: NonNullable<ProviderConnection['Health']['LastFailure']>): string {
  const status = HttpStatus === undefined ? '' : `, status ${HttpStatus}`;
  if (Outcome === 'unreachable') return 'the provider could not be reached';
  if (Outcome === 'cut') return 'the answer was cut off';
  return Outcome === 'refused' ? `this server was refused${status}` : `an error${status}`;
}

function healthText({ Since, LastAnswer, LastFailure }: ProviderConnection['Health']): string {
  const since = `since this server started, ${minuteText(Since)}`;
  if (!LastAnswer && !LastFailure) return `Nothing was read for this merchant ${since}.`;
  const answer = LastAnswer ? `Last answer ${minuteText(LastAnswer)}.` : `No answer ${since}.`;
  const failure = LastFailure
    ? `Last failure ${minuteText(LastFailure.At)}: ${failureText(LastFailure)}.`
    : `No failure ${since}.`;
  return `${answer} ${failure}`;
}

function Findings({ test }: { test: NonNullable<ProviderConnection['Test']> }) {
  const { At, By, Findings: findings, IsEarlier } = test;
  return (
    <>
      <Muted>
        Tested {minuteText(At)} by {By}
        {IsEarlier && ', before the connection was changed: test it again'}.
      </Muted>
      <Box
        component="ul"
        aria-label="Result of the test"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
      >
        {findings.map(({ Subject, State, Found }) => (
          <li key={Subject}>
            <SettingsLine name={Subject} text={Found} action={<Mark state={State} />} />
          </li>
        ))}
      </Box>
    </>
  );
}

function PauseButton({ number }: { number: string }) {
  const [isOpen, setOpen] = useState(false);
  const pause = useSettingsChange('connectionPause');
  const close = () => {
    pause.reset();
    setOpen(false);
  };
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
        Pause changes…
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Pause changes?"
          action="Pause changes"
          isSaving={pause.isPending}
          onConfirm={() => pause.mutate({ path: { number }, body: { Paused: true } }, { onSuccess: close })}
          onClose={close}
        >
          <Stack spacing={1.5}>
            <div>
              Nothing of this merchant can be added, changed or cancelled until you resume. Reading goes on, and so does
              what was sent before.
            </div>
            {pause.error && <ErrorState error={pause.error} />}
          </Stack>
        </ConfirmDialog>
      )}
    </>
  );
}

function PausedNotice({ number, paused }: { number: string; paused: NonNullable<ProviderConnection['Paused']> }) {
  const resume = useSettingsChange('connectionPause');
  return (
    <>
      <Notice
        tone="warning"
        title="Changes are paused"
        action={
          <SaveButton
            variant="outlined"
            size="small"
            isSaving={resume.isPending}
            onClick={() => resume.mutate({ path: { number }, body: { Paused: false } })}
          >
            Resume changes
          </SaveButton>
        }
      >
        {`By ${paused.By}, ${minuteText(paused.Since)}. Reading goes on.`}
      </Notice>
      {resume.error && <ErrorState error={resume.error} />}
    </>
  );
}

function RemoveButton({ number }: { number: string }) {
  const [isOpen, setOpen] = useState(false);
  const remove = useSettingsChange('connectionRemove');
  const close = () => {
    remove.reset();
    setOpen(false);
  };
  return (
    <>
      <Button size="small" color="error" onClick={() => setOpen(true)}>
        Remove…
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Remove this merchant’s own connection?"
          action="Remove"
          isSaving={remove.isPending}
          onConfirm={() => remove.mutate({ path: { number } }, { onSuccess: close })}
          onClose={close}
        >
          <Stack spacing={1.5}>
            <div>Its secret is deleted. The merchant then has the connection from the environment of this server.</div>
            {remove.error && <ErrorState error={remove.error} />}
          </Stack>
        </ConfirmDialog>
      )}
    </>
  );
}

function ConnectionSettings({ number, connection }: { number: string; connection: ProviderConnection }) {
  const [isEditing, setEditing] = useState(false);
  const facts = factsOf(connection);
  const isOwn = connection.Source === 'merchant';
  return (
    <div>
      <Facts record={facts} fieldNames={Object.keys(facts)} isNarrow />
      <Stack
        direction="row"
        sx={{ mt: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Muted>{isOwn ? 'This merchant’s own.' : 'From the environment of this server, as for all merchants.'}</Muted>
        <Stack direction="row" spacing={1}>
          {isOwn && <RemoveButton number={number} />}
          <Button size="small" onClick={() => setEditing(true)}>
            {isOwn ? 'Edit…' : 'Set its own…'}
          </Button>
        </Stack>
      </Stack>
      {isEditing && <ConnectionForm number={number} connection={connection} onClose={() => setEditing(false)} />}
    </div>
  );
}

/** How the merchant’s calls reach the provider; nothing where there is none. */
export function MerchantConnection({ number }: { number: string }) {
  const { data, error, refetch } = useSettings('connectionView', { number });
  const test = useSettingsChange('connectionTest');
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const connection = data?.Connection;
  if (!connection) return null;
  const { Health, Paused } = connection;
  return (
    <Section
      title="Connection"
      actions={
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {!Paused && <PauseButton number={number} />}
          <SaveButton
            variant="outlined"
            size="small"
            isSaving={test.isPending}
            saving="Testing…"
            onClick={() => test.mutate({ path: { number } })}
          >
            Test connection
          </SaveButton>
        </Stack>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, '& > * + *': { borderTop: 1, borderColor: 'divider', pt: 2 } }}>
        {Paused && (
          <div>
            <PausedNotice number={number} paused={Paused} />
          </div>
        )}
        <SettingsLine name="Reads for this merchant" text={healthText(Health)} action={<Mark state={Health.State} />} />
        {test.error && <ErrorState error={test.error} />}
        <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
          {connection.Test && <Findings test={connection.Test} />}
        </Box>
        <ConnectionSettings number={number} connection={connection} />
        <ConnectionSecret number={number} connection={connection} />
      </Box>
    </Section>
  );
}
