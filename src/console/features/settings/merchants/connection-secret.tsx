import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { ProviderConnection } from '#contract/settings-records.ts';
import { PlainInput, PlainTextArea } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { minuteText } from '#rules/day-text.ts';
import { SettingsLine } from '../line.tsx';
import { SettingsForm, useInputs } from '../settings-form.tsx';

interface Props {
  number: string;
  connection: ProviderConnection;
}

function SecretForm({ number, connection, onClose }: Props & { onClose: () => void }) {
  const add = useSettingsChange('connectionSecret');
  const { texts, input } = useInputs({ Secret: '' }, add.error);
  const isKey = connection.Authentication === 'private_key_jwt';
  const hasOne = connection.SecretFrom === 'stored';
  return (
    <SettingsForm
      title={hasOne ? 'Add another secret' : 'Add the secret'}
      size="s"
      fields={['Secret']}
      change={add}
      save="Add"
      onSubmit={() => add.mutate({ path: { number }, body: { Secret: texts.Secret } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isKey ? (
        <PlainTextArea label="Private key (PEM)" required rows={6} spellCheck={false} {...input('Secret')} />
      ) : (
        <PlainInput label="Secret" required type="password" autoComplete="new-password" {...input('Secret')} />
      )}
      <Muted>
        {hasOne && 'The present one is used for 24 hours more where the provider refuses the new one. '}
        It is stored encrypted and never shown again. Whoever knows it can act at the provider without this server: a
        secret in a file of the server is seen by fewer people.
      </Muted>
    </SettingsForm>
  );
}

function secretText({ SecretFrom, SecretSince, FormerSecretEnds, Source, MayStoreSecret }: ProviderConnection): string {
  if (SecretFrom === 'none') return 'None yet. Nothing can be read or changed before there is one.';
  if (SecretFrom === 'stored') {
    const former = FormerSecretEnds ? ` The one before it ends ${minuteText(FormerSecretEnds)}.` : '';
    return `Stored ${minuteText(SecretSince ?? '')}.${former}`;
  }
  const file = 'In a file of this server.';
  if (!MayStoreSecret) return `${file} None can be stored here, since NUMBERS_KEY_FILE is not set.`;
  return Source === 'merchant' ? `${file} One of its own replaces it for this merchant.` : file;
}

/** The secret is written here and never read. */
export function ConnectionSecret({ number, connection }: Props) {
  const [isAdding, setAdding] = useState(false);
  const end = useSettingsChange('connectionSecretEnd');
  if (connection.Authentication === 'caller' || connection.Authentication === 'token') return null;
  const isOwn = connection.Source === 'merchant' && connection.MayStoreSecret;
  const action = connection.FormerSecretEnds ? (
    <SaveButton
      variant="text"
      size="small"
      color="error"
      isSaving={end.isPending}
      onClick={() => end.mutate({ path: { number } })}
    >
      End the former
    </SaveButton>
  ) : (
    <Button
      size="small"
      variant={connection.SecretFrom === 'none' ? 'contained' : 'text'}
      onClick={() => setAdding(true)}
    >
      {connection.SecretFrom === 'stored' ? 'Add another…' : 'Add…'}
    </Button>
  );
  return (
    <div>
      {end.error && <ErrorState error={end.error} />}
      <SettingsLine name="Secret" text={secretText(connection)} action={isOwn && action} />
      {isAdding && <SecretForm number={number} connection={connection} onClose={() => setAdding(false)} />}
    </div>
  );
}
