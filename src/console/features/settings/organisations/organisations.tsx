import { useConfig } from '#console/api/config.ts';
import { useAdministered, useSettings } from '#console/api/settings.ts';
import { links } from '#console/domain/links.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { SettingsListPage, NameLink } from '../list-page.tsx';
import { OrganisationForm } from './form.tsx';

export function Organisations() {
  const { organisation } = useConfig();
  const { mayView, isAll } = useAdministered();
  return (
    <SettingsListPage
      tab="Organisations"
      read={useSettings('organisationsList')}
      notice={mayView && !isAll && 'Only an administrator of all merchants can change organisations.'}
      add={isAll && { label: 'Add an organisation', form: (onClose) => <OrganisationForm onClose={onClose} /> }}
      top={<Muted component="p">Cases and messages belong to an organisation. This console uses {organisation}.</Muted>}
    >
      {(data) =>
        data.Organisations.length === 0 ? (
          <EmptyState title="No organisations yet">One is needed to open cases and to send messages.</EmptyState>
        ) : (
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
                  <NameLink key="name" to={links.organisation(Code)} name={Name} code={Code} />,
                  Merchants.length,
                  Senders.length,
                  Templates.length,
                ],
              }))}
            />
          </Section>
        )
      }
    </SettingsListPage>
  );
}
