import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { Organisation } from '#contract/settings-records.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { minuteText } from '#rules/day-text.ts';
import { SettingsLine } from '../line.tsx';
import { SecretNotice } from '../secret-notice.tsx';
import { SettingsForm, useInputs } from '../settings-form.tsx';

interface Props {
  organisation: Organisation;
  mayChange: boolean;
}

function AddSignIn({ organisation, onClose }: { organisation: string; onClose: () => void }) {
  const add = useSettingsChange('messageSignInAdd');
  const { data, error } = add;
  const { texts, input } = useInputs({ Username: '' }, error);
  return (
    <SettingsForm
      title="Add a sign-in for messages"
      size="s"
      fields={['Username']}
      change={add}
      save="Create the password"
      saving="Adding…"
      result={
        data && {
          title: 'Added',
          content: (
            <SecretNotice user={{ label: 'Username', name: data.Username }} what="password" secret={data.Password} />
          ),
        }
      }
      onSubmit={() => add.mutate({ path: { organisation }, body: { Username: texts.Username.trim() } })}
      onClose={onClose}
    >
      <PlainInput
        label="Username"
        required
        hint="It can’t be changed later. To replace a password, add another sign-in and disable the former."
        autoCapitalize="none"
        {...input('Username')}
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
          <SettingsLine
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
      <SettingsLine
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
