import Box from '@mui/material/Box';
import { useSettings, useSettingsChange } from '#console/api/settings.ts';
import { Facts } from '#console/kit/ui/facts.tsx';
import { Muted } from '#console/kit/ui/muted.tsx';
import { SaveButton } from '#console/kit/ui/save-button.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { ErrorState } from '#console/kit/ui/states.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import type { ProviderConnection, ConnectionCheck } from '#contract/settings-records.ts';
import { minuteText } from '#rules/day-text.ts';
import { Line } from '../line.tsx';

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
  client_secret_basic: 'Client ID and secret, in the header',
  client_secret_post: 'Client ID and secret, in the form',
  private_key_jwt: 'Client ID and private key',
  token: 'A token from a file',
  caller: 'The own token of each person or program',
};

const offers: Readonly<Record<string, string>> = { 'lists-of-all': 'lists of all' };

function factsOf(connection: ProviderConnection): Record<string, string> {
  const { TokenAddress, ClientId, Scope, Audience, Offers, ReadsAtOnce } = connection;
  return {
    'Provider address': connection.Address,
    'Path segment': connection.Segment,
    'Sign-in': authentications[connection.Authentication],
    ...(TokenAddress !== undefined && { 'Token address': TokenAddress }),
    ...(ClientId !== undefined && { 'Client ID': ClientId }),
    ...(Scope !== undefined && { Scope }),
    ...(Audience !== undefined && { Audience }),
    ...(Offers.length > 0 && { 'Also offers': Offers.map((it) => offers[it] ?? it).join(', ') }),
    'Reads at once': `At most ${ReadsAtOnce}`,
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

function Findings({ findings }: { findings: readonly ConnectionCheck[] }) {
  return (
    <Box component="ul" aria-label="Result of the test" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {findings.map(({ Subject, State, Found }) => (
        <li key={Subject}>
          <Line name={Subject} text={Found} action={<Mark state={State} />} />
        </li>
      ))}
    </Box>
  );
}

/** How the merchant's calls reach the provider; nothing where there is none. */
export function MerchantConnection({ number }: { number: string }) {
  const { data, error, refetch } = useSettings('connectionView', { number });
  const test = useSettingsChange('connectionTest');
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const connection = data?.Connection;
  if (!connection) return null;
  const facts = factsOf(connection);
  const { Health } = connection;
  return (
    <Section
      title="Connection"
      actions={
        <SaveButton
          variant="outlined"
          size="small"
          isSaving={test.isPending}
          saving="Testing…"
          onClick={() => test.mutate({ path: { number } })}
        >
          Test connection
        </SaveButton>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, '& > * + *': { borderTop: 1, borderColor: 'divider', pt: 2 } }}>
        <Line name="Reads for this merchant" text={healthText(Health)} action={<Mark state={Health.State} />} />
        {test.error && <ErrorState error={test.error} />}
        <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
          {test.data && <Findings findings={test.data.Findings} />}
        </Box>
        <div>
          <Facts record={facts} fieldNames={Object.keys(facts)} isNarrow />
          <Muted sx={{ mt: 1.5 }}>From the environment of this server. It can’t be changed here.</Muted>
        </div>
      </Box>
    </Section>
  );
}
