import Button from '@mui/material/Button';
import { movedBy, ordered, plainLayout, toggled } from './grid-layout.ts';
import type { PanelProps } from './grid-popover.tsx';

/** All columns: which are shown, and in which order. What is changed shows at once. */
export function ColumnPanel({ columns, layout, onLayout, title, close }: PanelProps) {
  const list = ordered(columns, layout);
  const shown = list.filter((it) => !layout.hidden.includes(it.word));
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {list.map((it) => {
          const isShown = shown.includes(it);
          const place = shown.indexOf(it);
          return (
            <li key={it.word}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={() => onLayout(toggled(columns, layout, it.word))}
                />
                <span>{it.label}</span>
              </label>
              <Move
                label={`Move ${it.label} left`}
                sign="↑"
                isOff={!isShown || place === 0}
                act={() => onLayout(movedBy(columns, layout, it.word, -1))}
              />
              <Move
                label={`Move ${it.label} right`}
                sign="↓"
                isOff={!isShown || place === shown.length - 1}
                act={() => onLayout(movedBy(columns, layout, it.word, 1))}
              />
            </li>
          );
        })}
      </ul>
      <hr aria-hidden />
      <div data-buttons="">
        <Button size="small" variant="contained" onClick={close}>
          Done
        </Button>
        <Button size="small" onClick={() => onLayout(plainLayout)}>
          As they were
        </Button>
      </div>
    </>
  );
}

function Move({ label, sign, isOff, act }: { label: string; sign: string; isOff: boolean; act(): void }) {
  return (
    <Button
      size="small"
      aria-label={label}
      // Not `disabled`: the button under the finger would lose the focus at the end of the list.
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) act();
      }}
      sx={{ minWidth: 28, minHeight: 28, p: 0, opacity: isOff ? 0.4 : 1 }}
    >
      {sign}
    </Button>
  );
}
