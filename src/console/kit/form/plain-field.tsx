import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { createElement, useId, type ComponentProps, type ReactNode, type Ref } from 'react';

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

const Frame = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    position: 'relative',
    minWidth: 0,
    '& > label': {
      display: 'block',
      marginBottom: 4,
      color: palette.text.secondary,
      fontSize: '0.8125rem',
      lineHeight: '20px',
    },
    '& > input, & > select, & > textarea': {
      boxSizing: 'border-box',
      width: '100%',
      height: 36,
      padding: '0 12px',
      // 3:1 (WCAG 1.4.11); the divider is fainter.
      border: `1px solid color-mix(in srgb, ${palette.text.secondary} 75%, transparent)`,
      borderRadius: 8,
      backgroundColor: palette.background.paper,
      color: 'inherit',
      font: 'inherit',
      fontSize: '0.875rem',
      textOverflow: 'ellipsis',
      '&:focus-visible': { outlineOffset: -1 },
      '&:disabled': { color: palette.text.disabled },
      // iOS zooms into fields with smaller text.
      [theme.breakpoints.down('sm')]: { height: 44, fontSize: '1rem' },
    },
    '& > select': selectArrow,
    // The list of a native select takes its colours from here.
    '& > select > option': { background: palette.background.paper },
    '& > textarea': { display: 'block', height: 'auto !important', padding: '8px 12px', resize: 'vertical' },
    // Inside the frame of the input.
    '& > input:has(+ button)': { paddingRight: 64 },
    '& > button': {
      position: 'absolute',
      top: 24,
      right: 2,
      height: 36,
      [theme.breakpoints.down('sm')]: { height: 44 },
    },
    '&[data-bare] > button': { top: 0 },
    '& > p': { margin: '4px 0 0', color: palette.text.secondary, fontSize: '0.8125rem' },
    '&[data-wrong] > label, &[data-wrong] > p': { color: palette.error.main },
    '&[data-wrong] > :is(input, select, textarea)': { borderColor: palette.error.main },
  };
});

export interface FieldProps {
  label: string;
  /** The label is for screen readers only, as in a table whose header names it. */
  isBare?: boolean;
  /** Beneath the field. */
  hint?: ReactNode;
  /** In place of the hint. */
  error?: ReactNode;
  /** Wrong for a reason that is shown elsewhere. */
  isWrong?: boolean;
  frameRef?: Ref<HTMLDivElement>;
  /** A button inside the frame of the input, or a list. */
  end?: ReactNode;
}

type Native<Name extends 'input' | 'select' | 'textarea'> = FieldProps & ComponentProps<Name>;

/** A native control with its label and what is beneath it. MUI's text field looks the same and brings 20 KB along. */
function Field({
  as,
  label,
  isBare,
  hint,
  error,
  isWrong = Boolean(error),
  frameRef,
  end,
  ...control
}: FieldProps & { as: string; id?: string; required?: boolean }) {
  const ownId = useId();
  const id = control.id ?? ownId;
  const about = error || hint;
  return (
    <Frame ref={frameRef} data-wrong={isWrong ? '' : undefined} data-bare={isBare ? '' : undefined}>
      {!isBare && (
        <label htmlFor={id}>
          {label}
          {control.required && <span aria-hidden> *</span>}
        </label>
      )}
      {createElement(as, {
        'aria-label': isBare ? label : undefined,
        'aria-describedby': about ? `${id}-about` : undefined,
        'aria-invalid': isWrong,
        ...control,
        id,
      })}
      {end}
      {about && <p id={`${id}-about`}>{about}</p>}
    </Frame>
  );
}

/** An input by itself, such as a filter; the fields of forms are `FieldInput`. */
export const PlainInput = (props: Native<'input'>) => (
  <Field as="input" autoComplete="off" spellCheck={false} {...props} />
);

/** Its options are the children. */
export const PlainSelect = (props: Native<'select'>) => <Field as="select" {...props} />;

export const PlainTextArea = (props: Native<'textarea'>) => <Field as="textarea" {...props} />;

/** Something unusual that can be sent all the same: of another colour than an error. */
export const Caution = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'warning.main' }}>
    {children}
  </Box>
);

interface SearchInputProps {
  label: string;
  /** Inside the input. */
  hint?: string;
  value: string;
  onType: (text: string) => void;
}

export function SearchInput({ label, hint, value, onType }: SearchInputProps) {
  return (
    <PlainInput
      label={label}
      placeholder={hint}
      type="search"
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
