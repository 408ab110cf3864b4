import Button from '@mui/material/Button';
import { StepButton } from '#console/kit/ui/step.tsx';
import { movedBy, ordered, plainLayout, toggled } from './layout.ts';
import type { ColumnPanelProps } from './opened.ts';

export function ColumnPanel({ columns, layout, onLayout, title, close }: ColumnPanelProps) {
  const list = ordered(columns, layout);
  const shown = list.filter((it) => !layout.hidden.includes(it.fieldName));
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {list.map((it) => {
          const isShown = shown.includes(it);
          const position = shown.indexOf(it);
          return (
            <li key={it.fieldName}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={() => onLayout(toggled(columns, layout, it.fieldName))}
                />
                <span>{it.label}</span>
              </label>
              <StepButton
                isSmall
                label={`Move ${it.label} left`}
                isOff={!isShown || position === 0}
                act={() => onLayout(movedBy(columns, layout, it.fieldName, -1))}
              >
                ↑
              </StepButton>
              <StepButton
                isSmall
                label={`Move ${it.label} right`}
                isOff={!isShown || position === shown.length - 1}
                act={() => onLayout(movedBy(columns, layout, it.fieldName, 1))}
              >
                ↓
              </StepButton>
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
          Reset columns
        </Button>
      </div>
    </>
  );
}
