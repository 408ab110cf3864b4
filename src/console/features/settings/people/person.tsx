import { useParams } from 'react-router-dom';
import { useSettings } from '#console/api/settings.ts';
import { links } from '#console/domain/links.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { SettingsRecordPage } from '../record-page.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { Access } from './access.tsx';
import { PersonRoles } from './person-roles.tsx';

export function PersonPage() {
  const { username = '' } = useParams();
  const read = useSettings('peopleList');
  return (
    <SettingsRecordPage
      noun="person"
      id={username}
      lead={`Username ${username}`}
      where="has this username"
      list={{ label: 'People', path: links.people() }}
      read={read}
      record={read.data?.People.find((it) => it.Username === username)}
    >
      {(person) => (
        <>
          <WaitingChanges kind="person" target={username} />
          {!person.MayManage && (
            <Notice tone="info">
              {person.Name} also works for merchants that you don’t administer. You can change roles for your own only.
            </Notice>
          )}
          <PersonRoles key={username} person={person} />
          <Panel title="Access">
            <Access person={person} />
          </Panel>
        </>
      )}
    </SettingsRecordPage>
  );
}
