import { styled } from '@mui/material/styles';

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
