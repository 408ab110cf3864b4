import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextLink from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { explain, nothingFound } from '#console/api/errors.ts';
import { Card } from '#console/domain/card.tsx';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { useDecisions, useTasks, type Task } from './use-tasks.ts';

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 5fr) minmax(0, 4fr) 150px 140px',
  columnGap: 16,
  alignItems: 'center',
  minHeight: 52,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '&:first-of-type': { borderTop: 0 },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    gridTemplateAreas: '"icon text text" "icon aside aside" "icon amount action"',
    gap: '0 8px',
    padding: '8px 0',
    '& > svg': { gridArea: 'icon', alignSelf: 'start' },
    '& > [data-cell=text]': { gridArea: 'text' },
    '& > [data-cell=aside]': { gridArea: 'aside' },
    '& > [data-cell=amount]': { gridArea: 'amount', textAlign: 'left' },
    '& > a': { gridArea: 'action' },
  },
  '& > [data-cell=amount]': {
    textAlign: 'right',
    whiteSpace: 'nowrap',
    [theme.breakpoints.down('md')]: { textAlign: 'left' },
  },
}));

const colours = {
  approvals: 'info',
  unpaid: 'error',
  warning: 'warning',
  calendar: 'warning',
  initiates: 'info',
  instalments: 'info',
} as const;

function TaskRow({ row, isFirst }: { row: NonNullable<Task['row']>; isFirst: boolean }) {
  return (
    <Row>
      <Icon name={row.icon} style={{ color: `var(--mui-palette-${colours[row.icon]}-main)` }} />
      <span data-cell="text">
        <Box component="b">{row.what}</Box> {row.text}
      </span>
      <Muted data-cell="aside" component="span">
        {row.aside}
        {row.also && (
          <>
            {row.aside && ' · '}
            <TextLink component={Link} to={row.also.to}>
              {row.also.label}
            </TextLink>
          </>
        )}
      </Muted>
      <span data-cell="amount">{row.amount}</span>
      <Button component={Link} to={row.to} variant={isFirst ? 'contained' : 'outlined'}>
        {row.label}
      </Button>
    </Row>
  );
}

const Quiet = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      gap: 1,
      py: 1,
      color: 'text.secondary',
      borderTop: 1,
      borderColor: 'divider',
      '&:first-of-type': { borderTop: 0 },
    }}
  >
    <Icon name={icon} size={18} style={{ marginTop: 2 }} />
    <Typography variant="body2">{children}</Typography>
  </Box>
);

/** As high as four rows and the line of what is clear. */
const Waiting = () => (
  <Box data-skeleton sx={{ height: { xs: 441.5, md: 244.5 } }}>
    <Skeletons rows={4} height={48} />
  </Box>
);

/** Why it is not known whether there is something to do. */
function doubtOf({ about, read: { error }, note }: Task): string | undefined {
  if (error?.kind === 'notFound') return `${about}: ${nothingFound.title.toLowerCase()}. ${nothingFound.next}`;
  return error ? `${about}: not known. ${explain(error).title}.` : note;
}

/** What needs action, each with its amount and button; what needs none is one line. */
export const Tasks = () => <ToDo tasks={useTasks()} />;

/** Below the guide of a new merchant, and only if something waits. */
export function Decisions() {
  const tasks = useDecisions();
  return tasks.some((it) => it.row) && <ToDo tasks={tasks} />;
}

function ToDo({ tasks }: { tasks: readonly Task[] }) {
  const listed = (isIn: (task: Task) => boolean) => tasks.filter(isIn).map((it) => it.name);
  const isRefused = (task: Task) => task.isOptional === true && task.read.error?.kind === 'refused';
  const clear = listed((it) => !it.row && !it.note && !it.read.error);
  const refused = listed(isRefused);
  const rows = tasks.flatMap((it) => (it.row ? { ...it, row: it.row } : []));
  return (
    <Card title="To do">
      {/* All at once, so that no row moves another. */}
      {tasks.some((it) => it.read.isLoading) ? (
        <Waiting />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {rows.map(({ name, row }, at) => (
            <TaskRow key={name} row={row} isFirst={at === 0} />
          ))}
          {tasks.map((task) => {
            const doubt = isRefused(task) ? undefined : doubtOf(task);
            return (
              doubt && (
                <Quiet key={`doubt ${task.name}`} icon="warning">
                  {doubt}
                </Quiet>
              )
            );
          })}
          {clear.length > 0 && <Quiet icon="done">No {clear.join(', no ')}</Quiet>}
          {refused.length > 0 && <Quiet icon="info">Can’t be checked here: {refused.join(', ')}</Quiet>}
        </Box>
      )}
    </Card>
  );
}
