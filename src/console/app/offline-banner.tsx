import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isPassing } from '#console/api/errors.ts';
import { Icon } from '#kit/ui/icons.tsx';

const Banner = styled('div')(({ theme }) => {
  const { main } = theme.vars.palette.warning;
  return {
    gridArea: 'banner',
    position: 'sticky',
    top: 53,
    zIndex: theme.zIndex.appBar - 2,
    '& > div': {
      display: 'flex',
      alignItems: 'center',
      gap: 8,
      minHeight: 40,
      padding: '0 24px',
      borderBottom: `1px solid color-mix(in srgb, ${main} 45%, ${theme.vars.palette.background.paper})`,
      background: `color-mix(in srgb, ${main} 10%, ${theme.vars.palette.background.paper})`,
    },
    '& svg': { flex: 'none', color: main },
    '& p': { flex: 1, margin: 0 },
    [theme.breakpoints.down('md')]: { '& > div': { padding: '0 12px' } },
  };
});

function subscribe(listener: () => void): () => void {
  const types = ['online', 'offline'] as const;
  for (const type of types) addEventListener(type, listener);
  return () => types.forEach((type) => removeEventListener(type, listener));
}

/** Once for the whole console: there is no network, and what still works. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const queries = useQueryClient();
  return (
    // Always rendered: screen readers announce changes only in an existing live region.
    <Banner role="status">
      {!isOnline && (
        <div>
          <Icon name="warning" size={18} />
          <p>
            <b>You’re offline.</b> Nothing is lost. Pages that you have opened still work.
          </p>
          <Button
            size="small"
            variant="outlined"
            onClick={() =>
              void queries.refetchQueries({ type: 'active', predicate: ({ state }) => isPassing(state.error) })
            }
          >
            Try again
          </Button>
        </div>
      )}
    </Banner>
  );
}
