import Box from '@mui/material/Box';
import { useParams } from 'react-router-dom';
import { useSettings } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Missing } from '#console/domain/missing.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { Panel } from '#console/kit/ui/section.tsx';
import { ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { Access } from './access.tsx';
import { PersonRoles } from './person-roles.tsx';

export function PersonPage() {
  const { username = '' } = useParams();
  const { href } = useTenant();
  const { data, error, isPending, refetch } = useSettings('peopleList');
  const person = data?.People.find((it) => it.Username === username);
  const back = { to: href(links.people()), label: 'People' };
  return (
    <Page title={person?.Name ?? (isPending ? '' : username)} back={back} lead={person && `Username ${username}`}>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {isPending && <Skeletons rows={4} />}
      {data && !person && (
        <Missing what="person" where="has this username" list={{ label: 'Go to People', to: href(links.people()) }} />
      )}
      {person && (
        <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
          <WaitingChanges kind="person" target={username} />
          {!person.MayManage && (
            <Notice tone="info">
              {person.Name} also works for merchants that you don’t administer. You can change roles for your own only.
            </Notice>
          )}
          {/* After a change the form starts from what is stored. */}
          <PersonRoles key={JSON.stringify(person.Roles)} person={person} />
          <Panel title="Access">
            <Access person={person} />
          </Panel>
        </Box>
      )}
    </Page>
  );
}
