import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { reportNames, reportOf, type Report } from '#console/domain/collections/report-list.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { savedViews } from '#console/session/saved-views.ts';
import { DropDown } from '#kit/ui/drop-down.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { readyMade } from '../ready-made.ts';

const reports = reportNames.map(reportOf);

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: '0 0 8px',
  padding: 0,
  '& a': {
    display: 'block',
    padding: '6px 10px',
    borderRadius: 6,
    color: 'inherit',
    textDecoration: 'none',
    fontWeight: 600,
    fontSize: '0.875rem',
  },
  '& a:hover': { background: theme.vars.palette.action.hover },
  '& a[aria-current]': { background: theme.vars.palette.action.selected },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem', fontWeight: 400 },
}));

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Muted component="h2" sx={{ px: 1.25, pb: 0.5 }}>
        {title}
      </Muted>
      <List>{children}</List>
    </Box>
  );
}

/** Its button covers the title. Switching keeps the range and shared filters. */
export const ReportMenu = ({ report }: { report: Report }) => (
  <DropDown
    label={<Icon name="down" size={20} />}
    endIcon={null}
    aria-label={`Report: ${report.title}`}
    title="Reports"
    role="dialog"
    color="inherit"
    width={560}
    sx={{
      flex: 'none',
      position: 'static',
      minWidth: 32,
      px: 0,
      '&::before': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
      '&:hover, &:focus-visible': { background: 'none', outline: 'none' },
      '&:hover::before': { background: 'var(--mui-palette-action-hover)' },
      '&:focus-visible::before': { outline: '2px solid var(--mui-palette-primary-main)' },
    }}
  >
    {() => <Choices report={report} />}
  </DropDown>
);

function Choices({ report }: { report: Report }) {
  const { href } = useTenant();
  const [query] = useSearchParams();
  const addressOf = ({ name, filters }: Report) => {
    const along = ['range', 'from', 'to', 'from-time', 'to-time', 'compare', ...filters].map(
      (fieldName) => [fieldName, query.get(fieldName)] as const,
    );
    return href(withQuery(links.reports(name), Object.fromEntries(along)));
  };
  const choice = (it: Report) => (
    <li key={it.name}>
      <Link to={addressOf(it)} aria-current={it.name === report.name ? 'page' : undefined}>
        {it.title}
        <small>{it.answers}</small>
      </Link>
    </li>
  );
  const views = savedViews().filter((it) => it.page.startsWith(links.reports()));
  return (
    <>
      <Group title="Reports">{reports.filter((it) => !it.isSecondary).map(choice)}</Group>
      <Group title="Ready-made">
        {readyMade.map((it) => (
          <li key={it.title}>
            <Link to={`${href(links.reports(it.report))}?${it.query}`}>{it.title}</Link>
          </li>
        ))}
        <li>
          <Link to={href(links.collectionDays())}>
            Which days collect
            <small>The share of paid debits by day, weekday, distance to the 25th, attempt and reason.</small>
          </Link>
        </li>
        <li>
          <Link to={href(links.collectingAgain())}>
            Did collecting again pay?
            <small>What came in of missed debits, by attempt, days waited, reason and payday.</small>
          </Link>
        </li>
      </Group>
      <Group title="More reports">{reports.filter((it) => it.isSecondary).map(choice)}</Group>
      {views.length > 0 && (
        <Group title="Your views">
          {views.map((it) => (
            <li key={`${it.page} ${it.name}`}>
              <Link to={`${href(it.page)}?${it.query}`}>
                {it.name}
                <small>{it.title}</small>
              </Link>
            </li>
          ))}
        </Group>
      )}
    </>
  );
}
