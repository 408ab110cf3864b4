import { styled } from '@mui/material/styles';

export const MessageCell = styled('td')({});

// Rows on wide screens, labelled cards on a phone; roles keep it a table.
export const MessageRow = styled('tr')(({ theme }) => ({
  '&& > td': { verticalAlign: 'top', padding: '6px 8px' },
  // Aligned with the text of the inputs.
  '&& > td[data-text]': { paddingTop: 12 },
  '&[data-shown]': {
    background: theme.vars.palette.action.hover,
    boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
  },
  [theme.breakpoints.down('md')]: {
    display: 'grid',
    gap: 4,
    padding: '12px 0',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    '&& > td': {
      display: 'grid',
      gridTemplateColumns: '92px minmax(0, 1fr)',
      gap: 8,
      alignItems: 'start',
      padding: 0,
      border: 0,
      textAlign: 'left',
    },
    '&& > td[data-text]': { paddingTop: 0 },
    '& > td::before': {
      content: 'attr(data-label)',
      color: theme.vars.palette.text.secondary,
      fontSize: '0.8125rem',
      lineHeight: '32px',
    },
    '& > td[data-text]::before': { lineHeight: 1.6 },
  },
}));
