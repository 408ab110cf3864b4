import { styled } from '@mui/material/styles';
import { useId, type ComponentProps } from 'react';

/** The arrow of a native select, drawn by us: the systems' differ. Its grey has 3:1 in both themes. */
export const selectArrow = {
  appearance: 'none',
  paddingRight: 32,
  backgroundImage:
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%237a8696' stroke-width='1.75'%3E%3Cpath d='m4 6 4 4 4-4'/%3E%3C/svg%3E\")",
  backgroundPosition: 'right 10px center',
  backgroundSize: 16,
  backgroundRepeat: 'no-repeat',
} as const;

// Looks like the fields of forms. MUI's brings menus, popovers and focus traps along (20 KB) whatever it is used for, which
// the pages that are opened first should not wait for.
export const FieldFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  minWidth: 0,
  '& > label': {
    display: 'block',
    marginBottom: 4,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
    lineHeight: '20px',
  },
  '& > input, & > select': {
    boxSizing: 'border-box',
    width: '100%',
    height: 36,
    padding: '0 12px',
    border: `1px solid color-mix(in srgb, ${theme.vars.palette.text.secondary} 75%, transparent)`,
    borderRadius: 8,
    backgroundColor: theme.vars.palette.background.paper,
    color: 'inherit',
    font: 'inherit',
    fontSize: '0.875rem',
    textOverflow: 'ellipsis',
    [theme.breakpoints.down('sm')]: { height: 44, fontSize: '1rem' },
  },
  '& > select': selectArrow,
  // What opens something for the input, inside its frame.
  '& > button': { top: 24, height: 36, [theme.breakpoints.down('sm')]: { height: 44 } },
  '&[data-bare] > button': { top: 0 },
  // The list of a native select is drawn by the system, which takes its colours from here.
  '& > select > option': { background: theme.vars.palette.background.paper },
  '&[data-wrong] > label, &[data-wrong] > p': { color: theme.vars.palette.error.main },
  '&[data-wrong] > input': { borderColor: theme.vars.palette.error.main },
  '& > p[data-special]': { color: theme.vars.palette.warning.main },
  '& > input:focus-visible, & > select:focus-visible': { outlineOffset: -1 },
  '& > p': { margin: '4px 0 0', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}));

interface Labelled {
  label: string;
  hint?: string;
}

/** A native input with its label and hint; for filters and finders, forms have FieldInput. */
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

interface SearchInputProps extends Labelled {
  value: string;
  onType: (text: string) => void;
}

/** One to search with; its hint stands inside. */
export function SearchInput({ label, hint, value, onType }: SearchInputProps) {
  return (
    <PlainInput
      label={label}
      placeholder={hint}
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
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
