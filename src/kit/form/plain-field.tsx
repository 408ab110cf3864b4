import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { createElement, useId, type ComponentProps, type ReactNode, type Ref } from 'react';

/** Our own arrow, since those of the systems differ. Its grey has 3:1 in both themes. */
export const selectArrow = {
  appearance: 'none',
  paddingRight: 32,
  backgroundImage:
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%237a8696' stroke-width='1.75'%3E%3Cpath d='m4 6 4 4 4-4'/%3E%3C/svg%3E\")",
  backgroundPosition: 'right 10px center',
  backgroundSize: 16,
  backgroundRepeat: 'no-repeat',
} as const;

const magnifier = {
  paddingLeft: 34,
  backgroundImage:
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='%237a8696' stroke-width='1.75' stroke-linecap='round'%3E%3Cpath d='M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12M13.5 13.5 17.5 17.5'/%3E%3C/svg%3E\")",
  backgroundPosition: 'left 10px center',
  backgroundSize: 18,
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
      '&::placeholder': { color: palette.text.secondary, opacity: 1 },
      // iOS zooms into fields with smaller text.
      [theme.breakpoints.down('sm')]: { height: 44, fontSize: '1rem' },
    },
    '& > select': selectArrow,
    '& > input[type=search]': magnifier,
    // A native select's list takes its colours from here.
    '& > select > option': { background: palette.background.paper },
    '& > textarea': { display: 'block', height: 'auto !important', padding: '8px 12px', resize: 'vertical' },
    // The button is inside the input's frame.
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

interface FieldProps {
  label: string;
  /** The label is for screen readers only, as in a table whose header names it. */
  isBare?: boolean;
  hint?: ReactNode;
  /** Replaces the hint. */
  error?: ReactNode;
  /** The reason is shown elsewhere. */
  isWrong?: boolean;
  frameRef?: Ref<HTMLDivElement>;
  /** A button inside the input's frame, or a list. */
  end?: ReactNode;
}

type Native<Name extends 'input' | 'select' | 'textarea'> = FieldProps & ComponentProps<Name>;

/** MUI's text field looks the same and adds 20 KB. */
function Field(props: FieldProps & { as: string; id?: string; required?: boolean }) {
  const { as, label, isBare, hint, error, isWrong = Boolean(error), frameRef, end, ...control } = props;
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

/** For filters and the like; forms use `FieldInput`. */
export const PlainInput = (props: Native<'input'>) => (
  <Field as="input" autoComplete="off" spellCheck={false} {...props} />
);

export const PlainSelect = (props: Native<'select'>) => <Field as="select" {...props} />;

export const PlainTextArea = (props: Native<'textarea'>) => <Field as="textarea" {...props} />;

/** A warning; the value can still be sent. */
export const Caution = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'warning.main' }}>
    {children}
  </Box>
);

/** Without a label above: the magnifier says what it is, and screen readers read the name. */
export function SearchInput(props: {
  label: string;
  /** The placeholder; by default the label. */
  hint?: string;
  value: string;
  onType: (text: string) => void;
}) {
  const { label, hint = label, value, onType } = props;
  return (
    <PlainInput
      label={label}
      isBare
      placeholder={hint}
      type="search"
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
