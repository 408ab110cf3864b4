import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

type Tone = 'info' | 'warning' | 'error';

// Not MUI's Alert, which would put its five icons and its close button into what every page waits for.
const Box = styled('div')<{ tone: Tone }>(({ theme, tone }) => ({
  display: 'flex',
  gap: 12,
  padding: '12px 16px',
  border: `1px solid ${theme.vars.palette[tone].main}`,
  borderRadius: 8,
  background: theme.vars.palette.background.paper,
  '& > svg': { marginTop: 1, color: theme.vars.palette[tone].main },
  '& > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
}));

/** Something that has to be read: a mark, words and, beside them, what can be done. */
export function Notice(props: { tone: Tone; title?: string; action?: ReactNode; children: ReactNode }) {
  const { tone, title, action, children } = props;
  return (
    <Box role="alert" tone={tone}>
      <Icon name={tone === 'info' ? 'info' : 'warning'} />
      <div>
        {title && (
          // Wherever it stands: under the title of a page, or of a part of it.
          <Typography variant="h3" component="p">
            {title}
          </Typography>
        )}
        <Typography component="div">{children}</Typography>
      </div>
      {action}
    </Box>
  );
}
