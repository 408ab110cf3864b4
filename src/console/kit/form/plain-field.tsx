import { styled } from '@mui/material/styles';
import { useId, type ComponentProps } from 'react';

// Looks like a small outlined TextField with its label on the frame. MUI's brings menus, popovers and focus traps along
// (20 KB) whatever it is used for, which the pages that are opened first should not wait for.
export const FieldFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  minWidth: 0,
  '& > label': {
    position: 'absolute',
    top: -9,
    left: 9,
    padding: '0 5px',
    background: `linear-gradient(${theme.vars.palette.background.default} 62%, transparent 62%)`,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.75rem',
    lineHeight: 1.5,
  },
  '& > input, & > select': {
    boxSizing: 'border-box',
    width: '100%',
    height: 40,
    padding: '0 14px',
    border: `1px solid color-mix(in srgb, ${theme.vars.palette.text.secondary} 75%, transparent)`,
    borderRadius: 8,
    background: 'transparent',
    color: 'inherit',
    font: 'inherit',
    fontSize: '0.875rem',
  },
  // What stands on paper has another ground.
  'dialog & > label, .MuiPaper-root & > label': {
    background: `linear-gradient(${theme.vars.palette.background.paper} 62%, transparent 62%)`,
  },
  // The list of a native select is drawn by the system, which takes its colours from here.
  '& > select > option': { background: theme.vars.palette.background.paper },
  '&[data-wrong] > label, &[data-wrong] > p': { color: theme.vars.palette.error.main },
  '&[data-wrong] > input': { borderColor: theme.vars.palette.error.main },
  '& > p[data-special]': { color: theme.vars.palette.warning.main },
  '& > input:focus-visible, & > select:focus-visible': { outlineOffset: -1 },
  '& > p': { margin: '3px 14px 0', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
}));

interface Labelled {
  label: string;
  hint?: string;
}

/** A native input with its label and hint; for filters and finders, forms have WordField. */
export function PlainInput({ label, hint, ...input }: Labelled & ComponentProps<'input'>) {
  const id = useId();
  return (
    <FieldFrame>
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={hint && `${id}-hint`} {...input} />
      {hint && <p id={`${id}-hint`}>{hint}</p>}
    </FieldFrame>
  );
}

/** A native select with its label; its options are the children. */
export function PlainSelect({ label, hint, children, ...select }: Labelled & ComponentProps<'select'>) {
  const id = useId();
  return (
    <FieldFrame>
      <label htmlFor={id}>{label}</label>
      <select id={id} aria-describedby={hint && `${id}-hint`} {...select}>
        {children}
      </select>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
    </FieldFrame>
  );
}
