import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { ComponentProps, ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { CopyNumber } from '#console/kit/ui/copy-button.tsx';
import { RowMenu, type MenuItem } from '#console/kit/ui/menu.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
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
  /** Where the value leads. */
  to?: string;
}

function Fact({ label, value, note, isUrgent = false, to, isFirst }: KeyFact & { isFirst: boolean }) {
  return (
    <Box sx={{ minWidth: 0, gridColumn: isFirst ? { xs: '1 / -1', sm: 'auto' } : undefined }}>
      <Box component="dt" sx={{ fontSize: '0.8125rem', color: isUrgent ? 'error.main' : 'text.secondary' }}>
        {label}
      </Box>
      {/* With room for a note, so that nothing moves when the value loads. */}
      <Box component="dd" sx={{ m: 0, minHeight: { xs: isFirst ? 79 : 63, sm: 64 } }}>
        {value === undefined ? (
          <Skeleton width="60%" height={isFirst ? 40 : 24} />
        ) : (
          <Box
            sx={{
              // One large figure a page.
              fontSize: isFirst ? { xs: '1.625rem', sm: '1.875rem' } : { xs: '1rem', sm: '1.25rem' },
              lineHeight: isFirst ? '40px' : { xs: '24px', sm: '34px' },
              pt: isFirst ? 0 : { sm: '6px' },
              fontWeight: 600,
              overflowWrap: 'anywhere',
              color: isUrgent ? 'error.main' : undefined,
            }}
          >
            {to === undefined ? (
              value
            ) : (
              <Link component={RouterLink} to={to} underline="hover" color="inherit">
                {value}
              </Link>
            )}
          </Box>
        )}
        {value !== undefined && note !== undefined && (
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>{note}</Box>
        )}
      </Box>
    </Box>
  );
}

const KeyFacts = ({ facts, strip }: { facts: readonly KeyFact[]; strip: ReactNode }) => (
  <Paper variant="outlined" component="section" aria-label="Key facts" sx={{ p: 2, minWidth: 0 }}>
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(170px, 1fr))' },
      }}
    >
      {facts.map((fact, index) => (
        <Fact key={fact.label} {...fact} isFirst={index === 0} />
      ))}
    </Box>
    {strip}
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
  /** The first is the page's large figure. */
  facts: readonly KeyFact[];
  /** Drawn below the facts. */
  strip?: ReactNode;
  /** The main action. */
  action?: ReactNode;
  /** Why nothing can be changed here; then no action is offered. */
  readOnly?: string;
  /** Other actions. */
  menu?: readonly MenuItem[];
  children: ReactNode;
}

/** The page of one record: name, status, actions and key facts first. */
export function RecordPage({ name, number, back, status, numbers, facts, strip, readOnly, children, ...rest }: Props) {
  const { action, menu = [] } = readOnly ? { menu: rest.menu?.filter((it) => it.operation === undefined) } : rest;
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
            <RowMenu name="More" items={menu} />
            {action}
          </>
        )
      }
    >
      {readOnly && <Notice tone="info">{readOnly}</Notice>}
      <KeyFacts facts={facts} strip={strip} />
      <Stack spacing={2} sx={{ minWidth: 0, '& > :has([data-skeleton]) ~ *': belowRows }}>
        {children}
      </Stack>
    </Page>
  );
}
