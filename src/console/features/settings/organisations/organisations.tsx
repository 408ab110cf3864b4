import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { useAdministered, useSettings } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Muted } from '#console/kit/ui/muted.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { EmptyState, ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import { SettingsTabs } from '../tabs.tsx';
import { OrganisationForm } from './form.tsx';

export function Organisations() {
  const { href } = useTenant();
  const { organisation } = useConfig();
  const { mayView, isAll } = useAdministered();
  const { data, error, isPending, refetch } = useSettings('organisationsList');
  const [isAdding, setAdding] = useState(false);
  return (
    <Page
      title="Settings"
      tab="Organisations"
      tabs={<SettingsTabs />}
      actions={
        isAll && (
          <Button variant="contained" onClick={() => setAdding(true)}>
            Add an organisation
          </Button>
        )
      }
    >
      {mayView && !isAll && (
        <Notice tone="info">Only an administrator of all merchants can change organisations.</Notice>
      )}
      <Muted component="p">Cases and messages belong to an organisation. This console uses {organisation}.</Muted>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {isPending && <Skeletons rows={3} />}
      {data?.Organisations.length === 0 && (
        <EmptyState title="No organisations yet">One is needed to open cases and to send messages.</EmptyState>
      )}
      {data && data.Organisations.length > 0 && (
        <Section title="Organisations">
          <PlainTable
            label="Organisations"
            columns={[
              { label: 'Name', isHead: true },
              { label: 'Merchants', isNumber: true },
              { label: 'Senders', isNumber: true },
              { label: 'Templates', isNumber: true, isWide: true },
            ]}
            rows={data.Organisations.map(({ Code, Name, Merchants, Senders, Templates }) => ({
              key: Code,
              cells: [
                <>
                  <Link component={RouterLink} to={href(links.organisation(Code))} underline="always">
                    {Name}
                  </Link>
                  <small>{Code}</small>
                </>,
                Merchants.length,
                Senders.length,
                Templates.length,
              ],
            }))}
          />
        </Section>
      )}
      {isAdding && <OrganisationForm onClose={() => setAdding(false)} />}
    </Page>
  );
}
