import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DetailsButton } from '#console/kit/outcome/details-button.tsx';
import { Icon } from '#console/kit/ui/icons.tsx';
import { dismiss, type Notice } from './done.ts';
import { UndoButton } from './undo-button.tsx';

export function DoneActions({ notice: { call, undo, undoAll, next = [], more } }: { notice: Notice }) {
  const [isUndoing, setUndoing] = useState(false);
  return (
    <Box data-actions sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        {next.map(({ label, to, state }) => (
          <Button key={label} size="small" component={Link} to={to} state={state}>
            {label}
          </Button>
        ))}
        {undo && <UndoButton undo={undo} />}
        {undoAll && (
          <Button size="small" variant="outlined" onClick={() => setUndoing(true)}>
            Undo
          </Button>
        )}
        {isUndoing && undoAll?.(() => setUndoing(false))}
        {call && <DetailsButton {...call} />}
        <Button size="small" color="inherit" aria-label="Dismiss" onClick={dismiss} sx={{ minWidth: 28, p: 0 }}>
          <Icon name="close" size={18} />
        </Button>
      </Box>
      {more}
    </Box>
  );
}
