import { styled } from '@mui/material/styles';
import { useId } from 'react';

const Frame = styled('fieldset')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: 2,
    // Hidden radios are positioned in it.
    position: 'relative',
    minWidth: 0,
    margin: 0,
    padding: 2,
    border: 0,
    borderRadius: 8,
    background: palette.action.selected,
    '& > label': {
      display: 'inline-flex',
      flex: 1,
      alignItems: 'center',
      justifyContent: 'center',
      boxSizing: 'border-box',
      minHeight: 32,
      padding: '0 12px',
      // Forced colours show only borders.
      border: '1px solid transparent',
      borderRadius: 6,
      color: palette.text.secondary,
      fontSize: '0.875rem',
      fontWeight: 500,
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      [theme.breakpoints.down('sm')]: { minHeight: 44 },
    },
    '& input': { position: 'absolute', opacity: 0 },
    '& > label:hover, & > label:has(:checked)': { color: palette.text.primary },
    '& > label:has(:checked)': {
      background: palette.background.paper,
      boxShadow: '0 1px 2px rgb(22 32 43 / 0.12)',
      '@media (forced-colors: active)': {
        background: 'Highlight',
        color: 'HighlightText',
        forcedColorAdjust: 'none',
      },
    },
    '& > label:has(:focus-visible)': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2 },
  };
});

/** Chooses one of a few, which all fit in a line. */
export function Segmented<T extends string>(props: {
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  /** Undefined until the person chooses one. */
  value: T | undefined;
  onChoose(value: T): void;
}) {
  // Unique, because two of a kind may be on the page.
  const name = useId();
  return (
    <Frame aria-label={props.label}>
      {props.options.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={name} checked={props.value === value} onChange={() => props.onChoose(value)} />
          {label}
        </label>
      ))}
    </Frame>
  );
}
