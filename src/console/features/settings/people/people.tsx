import { useAdministered, useSettings } from '#console/api/settings.ts';
import { links } from '#console/domain/links.ts';
import type { Person } from '#contract/settings-records.ts';
import type { SettingsAnswer } from '#contract/settings.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { SettingsListPage, NameLink } from '../list-page.tsx';
import { UsedText } from '../used.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { Invite } from './invite.tsx';
import { merchantText, roleLines } from './texts.ts';

const filters = {
  active: { label: 'Can sign in', of: (it: Person) => it.Status === 'Active' },
  invited: { label: 'Invited', of: (it: Person) => it.Status === 'Invited' },
  disabled: { label: 'Disabled', of: (it: Person) => it.Status === 'Disabled' },
  unused: { label: 'Unused for 90 days', of: (it: Person) => it.IsUnused && it.Status !== 'Disabled' },
};

/** The line that auditors ask for first. */
function PrepareAndRelease({ people }: { people: SettingsAnswer<'peopleList'>['PrepareAndRelease'] }) {
  const text = people.map(({ Name, Merchants }) => `${Name} (${Merchants.map(merchantText).join(', ')})`).join(', ');
  return (
    <Muted component="p">
      {people.length === 0
        ? 'No one can both prepare and release payouts.'
        : `Can both prepare and release payouts: ${text}.`}
    </Muted>
  );
}

export function People() {
  const { mayView, isAll, merchants } = useAdministered();
  const mayInvite = isAll || merchants.length > 0;
  const read = useSettings('peopleList');
  const [query, change] = useAddress();
  const chosen = query.get('show') ?? '';
  const filter = Object.hasOwn(filters, chosen) ? filters[chosen as keyof typeof filters] : undefined;
  const people = (read.data?.People ?? []).filter((it) => filter?.of(it) ?? true);
  return (
    <SettingsListPage
      tab="People"
      read={read}
      notice={mayView && !mayInvite && 'You can view people but not change them.'}
      add={mayInvite && { label: 'Invite a person', form: (onClose) => <Invite onClose={onClose} /> }}
      top={
        <>
          {read.data && <PrepareAndRelease people={read.data.PrepareAndRelease} />}
          <WaitingChanges kind="person" />
        </>
      }
    >
      {() => (
        <Section
          title="People"
          actions={
            <ChoiceFilter
              label="Show"
              isBare
              value={chosen}
              all="Everyone"
              options={Object.entries(filters).map(([code, { label }]) => ({ code, label }))}
              onChange={(show) => change((now) => put(now, { show }))}
            />
          }
        >
          {people.length === 0 ? (
            <EmptyState title="No people here">Choose Everyone to see all.</EmptyState>
          ) : (
            <PlainTable
              label="People"
              columns={[
                { label: 'Name', isHead: true },
                { label: 'Roles' },
                { label: 'Status' },
                { label: 'Last used', isWide: true },
              ]}
              rows={people.map((it) => ({
                key: it.Username,
                cells: [
                  <NameLink key="name" to={links.person(it.Username)} name={it.Name} code={it.Username} />,
                  roleLines(it).map((line) => <div key={line}>{line}</div>),
                  it.Status,
                  <UsedText key="used" {...it} />,
                ],
              }))}
            />
          )}
        </Section>
      )}
    </SettingsListPage>
  );
}
