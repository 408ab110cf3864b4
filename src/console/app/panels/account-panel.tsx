import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled, useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { signOut, useSession } from '../../api/auth.ts';
import { useTenant } from '../../api/tenant.ts';
import { links } from '../../domain/links.ts';

const Line = styled('hr')(({ theme }) => ({
  height: 1,
  margin: '8px 0',
  border: 0,
  background: theme.vars.palette.divider,
}));

const Choice = styled('label')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  justifyContent: 'center',
  padding: '6px 4px',
  borderRadius: 6,
  fontSize: '0.8125rem',
  cursor: 'pointer',
  '& input': { position: 'absolute', opacity: 0 },
  '&:has(:checked)': { background: theme.vars.palette.action.selected, fontWeight: 600 },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}));

const modes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
] as const;

const row = { justifyContent: 'flex-start', color: 'text.primary', fontWeight: 400 } as const;

/** What stands in the account menu. `onDone` puts it away. */
export function AccountPanel({
  onShortcuts,
  onSupport,
  onDone,
}: {
  onShortcuts: () => void;
  onSupport: () => void;
  onDone: () => void;
}) {
  const { name } = useSession();
  const { href } = useTenant();
  const { mode = 'system', setMode } = useColorScheme();
  const act = (action: () => void) => () => {
    onDone();
    action();
  };
  return (
    <>
      <Typography sx={{ px: 1, pb: 1, overflowWrap: 'anywhere' }}>
        {name ? (
          <>
            Signed in as <b>{name}</b>
          </>
        ) : (
          'Signed in'
        )}
      </Typography>
      <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, position: 'relative' }}>
        <Typography component="legend" variant="body2" color="textSecondary" sx={{ px: 1 }}>
          Theme
        </Typography>
        <Box sx={{ display: 'flex', gap: 0.5 }}>
          {modes.map(([value, label]) => (
            <Choice key={value}>
              <input type="radio" name="theme" checked={mode === value} onChange={() => setMode(value)} />
              {label}
            </Choice>
          ))}
        </Box>
      </Box>
      <Line />
      <Button fullWidth sx={row} onClick={act(onShortcuts)}>
        Keyboard shortcuts
      </Button>
      <Button fullWidth sx={row} component={Link} to={href(links.possible())} onClick={onDone}>
        What’s possible
      </Button>
      <Button fullWidth sx={row} onClick={act(onSupport)}>
        Details
      </Button>
      <Line />
      <Button fullWidth sx={row} onClick={act(() => void signOut())}>
        Sign out
      </Button>
    </>
  );
}
