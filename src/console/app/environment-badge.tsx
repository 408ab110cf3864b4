import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { useConfig } from '#console/api/config.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import {
  closeTestClock,
  openTestClock,
  readClock,
  useOpenTestClock,
  useTestClock,
} from '#console/session/test-clock.ts';
import { later } from '#kit/ui/later.tsx';
import { fullDayText } from '#rules/day-text.ts';

const TestClock = later(async () => (await import('./panels/test-clock-panel.tsx')).TestClockPanel);

const Badge = styled('button')(({ theme }) => ({
  minHeight: 24,
  padding: '2px 8px',
  border: 0,
  borderRadius: 999,
  color: 'inherit',
  background: 'transparent',
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 600,
  lineHeight: '20px',
  whiteSpace: 'nowrap',
  // The amber of the sandbox says "no real money".
  '&[data-environment="Sandbox"]': { background: '#fde68a', color: '#4a2c00' },
  '&[data-environment="Live"]': { border: `1px solid ${theme.vars.palette.divider}` },
  'button&': {
    cursor: 'pointer',
    // Finger-sized, although it does not look so.
    [theme.breakpoints.down('sm')]: {
      position: 'relative',
      minHeight: 44,
      background: 'transparent !important',
      zIndex: 0,
      '&::before': {
        content: '""',
        position: 'absolute',
        inset: '8px 0',
        zIndex: -1,
        borderRadius: 999,
        background: '#fde68a',
      },
    },
  },
  'button&:hover': { filter: 'brightness(0.95)' },
}));

/**
 * Sandbox or live. In a sandbox it opens the test clock, and shows its day if that is ahead, because the whole screen
 * uses it.
 */
export function EnvironmentBadge() {
  const { environment } = useConfig();
  const { merchant } = useTenant();
  const permissions = usePermissions();
  const clock = useTestClock(merchant);
  const openClock = useOpenTestClock();
  const isSandbox = environment === 'Sandbox' && (permissions?.includes('sandbox:read') ?? true);
  useEffect(() => {
    // Optional: without an answer the badge is only a label.
    if (isSandbox) readClock(merchant).catch(() => undefined);
  }, [merchant, isSandbox]);

  if (!isSandbox || !clock)
    return (
      <Badge as="span" data-environment={environment}>
        {environment}
      </Badge>
    );
  const day = clock.there === clock.here ? undefined : clock.there;
  return (
    <>
      <Badge
        type="button"
        data-environment={environment}
        aria-haspopup="dialog"
        title="Test clock"
        onClick={() => openTestClock()}
      >
        {environment}
        {day && (
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            {' '}
            · {fullDayText(day)}
          </Box>
        )}
      </Badge>
      {openClock && <TestClock merchant={merchant} offered={openClock.offered} onClose={closeTestClock} />}
    </>
  );
}
