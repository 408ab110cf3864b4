import { styled } from '@mui/material/styles';

/** What ends a form: the primary button on the right, Cancel beside it, in sight however long the form is. */
export const FormActions = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 8,
  padding: '12px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  background: theme.vars.palette.background.default,
  'dialog &': { background: 'inherit', backgroundColor: theme.vars.palette.background.paper },
}));
