import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import { PlainInput } from '#console/kit/form/plain-field.tsx';
import { Modal } from '#console/kit/ui/modal.tsx';
import { Muted } from '#console/kit/ui/muted.tsx';
import { ErrorState } from '#console/kit/ui/states.tsx';
import type { Organisation } from '#contract/settings-records.ts';
import { minuteText } from '#rules/day-text.ts';
import { faultOf } from '../faults.ts';
import { Line } from '../line.tsx';
import { SecretNotice } from '../secret-notice.tsx';
import { SettingsForm } from '../settings-form.tsx';

interface Props {
  organisation: Organisation;
  mayChange: boolean;
}

/** Stays open to show the password. */
function AddSignIn({ organisation, onClose }: { organisation: string; onClose: () => void }) {
  const add = useSettingsChange('messageSignInAdd');
  const [username, setUsername] = useState('');
  if (add.data)
    return (
      <Modal title="Added" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>} staysOnClickOutside>
        <SecretNotice
          user={{ label: 'Username', name: add.data.Username }}
          what="password"
          secret={add.data.Password}
        />
      </Modal>
    );
  return (
    <SettingsForm
      title="Add a sign-in for messages"
      size="s"
      fields={['Username']}
      change={add}
      save="Create the password"
      saving="Adding…"
      onSubmit={() => add.mutate({ path: { organisation }, body: { Username: username.trim() } })}
      onClose={onClose}
    >
      <PlainInput
        label="Username"
        required
        hint="It can’t be changed later. To replace a password, add another sign-in and disable the former."
        value={username}
        error={faultOf(add.error, 'Username')}
        autoCapitalize="none"
        onChange={({ target }) => setUsername(target.value)}
      />
    </SettingsForm>
  );
}

/** What programs send messages with. */
export function SignIns({ organisation, mayChange }: Props) {
  const { Code, SignIns: signIns } = organisation;
  const edit = useSettingsChange('messageSignInEdit');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {edit.error && <ErrorState error={edit.error} />}
      {signIns.length === 0 && <Muted>None yet.</Muted>}
      {signIns.map(({ Username, Status }) => {
        const isDisabled = Status === 'Disabled';
        const action = isDisabled ? 'Enable' : 'Disable';
        return (
          <Line
            key={Username}
            name={Username}
            text={isDisabled ? 'Can’t send messages.' : 'Can send messages.'}
            action={
              mayChange && (
                <Button
                  size="small"
                  color={isDisabled ? 'primary' : 'error'}
                  aria-label={`${action} ${Username}`}
                  onClick={() =>
                    edit.mutate({ path: { organisation: Code, username: Username }, body: { Disabled: !isDisabled } })
                  }
                >
                  {action}
                </Button>
              )
            }
          />
        );
      })}
      {mayChange && (
        <div>
          <Button size="small" onClick={() => setAdding(true)}>
            Add a sign-in
          </Button>
        </div>
      )}
      {isAdding && <AddSignIn organisation={Code} onClose={() => setAdding(false)} />}
    </>
  );
}

/** What delivery reports are signed with. */
export function CallbackSecret({ organisation, mayChange }: Props) {
  const { Code, HasCallbackSecret, FormerSecretEnds } = organisation;
  const replace = useSettingsChange('callbackSecret');
  const text = () => {
    if (!HasCallbackSecret) return 'None yet: delivery reports are not signed.';
    if (FormerSecretEnds === undefined) return 'One secret. Replacing it keeps the former one for a week.';
    return `Two secrets: reports are signed with the former one as well until ${minuteText(FormerSecretEnds)}.`;
  };
  return (
    <>
      {replace.data && <SecretNotice secret={replace.data.Secret} />}
      {replace.error && <ErrorState error={replace.error} />}
      <Line
        name="Secret"
        text={text()}
        action={
          mayChange && (
            <Button
              size="small"
              loading={replace.isPending}
              onClick={() => replace.mutate({ path: { organisation: Code } })}
            >
              {HasCallbackSecret ? 'Replace' : 'Create'}
            </Button>
          )
        }
      />
    </>
  );
}
