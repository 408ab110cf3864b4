import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdministered, useSettings } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Notice } from '#console/kit/ui/notice.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { EmptyState, ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import { roleLines } from '../people/texts.ts';
import { SettingsTabs } from '../tabs.tsx';
import { UsedText } from '../used.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { AddProgram } from './add.tsx';

export function Programs() {
  const { href } = useTenant();
  const { mayView, isAll, merchants } = useAdministered();
  const mayAdd = isAll || merchants.length > 0;
  const { data, error, isPending, refetch } = useSettings('programsList');
  const [isAdding, setAdding] = useState(false);
  return (
    <Page
      title="Settings"
      tab="Programs"
      tabs={<SettingsTabs />}
      actions={
        mayAdd && (
          <Button variant="contained" onClick={() => setAdding(true)}>
            Add a program
          </Button>
        )
      }
    >
      {mayView && !mayAdd && <Notice tone="info">You can view programs but not change them.</Notice>}
      <WaitingChanges kind="program" />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {isPending && <Skeletons rows={4} />}
      {data?.Programs.length === 0 && (
        <EmptyState title="No programs yet">Software that calls the service needs a program of its own.</EmptyState>
      )}
      {data && data.Programs.length > 0 && (
        <Section title="Programs">
          <PlainTable
            label="Programs"
            columns={[
              { label: 'Name', isHead: true },
              { label: 'Permissions' },
              { label: 'Status' },
              { label: 'Last used', isWide: true },
            ]}
            rows={data.Programs.map((it) => ({
              key: it.ClientId,
              cells: [
                <>
                  <Link component={RouterLink} to={href(links.program(it.ClientId))} underline="always">
                    {it.Name}
                  </Link>
                  <small>{it.ClientId}</small>
                </>,
                roleLines({ ...it, Roles: [] }),
                <>
                  {it.Status}
                  {it.HasFormerSecret && <small>Two secrets</small>}
                </>,
                <UsedText key="used" {...it} />,
              ],
            }))}
          />
        </Section>
      )}
      {isAdding && <AddProgram onClose={() => setAdding(false)} />}
    </Page>
  );
}
