import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type FormEvent } from 'react';
import { leaveToSignIn } from '#console/api/auth.ts';
import { useSettings, useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { Session } from '#contract/settings-records.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { minuteText } from '#rules/day-text.ts';
import { SettingsLine } from './line.tsx';
import { roleLines } from './people/texts.ts';
import { SettingsTabs } from './tabs.tsx';

function Password() {
  const save = useSettingsChange('profilePassword');
  const [typed, setTyped] = useState({ Current: '', New: '', repeated: '' });
  const [isDifferent, setDifferent] = useState(false);
  const [isBlocked, setBlocked] = useState(false);
  const faultOf = (field: string) => save.error?.faults.find(({ Field }) => Field === field)?.Message;
  const isElsewhere = save.error && !faultOf('Current') && !faultOf('New');
  const input = (field: keyof typeof typed, label: string, autoComplete: string, error?: string) => (
    <PlainInput
      label={label}
      type="password"
      required
      autoComplete={autoComplete}
      value={typed[field]}
      error={error}
      onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDifferent(typed.New !== typed.repeated);
    if (typed.New !== typed.repeated) return;
    const { Current, New } = typed;
    // The new password has ended this session, too.
    save.mutate({ body: { Current, New } }, { onSuccess: () => void leaveToSignIn().catch(() => setBlocked(true)) });
  };
  return (
    <Stack component="form" noValidate spacing={1.5} sx={{ maxWidth: 360 }} onSubmit={submit}>
      {input('Current', 'Current password', 'current-password', faultOf('Current'))}
      {input('New', 'New password, at least 12 characters', 'new-password', faultOf('New'))}
      {input('repeated', 'The new password again', 'new-password', isDifferent ? 'The two are different' : undefined)}
      {isElsewhere && <ErrorState error={save.error} />}
      {isBlocked && (
        <Notice tone="warning" title="The password was changed, and you are signed out">
          The sign-in did not open. Allow cookies and site data for this site, then reload the page.
        </Notice>
      )}
      <Muted>This signs you out everywhere. You sign in again with the new password.</Muted>
      <SaveButton type="submit" isSaving={save.isPending} sx={{ alignSelf: 'flex-start' }}>
        Change the password
      </SaveButton>
    </Stack>
  );
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const end = useSettingsChange('profileSessionsEnd');
  const hasOthers = sessions.some(({ IsThis }) => !IsThis);
  return (
    <>
      {sessions.map(({ Device, SignedIn, LastUsed, IsThis }, index) => (
        <SettingsLine
          // Two sessions may be alike.
          key={index}
          name={`${Device}${IsThis ? ' · This device' : ''}`}
          text={`Signed in ${minuteText(SignedIn)}, last used ${minuteText(LastUsed)}`}
        />
      ))}
      {end.error && <ErrorState error={end.error} />}
      {hasOthers ? (
        <Button
          variant="outlined"
          size="small"
          sx={{ alignSelf: 'flex-start' }}
          disabled={end.isPending}
          onClick={() => end.mutate({})}
        >
          End all others
        </Button>
      ) : (
        <Muted>No other sessions.</Muted>
      )}
    </>
  );
}

export function Profile() {
  const { data, error, isPending, refetch } = useSettings('profileView');
  return (
    <Page title="Settings" tab="Profile" tabs={<SettingsTabs />}>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {isPending && <Skeletons rows={6} />}
      {data && (
        <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
          <Panel title="You">
            <SettingsLine name={data.Name} text={`Username ${data.Username}`} />
            {roleLines(data).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Panel>
          <Panel title="Sessions">
            <Sessions sessions={data.Sessions} />
          </Panel>
          <Panel title="Second factor">
            <SettingsLine
              name="Passkey or app"
              text="It protects you if someone learns your password."
              action={
                <Button variant="outlined" size="small" sx={{ flex: 'none' }} href="/sign-in/factors">
                  Add or remove
                </Button>
              }
            />
          </Panel>
          <Panel title="Password">
            <Password />
          </Panel>
        </Box>
      )}
    </Page>
  );
}
