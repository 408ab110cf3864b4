import Box from '@mui/material/Box';
import { useRef } from 'react';
import { selectArrow } from '#kit/form/plain-field.tsx';
import { pillLook } from './pill-look.ts';

/** Filters a list by one value; an unlisted value can still be selected. */
export function ChoiceFilter(props: {
  label: string;
  value: string;
  options: readonly { code: string; label: string }[];
  /** Without "all". */
  isAlways?: boolean;
  /** The options say what they are of. */
  isBare?: boolean;
  /** The choice of all values. */
  all?: string;
  onChange: (value: string) => void;
}) {
  const { label, value, options, isAlways, isBare, all = 'All', onChange } = props;
  const isListed = value === '' || options.some((it) => it.code === value);
  const select = useRef<HTMLSelectElement>(null);
  return (
    <Box
      component="label"
      // The label is a part of the control: it opens the list as well.
      onClick={(event) => {
        if (event.target !== select.current) select.current?.showPicker?.();
      }}
      sx={{
        ...pillLook,
        boxSizing: 'border-box',
        display: 'inline-flex',
        alignItems: 'center',
        p: 0,
        overflow: 'hidden',
        fontSize: '0.875rem',
        cursor: 'pointer',
        bgcolor: value !== '' && !isAlways ? 'action.selected' : 'background.paper',
        '&:has(:focus-visible)': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 },
        '& > select': {
          ...selectArrow,
          paddingRight: '32px',
          fieldSizing: 'content',
          boxSizing: 'border-box',
          height: { xs: 42, sm: 34 },
          maxWidth: 240,
          pl: isBare ? 1.5 : 0.75,
          border: 0,
          outline: 'none',
          backgroundColor: 'transparent',
          color: 'inherit',
          font: 'inherit',
          textOverflow: 'ellipsis',
          cursor: 'pointer',
        },
        // A native list takes its colours from here.
        '& option': { background: 'var(--mui-palette-background-paper)' },
      }}
    >
      {!isBare && (
        <Box component="span" sx={{ pl: 1.5, fontWeight: 400, color: 'text.secondary' }}>
          {label}
        </Box>
      )}
      <select ref={select} aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {!isAlways && <option value="">{all}</option>}
        {options.map((it) => (
          <option key={it.code} value={it.code}>
            {it.label}
          </option>
        ))}
        {!isListed && <option value={value}>{value}</option>}
      </select>
    </Box>
  );
}
