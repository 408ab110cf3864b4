import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Link, useLocation } from 'react-router-dom';
import { signOut, useSession } from '#console/api/auth.ts';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { AppearanceChoice } from '#console/domain/appearance-choice.tsx';
import { links, pathFrom } from '#console/domain/links.ts';

const Line = styled('hr')(({ theme }) => ({
  height: 1,
  margin: '8px 0',
  border: 0,
  background: theme.vars.palette.divider,
}));

const row = { justifyContent: 'flex-start', color: 'text.primary', fontWeight: 400 } as const;

export function AccountPanel(props: { onShortcuts: () => void; onSupport: () => void; onDone: () => void }) {
  const { onShortcuts, onSupport, onDone } = props;
  const { name } = useSession();
  const { href } = useTenant();
  const { pathname } = useLocation();
  const { people } = useConfig();
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
      <Box sx={{ px: 1 }}>
        <AppearanceChoice />
      </Box>
      <Line />
      <Button fullWidth sx={row} component={Link} to={href(links.settings())} onClick={onDone}>
        Settings
      </Button>
      {people === 'offered' && (
        <Button fullWidth sx={row} component={Link} to={href(links.profile())} onClick={onDone}>
          Profile
        </Button>
      )}
      <Button fullWidth sx={row} onClick={act(onShortcuts)}>
        Keyboard shortcuts
      </Button>
      <Button fullWidth sx={row} component={Link} to={href(pathFrom(pathname, links.help()))} onClick={onDone}>
        Help
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
