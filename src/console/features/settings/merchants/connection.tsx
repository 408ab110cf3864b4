import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useSettings, useSettingsChange } from '#console/api/settings.ts';
import { Muted } from '#console/kit/ui/muted.tsx';
import { SaveButton } from '#console/kit/ui/save-button.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { ErrorState } from '#console/kit/ui/states.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import type { Connection, ConnectionFinding } from '#contract/settings-records.ts';
import { minuteText } from '#rules/day-text.ts';
import { Line } from '../line.tsx';

const credentialTexts: Record<Connection['Credentials'], string> = {
  client: 'Client ID and secret',
  token: 'A token from a file',
  caller: 'Each person’s own token',
};

const authenticationTexts: Record<string, string> = {
  client_secret_basic: 'Client ID and secret, in the header',
  client_secret_post: 'Client ID and secret, in the body',
  private_key_jwt: 'Client ID and private key',
};

const states: Record<ConnectionFinding['State'], { value: string; label: string }> = {
  works: { value: 'SUCCESS', label: 'Works' },
  fails: { value: 'FAILED', label: 'Fails' },
  unknown: { value: '', label: 'Can’t be tested' },
};

/** How the merchant's calls reach the provider; nothing where the records are the service's own. */
export function ConnectionPanel({ number, mayTest }: { number: string; mayTest: boolean }) {
  const { data, error, refetch } = useSettings('connectionView', { number });
  const test = useSettingsChange('connectionTest');
  if (error)
    return (
      <Section title="Connection">
        <ErrorState error={error} retry={() => void refetch()} />
      </Section>
    );
  if (!data?.Connection) return null;
  return (
    <Section
      title="Connection"
      actions={
        mayTest && (
          <SaveButton isSaving={test.isPending} saving="Testing…" onClick={() => test.mutate({ path: { number } })}>
            Test connection
          </SaveButton>
        )
      }
    >
      <Stack spacing={1}>
        <Muted>All merchants use the provider that is set where the service is run. Its secret is shown nowhere.</Muted>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
            gap: '8px 24px',
          }}
        >
          {linesOf(data.Connection).map(([name, text]) => (
            <Line key={name} name={name} text={text} />
          ))}
        </Box>
        {test.error && <ErrorState error={test.error} />}
        {test.data && (
          <Box component="ul" aria-label="Test of the connection" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {test.data.Findings.map((it) => (
              <Box component="li" key={it.Subject} sx={{ borderTop: 1, borderColor: 'divider', py: 0.75 }}>
                <Line name={it.Subject} text={it.Says} action={<StatusMark {...states[it.State]} />} />
              </Box>
            ))}
          </Box>
        )}
      </Stack>
    </Section>
  );
}

function linesOf(connection: Connection): [name: string, text: ReactNode][] {
  const { Url, Credentials, Authentication, ClientId, TokenUrl, Scope, Audience } = connection;
  const { ReadsAtOnce, LastAnswer, LastFailure, FailureReason, Since } = connection;
  const lines: [string, string | undefined][] = [
    ['Address', Url],
    ['Sign-in', authenticationTexts[Authentication ?? ''] ?? credentialTexts[Credentials]],
    ['Token address', TokenUrl],
    ['Client ID', ClientId],
    ['Scope', Scope],
    ['Audience', Audience],
    ['Reads at a time', `At most ${ReadsAtOnce} of a merchant`],
    ['Last answer', LastAnswer ? minuteText(LastAnswer) : `None since ${minuteText(Since)}`],
    ['Last failure', LastFailure && `${minuteText(LastFailure)}: ${FailureReason ?? ''}`],
  ];
  return lines.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}
