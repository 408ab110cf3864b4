import { styled } from '@mui/material/styles';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

const Area = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    position: 'absolute',
    inset: 0,
    cursor: 'pointer',
    // A swipe up or down scrolls the page; sideways leads along the bars.
    touchAction: 'pan-y',
    '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2, borderRadius: 4 },
    '& > [data-slot]': {
      position: 'absolute',
      top: 0,
      bottom: 0,
      background: palette.action.hover,
      outline: '1px solid transparent',
    },
    '& > [data-tip]': {
      position: 'absolute',
      top: -6,
      zIndex: 5,
      padding: '8px 12px',
      border: `1px solid ${palette.divider}`,
      borderRadius: 8,
      background: palette.background.paper,
      boxShadow: '0 8px 24px rgb(8 15 25 / 0.18)',
      fontSize: '0.8125rem',
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
      pointerEvents: 'none',
      '& table': { borderSpacing: 0 },
      '& th': { padding: '0 12px 0 0', fontWeight: 400, textAlign: 'left', color: palette.text.secondary },
      '& td': { padding: 0, textAlign: 'right' },
    },
  };
});

interface Tip {
  title: string;
  /** A label and its value. */
  lines: readonly (readonly [string, string])[];
}

const keys: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at - 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 7,
  PageUp: (at) => at + 7,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Covers the bars of a chart and shows the values of one: under the pointer, at a touch, or by the arrow keys. A click,
 * a second touch or Enter chooses it.
 */
export function ChartCursor(props: {
  label: string;
  count: number;
  tipOf(index: number): Tip;
  onChoose(index: number): void;
}) {
  const { label, count, tipOf, onChoose } = props;
  // Kept while it is not shown: there the keys start again.
  const [at, setAt] = useState(0);
  const [isShown, setShown] = useState(false);
  const isFirstTouch = useRef(false);
  const show = (index: number) => {
    setAt(Math.max(0, Math.min(count - 1, index)));
    setShown(true);
  };
  const indexAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.floor(((clientX - left) / width) * count);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = keys[event.key];
    if (move) show(move(at, count - 1));
    else if (event.key === 'Enter' || event.key === ' ') onChoose(at);
    else if (event.key === 'Escape' && isShown) setShown(false);
    else return;
    event.preventDefault();
  };
  const tip = tipOf(Math.min(at, count - 1));
  const slot = 100 / count;
  const isLeft = at >= count / 2;
  return (
    <Area
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={at + 1}
      aria-valuetext={[tip.title, ...tip.lines.map((it) => it.join(' '))].join(', ')}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show(at)}
      onBlur={() => setShown(false)}
      onPointerDown={(event) => {
        isFirstTouch.current = event.pointerType !== 'mouse' && (!isShown || indexAt(event) !== at);
        show(indexAt(event));
      }}
      onPointerMove={(event) => show(indexAt(event))}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(false)}
      onClick={() => !isFirstTouch.current && onChoose(at)}
      onKeyDown={onKeyDown}
    >
      {isShown && (
        <>
          <div data-slot="" style={{ left: `${at * slot}%`, width: `${slot}%` }} />
          <div
            data-tip=""
            style={isLeft ? { right: `${100 - at * slot + 0.5}%` } : { left: `${(at + 1) * slot + 0.5}%` }}
          >
            <strong>{tip.title}</strong>
            <table role="presentation">
              <tbody>
                {tip.lines.map(([name, value]) => (
                  <tr key={name}>
                    <th>{name}</th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Area>
  );
}
