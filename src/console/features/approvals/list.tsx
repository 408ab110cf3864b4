import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { ruleText } from '#console/domain/four-eyes.ts';
import type { Approval, ApprovalRule } from '#contract/approvals.ts';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { minuteText, weekdayText } from '#rules/day-text.ts';
import { decidedText, notAllText, sentOutcomeText, approvalTitle } from './texts.ts';

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& a': {
    display: 'block',
    padding: '12px 16px',
    color: 'inherit',
    textDecoration: 'none',
    fontSize: '0.875rem',
    overflowWrap: 'anywhere',
  },
  '& a:hover': { background: theme.vars.palette.action.hover },
  '& a:focus-visible': { outlineOffset: -2 },
  // Only where the open one is next to the list.
  [theme.breakpoints.up('lg')]: {
    '& a[aria-current]': {
      background: theme.vars.palette.action.selected,
      boxShadow: `inset 3px 0 ${theme.vars.palette.primary.main}`,
    },
  },
  '& b, & small': { display: 'block' },
  '& small': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}));

interface Props {
  list: readonly Approval[];
  rule: ApprovalRule | null;
  /** The open one. */
  shown: number | undefined;
  to(sequence: number): string;
}

export function ApprovalLinks({ list, rule, shown, to }: Props) {
  return (
    <Paper variant="outlined">
      {list.length > 0 && (
        <List aria-label="Approvals">
          {list.map((it) => (
            <li key={it.ApprovalSequence}>
              <Link to={to(it.ApprovalSequence)} aria-current={it.ApprovalSequence === shown ? 'true' : undefined}>
                <b>{approvalTitle(it)}</b>
                {it.Sum !== null && <MoneyText amount={it.Sum} />}
                <small>{`${it.PreparedBy}, ${minuteText(it.PreparedAt)}`}</small>
                <small>
                  {decidedText(it) ?? (it.FirstDate === null ? '' : `First on ${weekdayText(it.FirstDate)}`)}
                </small>
                {it.Outcome && (
                  <small>{it.Kind === 'PAYOUTS' && it.Count > 1 ? notAllText : sentOutcomeText(it)}</small>
                )}
              </Link>
            </li>
          ))}
        </List>
      )}
      <Muted sx={{ p: 2 }}>{ruleText(rule)}</Muted>
    </Paper>
  );
}
