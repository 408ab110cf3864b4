import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icons.tsx';

type Tone = 'info' | 'success' | 'warning' | 'error';

// MUI's Alert would add its icons and close button to the code of every page.
const Box = styled('div')<{ tone: Tone }>(({ theme, tone }) => {
  const { main } = theme.vars.palette[tone];
  // Faint enough for the contrast of text.
  const mixed = (percent: number) => `color-mix(in srgb, ${main} ${percent}%, ${theme.vars.palette.background.paper})`;
  return {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 12,
    padding: '12px 16px',
    border: `1px solid ${mixed(45)}`,
    borderRadius: 8,
    background: mixed(6),
    color: theme.vars.palette.text.primary,
    '& > svg': { color: main },
    '& > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    // The action is below the text on a phone.
    [theme.breakpoints.down('sm')]: { flexWrap: 'wrap', '& > div': { flexBasis: 'calc(100% - 40px)' } },
  };
});

interface NoticeProps extends Omit<ComponentProps<typeof Box>, 'title'> {
  title?: string;
  action?: ReactNode;
}

/** Screen readers announce it immediately, unless `role` is `status`. */
export const Notice = ({ title, action, children, ...box }: NoticeProps) => (
  <Box role="alert" {...box}>
    <Icon name={({ info: 'info', success: 'check', warning: 'warning', error: 'warning' } as const)[box.tone]} />
    <div>
      {title && (
        // Not a heading: its level would depend on the page.
        <Typography variant="h3" component="p">
          {title}
        </Typography>
      )}
      <Typography component="div">{children}</Typography>
    </div>
    {action}
  </Box>
);
