import Button from '@mui/material/Button';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useAdministered, useSettings } from '#console/api/settings.ts';
import { links } from '#console/domain/links.ts';
import { Panel } from '#kit/ui/section.tsx';
import { SettingsLine } from '../line.tsx';
import { SettingsRecordPage } from '../record-page.tsx';
import { OrganisationForm } from './form.tsx';
import { CallbackSecret, SignIns } from './secrets.tsx';
import { Templates } from './templates.tsx';

export function OrganisationPage() {
  const { organisation: code = '' } = useParams();
  const { isAll: mayChange } = useAdministered();
  const read = useSettings('organisationsList');
  const [isEditing, setEditing] = useState(false);
  return (
    <SettingsRecordPage
      noun="organisation"
      id={code}
      lead={`Code ${code}`}
      where="has this code"
      list={{ label: 'Organisations', path: links.organisations() }}
      read={read}
      record={read.data?.Organisations.find((it) => it.Code === code)}
      actions={
        mayChange && (
          <Button variant="outlined" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {(organisation) => (
        <>
          <Panel title="Merchants and senders">
            <SettingsLine name="Merchants" text={organisation.Merchants.join(', ')} />
            <SettingsLine
              name="Senders"
              text={organisation.Senders.join(', ') || 'None yet: no message can be sent.'}
            />
          </Panel>
          <Panel title="Templates">
            <Templates organisation={organisation} mayChange={mayChange} />
          </Panel>
          <Panel title="Sign-ins for messages">
            <SignIns organisation={organisation} mayChange={mayChange} />
          </Panel>
          <Panel title="Delivery reports">
            <CallbackSecret organisation={organisation} mayChange={mayChange} />
          </Panel>
          {isEditing && <OrganisationForm of={organisation} onClose={() => setEditing(false)} />}
        </>
      )}
    </SettingsRecordPage>
  );
}
