import { styled } from '@mui/material/styles';

/** The margin keeps the text next to it on the line of the other cells. */
export const selectBoxSize = { height: 24, margin: '-4px 0', verticalAlign: 'middle' } as const;

// Not an input, which would capture the arrow keys of the grid.
const Square = styled('button')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    width: 24,
    ...selectBoxSize,
    padding: 3,
    border: 0,
    background: 'transparent',
    cursor: 'pointer',
    '& > span': {
      display: 'grid',
      placeItems: 'center',
      width: 18,
      height: 18,
      boxSizing: 'border-box',
      border: `1.5px solid ${palette.text.secondary}`,
      borderRadius: 4,
    },
    '&[aria-checked="true"] > span': { background: palette.primary.main, borderColor: palette.primary.main },
    '& svg': { display: 'block', color: palette.primary.contrastText },
  };
});

export const SelectBox = ({
  name,
  isOn,
  onToggle,
}: {
  name: string;
  isOn: boolean;
  /** `isRange`: a click with Shift selects all rows since the last one. */
  onToggle: (isRange: boolean) => void;
}) => (
  <Square
    type="button"
    role="checkbox"
    aria-checked={isOn}
    aria-label={`Select ${name}`}
    onClick={(event) => onToggle(event.shiftKey)}
  >
    <span>
      {isOn && (
        <svg
          width="14"
          height="14"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.25"
          aria-hidden
        >
          <path d="M3 8.5l3.2 3.2L13 5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      )}
    </span>
  </Square>
);
