import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Page } from '#kit/ui/page.tsx';
import { Section } from '#kit/ui/section.tsx';
import { Tabs } from '#kit/ui/tabs.tsx';
import { guidePages, guideRoles, guideTasks, tasksOn, type GuideRole, type GuideTask } from './guide.ts';

/** Names of controls are bold. */
const Text = ({ children }: { children: string }) =>
  children.split('**').map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part));

function Task({ task, roles }: { task: GuideTask; roles?: readonly GuideRole[] }) {
  const { href } = useTenant();
  const { label, path } = guidePages[task.page];
  return (
    <Box component="li" sx={{ breakInside: 'avoid', mb: 2, '&::marker': { fontWeight: 600 } }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {task.title}
        {roles && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
            {roles.map((role) => guideRoles[role]).join(', ')}
          </Typography>
        )}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, '& > li': { py: 0.25 } }}>
        {task.steps.map((step) => (
          <li key={step}>
            <Text>{step}</Text>
          </li>
        ))}
      </Box>
      {task.limit && (
        <Typography color="textSecondary" variant="body2">
          <Text>{task.limit}</Text>
        </Typography>
      )}
      <Link
        component={RouterLink}
        to={href(path)}
        variant="body2"
        sx={{ display: 'inline-block', lineHeight: '24px' }}
      >{`Open ${label}`}</Link>
    </Box>
  );
}

function Tasks({
  title,
  tasks,
}: {
  title: string;
  tasks: readonly { task: GuideTask; roles?: readonly GuideRole[] }[];
}) {
  return (
    <Section title={title}>
      <Box component="ol" sx={{ m: 0, pl: 3, columnCount: { lg: 2 }, columnGap: 5 }}>
        {tasks.map((it) => (
          <Task key={it.task.title} {...it} />
        ))}
      </Box>
    </Section>
  );
}

/** By the permission that only this role has. */
function roleOf(permissions: readonly string[] = []): GuideRole {
  if (permissions.includes('release')) return 'manager';
  if (permissions.includes('close')) return 'finance';
  return permissions.includes('messages:write') && !permissions.includes('mandates:write') ? 'support' : 'clerk';
}

const isRole = (topic: string): topic is GuideRole => topic in guideRoles;

/** What each role does, in order; first what is done on the page from which the help was opened. */
export function Help() {
  const { topic = '' } = useParams();
  const { href } = useTenant();
  const own = roleOf(usePermissions());
  const role = isRole(topic) ? topic : own;
  const here = tasksOn(topic);
  const others = guideTasks[role].filter((task) => !here.some((it) => it.task === task));
  const [first] = here;
  return (
    <Page
      title="Help"
      tab={isRole(topic) ? guideRoles[topic] : undefined}
      lead="What people do here, in the order of their day. Press ? for the keyboard shortcuts."
      actions={
        <Button component={RouterLink} to={href(links.limits())} variant="outlined">
          Limits and workarounds
        </Button>
      }
      tabs={
        <Tabs
          label="Roles"
          items={Object.entries(guideRoles).map(([name, label]) => ({ label, to: href(links.help(name)) }))}
        />
      }
    >
      {first && <Tasks title={`On ${guidePages[first.task.page].label}`} tasks={here} />}
      <Tasks title={guideRoles[role]} tasks={others.map((task) => ({ task }))} />
      <Link component={RouterLink} to={href(links.lookups())} variant="body2">
        Lookups: all codes with their names
      </Link>
    </Page>
  );
}
