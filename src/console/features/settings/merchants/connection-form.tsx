import Box from '@mui/material/Box';
import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import type { ClientAuthentication, ProviderConnection } from '#contract/settings-records.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { PlainInput, PlainSelect } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { SettingsForm, useInputs } from '../settings-form.tsx';

export const ownAuthentications: Readonly<Record<ClientAuthentication, string>> = {
  client_secret_basic: 'Client ID and secret, in the header',
  client_secret_post: 'Client ID and secret, in the form',
  private_key_jwt: 'Client ID and private key',
};

const isOwnAuthentication = (text: string): text is ClientAuthentication => text in ownAuthentications;

const inputFields = [
  'Address',
  'Segment',
  'TokenAddress',
  'ClientId',
  'Scope',
  'Audience',
  'GraceSeconds',
  'ReadsAtOnce',
  'PayoutDays',
] as const;

/** Whose change ends the secret. */
const targetFields = ['Address', 'TokenAddress', 'ClientId'] as const;

/** Sets a merchant's own connection, which begins as the one that it has. */
export function ConnectionForm(props: { number: string; connection: ProviderConnection; onClose: () => void }) {
  const { number, connection, onClose } = props;
  const save = useSettingsChange('connectionSave');
  const { texts, input } = useInputs(
    {
      Address: connection.Address,
      Segment: connection.Segment,
      TokenAddress: connection.TokenAddress ?? '',
      ClientId: connection.ClientId ?? '',
      Scope: connection.Scope ?? '',
      Audience: connection.Audience ?? '',
      GraceSeconds: String(connection.GraceSeconds),
      ReadsAtOnce: String(connection.ReadsAtOnce),
      PayoutDays: String(connection.PayoutDays),
    },
    save.error,
  );
  const [authentication, setAuthentication] = useState<string>(connection.Authentication);
  const Authentication = isOwnAuthentication(authentication) ? authentication : 'client_secret_basic';
  const [hasLists, setLists] = useState(connection.Offers.includes('lists-of-all'));
  const isElsewhere = targetFields.some((field) => texts[field].trim() !== (connection[field] ?? ''));
  const submit = () => {
    const [scope, audience] = [texts.Scope.trim(), texts.Audience.trim()];
    const body = {
      Address: texts.Address.trim(),
      Segment: texts.Segment.trim(),
      TokenAddress: texts.TokenAddress.trim(),
      ClientId: texts.ClientId.trim(),
      Authentication,
      ...(scope !== '' && { Scope: scope }),
      ...(audience !== '' && { Audience: audience }),
      Offers: hasLists ? ['lists-of-all' as const] : [],
      GraceSeconds: Number(texts.GraceSeconds),
      ReadsAtOnce: Number(texts.ReadsAtOnce),
      PayoutDays: Number(texts.PayoutDays),
    };
    save.mutate({ path: { number }, body }, { onSuccess: onClose });
  };
  return (
    <SettingsForm
      title={`Connection of merchant ${number}`}
      fields={inputFields}
      change={save}
      save="Save"
      onSubmit={submit}
      onClose={onClose}
    >
      {!connection.MayStoreSecret && (
        <Muted>
          This server keeps no secrets, since NUMBERS_KEY_FILE is not set. The secret is in the file that
          PROVIDER_CLIENT_SECRET_FILE names, so provider address, token address and client ID stay as they are.
        </Muted>
      )}
      <PlainInput label="Provider address" required {...input('Address')} />
      <PlainInput label="Path segment" required hint="What follows /v1/ in its paths" {...input('Segment')} />
      <PlainSelect label="Sign-in" value={Authentication} onChange={({ target }) => setAuthentication(target.value)}>
        {Object.entries(ownAuthentications).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </PlainSelect>
      <PlainInput label="Token address" required {...input('TokenAddress')} />
      <PlainInput label="Client ID" required {...input('ClientId')} />
      <PlainInput label="Scope" {...input('Scope')} />
      <PlainInput label="Audience" {...input('Audience')} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <PlainInput
          label="Seconds that a change may arrive late"
          required
          inputMode="numeric"
          hint="Without an answer, a change counts as lost only after them."
          {...input('GraceSeconds')}
        />
        <PlainInput label="Reads at once" required inputMode="numeric" hint="At most 500" {...input('ReadsAtOnce')} />
        <PlainInput
          label="Payouts are sent"
          required
          inputMode="numeric"
          hint="Banking days before their day, 0 to 5, once they are released"
          {...input('PayoutDays')}
        />
      </Box>
      <CheckBox label="The provider lists all contracts" isOn={hasLists} onChange={setLists} />
      {isElsewhere && connection.MayStoreSecret && (
        <Notice tone="warning">
          {`Another provider address, token address or client ID ${
            connection.SecretFrom === 'stored' ? 'deletes the stored secret' : 'needs a secret of its own'
          }. Where this merchant needs four eyes, a second administrator confirms it.`}
        </Notice>
      )}
    </SettingsForm>
  );
}
