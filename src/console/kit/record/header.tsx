import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { ComponentProps, ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Menu, type MenuItem } from '#console/kit/list/menu.tsx';
import { CopyNumber } from '#console/kit/ui/copy-button.tsx';
import { Icon } from '#console/kit/ui/icons.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { belowRows } from '#console/kit/ui/states.tsx';

/** What somebody opens a record for: a figure or a day, and a line that explains it. */
export interface KeyFact {
  label: string;
  /** Undefined while it is on its way. */
  value: ReactNode;
  note?: ReactNode;
  /** Somebody must act on it. */
  isUrgent?: boolean;
}

function Fact({ label, value, note, isUrgent = false }: KeyFact) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="dt" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, minHeight: 46 }}>
        {value === undefined ? (
          <Skeleton width="60%" height={26} />
        ) : (
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              fontSize: '1rem',
              lineHeight: 1.5,
              fontWeight: 600,
              fontVariantNumeric: 'tabular-nums',
              color: isUrgent ? 'error.main' : undefined,
            }}
          >
            {isUrgent && <Icon name="warning" size={18} />}
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{value}</Box>
          </Box>
        )}
        {value !== undefined && note !== undefined && (
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>{note}</Box>
        )}
      </Box>
    </Box>
  );
}

/** What a record is opened for, in a row. */
const KeyFacts = ({ facts }: { facts: readonly KeyFact[] }) => (
  <Paper variant="outlined" component="section" aria-label="Key facts" sx={{ p: 2, minWidth: 0 }}>
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(140px, 100%), 1fr))',
      }}
    >
      {facts.map((fact) => (
        <Fact key={fact.label} {...fact} />
      ))}
    </Box>
  </Paper>
);

interface Props {
  /** Whom or what it is about, first: the client's name, or the number while no name is known. */
  name: string;
  /** What tells it from others of the same name. */
  number?: string;
  back: ComponentProps<typeof Page>['back'];
  status?: ReactNode;
  /** Copied by a click: what each is called, the number, and where what it names is shown. */
  numbers: readonly { name: string; text: string | number | null | undefined; to?: string }[];
  facts: readonly KeyFact[];
  /** The one thing that most people come to do. */
  action?: ReactNode;
  /** All else that can be done. */
  menu?: readonly MenuItem[];
  children: ReactNode;
}

/** The page of one record: who and what it is, how it stands, what can be done, and its key facts, before anything else. */
export function RecordPage({ name, number, back, status, numbers, facts, action, menu = [], children }: Props) {
  return (
    <Page
      title={[name, number].filter(Boolean).join(' · ')}
      back={back}
      lead={
        <Stack direction="row" useFlexGap sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          {status}
          {numbers.map(
            (it) =>
              it.text != null &&
              it.text !== '' && (
                <Box
                  component="span"
                  key={it.name}
                  sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, minWidth: 'min-content' }}
                >
                  {it.name}
                  {it.to !== undefined && (
                    <Link component={RouterLink} to={it.to} underline="always" sx={{ ml: 0.5 }}>
                      {it.text}
                    </Link>
                  )}
                  <CopyNumber name={it.name.toLowerCase()} text={String(it.text)} isHidden={it.to !== undefined} />
                </Box>
              ),
          )}
        </Stack>
      }
      actions={
        (action || menu.length > 0) && (
          <>
            {action}
            <Menu label="More" items={menu} />
          </>
        )
      }
    >
      <KeyFacts facts={facts} />
      <Stack spacing={2} sx={{ minWidth: 0, '& > :has([data-skeleton]) ~ *': belowRows }}>
        {children}
      </Stack>
    </Page>
  );
}
