import { useAdministered, useSettings } from '#console/api/settings.ts';
import { links } from '#console/domain/links.ts';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { SettingsListPage, NameLink } from '../list-page.tsx';
import { roleLines } from '../people/texts.ts';
import { UsedText } from '../used.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { AddProgram } from './add.tsx';

export function Programs() {
  const { mayView, isAll, merchants } = useAdministered();
  const mayAdd = isAll || merchants.length > 0;
  return (
    <SettingsListPage
      tab="Programs"
      read={useSettings('programsList')}
      notice={mayView && !mayAdd && 'You can view programs but not change them.'}
      add={mayAdd && { label: 'Add a program', form: (onClose) => <AddProgram onClose={onClose} /> }}
      top={<WaitingChanges kind="program" />}
    >
      {(data) =>
        data.Programs.length === 0 ? (
          <EmptyState title="No programs yet">Software that calls the service needs a program of its own.</EmptyState>
        ) : (
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
                  <NameLink key="name" to={links.program(it.ClientId)} name={it.Name} code={it.ClientId} />,
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
        )
      }
    </SettingsListPage>
  );
}
