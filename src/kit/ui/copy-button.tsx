import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Hidden } from './hidden.tsx';
import { Icon } from './icons.tsx';

function useCopy(text: string) {
  const [status, setStatus] = useState<'Copied' | 'Not copied'>();
  return {
    status,
    forget: () => setStatus(undefined),
    copy: () =>
      void navigator.clipboard.writeText(text).then(
        () => setStatus('Copied'),
        // Refused by the browser's settings; the text can be selected.
        () => setStatus('Not copied'),
      ),
  };
}

/** `name` distinguishes several on one page: "Copy branch code 051001". */
export function CopyButton(props: { text: string; name: string; label?: string; variant?: 'text' | 'contained' }) {
  const { text, name, label = 'Copy', variant = 'text' } = props;
  const { status, forget, copy } = useCopy(text);
  return (
    <>
      <Button
        size="small"
        variant={variant}
        aria-label={`${label} ${name}`.trim()}
        onClick={copy}
        onBlur={forget}
        sx={{ minWidth: 64, whiteSpace: 'nowrap', ...(variant === 'text' && { py: 0, minHeight: 24 }) }}
      >
        {status ?? label}
      </Button>
      {/* A button's text is not a live region. */}
      <Hidden as="output">{status}</Hidden>
    </>
  );
}

const Number = styled('button')(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  minWidth: 24,
  minHeight: 24,
  maxWidth: '100%',
  padding: '0 4px',
  borderRadius: 8,
  cursor: 'pointer',
  fontVariantNumeric: 'tabular-nums',
  // Wraps only if the whole screen is too narrow.
  overflowWrap: 'break-word',
  '&:hover': { background: theme.vars.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}` },
  '& svg': { opacity: 0.7 },
  // Same distance to a preceding number as to its own.
  '&[data-icon]': { marginInlineStart: -5 },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}));

/** Copies a number on click. `name`: "contract number"; `isHidden` if the number is already visible next to it. */
export function CopyNumber({ text, name, isHidden = false }: { text: string; name: string; isHidden?: boolean }) {
  const { status, forget, copy } = useCopy(text);
  return (
    <span>
      <Number
        type="button"
        data-icon={isHidden ? '' : undefined}
        aria-label={`Copy ${name} ${text}`}
        title={status ?? 'Copy'}
        onClick={copy}
        onBlur={forget}
      >
        {!isHidden && text}
        <Icon name={status === 'Copied' ? 'check' : 'copy'} size={14} />
      </Number>
      <Hidden as="output">{status}</Hidden>
    </span>
  );
}
