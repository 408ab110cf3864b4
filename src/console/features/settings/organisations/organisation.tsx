import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useAdministered, useSettings } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Missing } from '#console/domain/missing.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { Panel } from '#console/kit/ui/section.tsx';
import { ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import { Line } from '../line.tsx';
import { OrganisationForm } from './form.tsx';
import { CallbackSecret, SignIns } from './secrets.tsx';
import { Templates } from './templates.tsx';

export function OrganisationPage() {
  const { href } = useTenant();
  const { organisation: code = '' } = useParams();
  const { isAll } = useAdministered();
  const { data, error, isPending, refetch } = useSettings('organisationsList');
  const [isEditing, setEditing] = useState(false);
  const list = { to: href(links.organisations()), label: 'Organisations' };
  const organisation = data?.Organisations.find(({ Code }) => Code === code);
  const parts = organisation && { organisation, mayChange: isAll };
  return (
    <Page
      title={organisation?.Name ?? (isPending ? '' : code)}
      back={list}
      lead={organisation && `Code ${code}`}
      actions={organisation && isAll && <Button onClick={() => setEditing(true)}>Edit</Button>}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {isPending && <Skeletons rows={4} />}
      {data && !organisation && (
        <Missing what="organisation" where="has this code" list={{ label: 'Go to Organisations', to: list.to }} />
      )}
      {parts && (
        <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
          <Panel title="Merchants and senders">
            <Line name="Merchants" text={parts.organisation.Merchants.join(', ')} />
            <Line name="Senders" text={parts.organisation.Senders.join(', ') || 'None yet: no message can be sent.'} />
          </Panel>
          <Panel title="Templates">
            <Templates {...parts} />
          </Panel>
          <Panel title="Sign-ins for messages">
            <SignIns {...parts} />
          </Panel>
          <Panel title="Delivery reports">
            <CallbackSecret {...parts} />
          </Panel>
        </Box>
      )}
      {isEditing && organisation && <OrganisationForm of={organisation} onClose={() => setEditing(false)} />}
    </Page>
  );
}
