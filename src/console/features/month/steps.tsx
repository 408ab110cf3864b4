import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { Hidden } from '#kit/ui/hidden.tsx';
import { Icon } from '#kit/ui/icons.tsx';

export interface MonthStep {
  key: string;
  title: string;
  isDone: boolean;
  /** One short line: what is done, or what is missing. */
  text: string;
}

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  margin: 0,
  padding: '6px 8px',
  listStyle: 'none',
  [theme.breakpoints.down('md')]: { gridAutoFlow: 'row' },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 44,
    padding: '2px 12px',
    borderRadius: 8,
    color: 'inherit',
    textDecoration: 'none',
    '&:hover': { background: theme.vars.palette.action.hover },
    // Not by colour alone.
    '&[aria-current]': { background: theme.vars.palette.action.selected },
    '&[aria-current] b': { color: theme.vars.palette.primary.main, textDecoration: 'underline' },
  },
  '& b': { display: 'block', fontWeight: 600 },
  '& small': { display: 'block', fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}));

const Mark = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  border: `1.5px solid ${theme.vars.palette.divider}`,
  borderRadius: '50%',
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
  '&[data-done]': {
    borderColor: theme.vars.palette.success.main,
    background: theme.vars.palette.success.main,
    color: theme.vars.palette.background.paper,
  },
}));

interface Props {
  steps: readonly MonthStep[];
  /** The key of the open step. */
  current: string;
  hrefOf(key: string): string;
}

export const Steps = ({ steps, current, hrefOf }: Props) => (
  <Paper variant="outlined" component="nav" aria-label="Steps of month end">
    <List>
      {steps.map(({ key, title, isDone, text }, at) => (
        <li key={key}>
          <Link to={hrefOf(key)} aria-current={key === current ? 'step' : undefined} replace>
            <Mark data-done={isDone ? '' : undefined}>
              {isDone ? (
                <>
                  <Icon name="done" size={16} />
                  <Hidden>Done</Hidden>
                </>
              ) : (
                at + 1
              )}
            </Mark>
            <Box component="span" sx={{ minWidth: 0 }}>
              <b>{title}</b>
              <small>{text}</small>
            </Box>
          </Link>
        </li>
      ))}
    </List>
  </Paper>
);
