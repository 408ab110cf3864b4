import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { DetailsButton } from '#console/kit/outcome/details-button.tsx';
import { dismiss, type Notice } from './done.ts';
import { UndoButton } from './undo-button.tsx';

export function DoneActions({ notice: { call, undo, next = [], more } }: { notice: Notice }) {
  return (
    <Box data-actions sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        {next.map(({ label, to, state }) => (
          <Button key={label} size="small" component={Link} to={to} state={state}>
            {label}
          </Button>
        ))}
        {undo && <UndoButton undo={undo} />}
        {call && <DetailsButton {...call} />}
        <Button size="small" color="inherit" onClick={dismiss}>
          Dismiss
        </Button>
      </Box>
      {more}
    </Box>
  );
}
