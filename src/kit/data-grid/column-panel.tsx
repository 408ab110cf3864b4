import Button from '@mui/material/Button';
import { StepButton } from '#kit/ui/step.tsx';
import { movedBy, orderedColumns, plainLayout, withColumnToggled } from './layout.ts';
import type { ColumnPanelProps } from './opened.ts';

export function ColumnPanel({ columns, layout, onLayout, title, close }: ColumnPanelProps) {
  const list = orderedColumns(columns, layout);
  const shown = list.filter((it) => !layout.hidden.includes(it.fieldName));
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {list.map((column) => {
          const isShown = shown.includes(column);
          const position = shown.indexOf(column);
          return (
            <li key={column.fieldName}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={() => onLayout(withColumnToggled(columns, layout, column.fieldName))}
                />
                <span>{column.label}</span>
              </label>
              <StepButton
                isSmall
                label={`Move ${column.label} left`}
                isOff={!isShown || position === 0}
                act={() => onLayout(movedBy(columns, layout, column.fieldName, -1))}
              >
                ↑
              </StepButton>
              <StepButton
                isSmall
                label={`Move ${column.label} right`}
                isOff={!isShown || position === shown.length - 1}
                act={() => onLayout(movedBy(columns, layout, column.fieldName, 1))}
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
