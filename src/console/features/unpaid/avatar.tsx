import { styled } from '@mui/material/styles';
import { initialsOf } from './where.ts';

const Circle = styled('span')(({ theme }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: '50%',
  background: theme.vars.palette.action.selected,
  color: theme.vars.palette.text.primary,
  fontSize: '0.6875rem',
  fontWeight: 600,
  verticalAlign: 'middle',
}));

/** A person by their initials. */
export const Avatar = ({ name }: { name: string }) => (
  <Circle role="img" aria-label={name} title={name}>
    {initialsOf(name)}
  </Circle>
);
