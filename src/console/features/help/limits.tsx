import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { limitsOf, type Limit } from '#console/domain/limits.ts';
import { links } from '#console/domain/links.ts';
import { otherStatuses, statusGroups } from '#console/domain/status/meanings.ts';
import { Page } from '#kit/ui/page.tsx';
import { Panel } from '#kit/ui/section.tsx';

function Topic({ limit, isSought }: { limit: Limit; isSought: boolean }) {
  const { href } = useTenant();
  const { id, title, instead, to } = limit;
  return (
    <Box
      id={id}
      tabIndex={-1}
      sx={{
        py: 1,
        px: 1.5,
        mx: -1.5,
        borderRadius: 1,
        // Keeps an anchor clear of the top bar.
        scrollMarginTop: 80,
        ...(isSought && { bgcolor: 'action.selected' }),
      }}
    >
      <Typography component="dt" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Typography component="dd" sx={{ m: 0 }} color="textSecondary">
        {instead}{' '}
        {to && (
          <Link component={RouterLink} to={href(to.path)} sx={{ whiteSpace: 'nowrap' }}>
            {to.label}
          </Link>
        )}
      </Typography>
    </Box>
  );
}

/** What the interface can't do, by topic, and what to do instead. */
export function Limits() {
  const { href, merchant } = useTenant();
  const { hash } = useLocation();
  const sought = hash.slice(1);
  useEffect(() => {
    const topic = sought === '' ? null : document.getElementById(sought);
    topic?.scrollIntoView({ block: 'center' });
    topic?.focus({ preventScroll: true });
  }, [sought]);
  return (
    <Page
      title="Limits and workarounds"
      back={{ label: 'Help', to: href(links.help()) }}
      lead="What the console can’t do, what to do instead, and what each status means. Press ? for the keyboard shortcuts."
      actions={
        <Button component={RouterLink} to={href(links.lookups())} variant="outlined">
          Lookups
        </Button>
      }
    >
      <Box
        sx={{
          columnCount: { lg: 2 },
          columnGap: 2,
          '& > *': { breakInside: 'avoid', mb: 2 },
        }}
      >
        {limitsOf(merchant).map((it) => (
          <Panel key={it.group} title={it.group}>
            <Box component="dl" sx={{ m: 0 }}>
              {it.limits.map((limit) => (
                <Topic key={limit.id} limit={limit} isSought={limit.id === sought} />
              ))}
            </Box>
          </Panel>
        ))}
        {statusGroups().map((it, index) => (
          <Panel key={it.title} title={it.title}>
            <Box component="dl" id={index === 0 ? 'statuses' : undefined} tabIndex={-1} sx={{ m: 0 }}>
              {it.topics.map((topic) => (
                <Topic key={topic.id} limit={topic} isSought={topic.id === sought} />
              ))}
            </Box>
          </Panel>
        ))}
        <Panel title="Other statuses">
          <Box component="dl" sx={{ m: 0 }}>
            <Topic
              limit={{ id: 'other-statuses', title: 'A status that is not listed here', instead: otherStatuses }}
              isSought={sought === 'other-statuses'}
            />
          </Box>
        </Panel>
      </Box>
    </Page>
  );
}
