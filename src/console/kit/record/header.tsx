import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { ComponentProps, ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { CopyNumber } from '#console/kit/ui/copy-button.tsx';
import { Icon } from '#console/kit/ui/icons.tsx';
import { Menu, type MenuItem } from '#console/kit/ui/menu.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { belowRows } from '#console/kit/ui/states.tsx';

/** A key number or day with an explanation. */
export interface KeyFact {
  label: string;
  /** Undefined while loading. */
  value: ReactNode;
  note?: ReactNode;
  /** Needs action. */
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
  /** The client's name, or the number until it is known. */
  name: string;
  /** Distinguishes records of the same name. */
  number?: string;
  back: ComponentProps<typeof Page>['back'];
  status?: ReactNode;
  /** Numbers that a click copies, with their names and links. */
  numbers: readonly { name: string; text: string | number | null | undefined; to?: string }[];
  facts: readonly KeyFact[];
  /** The main action. */
  action?: ReactNode;
  /** Other actions. */
  menu?: readonly MenuItem[];
  children: ReactNode;
}

/** The page of one record: name, status, actions and key facts first. */
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
