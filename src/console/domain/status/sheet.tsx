import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Modal } from '#kit/ui/modal.tsx';
import { statusGroups } from './meanings.ts';

/** What the statuses of a list mean, next to the list. */
export function StatusSheet({ fieldNames, onClose }: { fieldNames: readonly string[]; onClose(): void }) {
  const { href } = useTenant();
  return (
    <Modal title="What statuses mean" at="end" onClose={onClose}>
      <Stack spacing={2}>
        {statusGroups([...fieldNames]).map(({ title, topics }) => (
          <Box key={title} component="dl" aria-label={title} sx={{ m: 0 }}>
            {topics.map((it) => (
              <Box key={it.id} sx={{ mb: 1.5 }}>
                <Box component="dt" sx={{ fontWeight: 600 }}>
                  {it.title}
                </Box>
                <Box component="dd" sx={{ m: 0 }}>
                  {it.instead}
                </Box>
              </Box>
            ))}
          </Box>
        ))}
        <Link component={RouterLink} to={href(links.limits('statuses'))}>
          All statuses
        </Link>
      </Stack>
    </Modal>
  );
}
