import Button from '@mui/material/Button';
import { useState } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { StatementDialog } from './dialog.tsx';
import type { StatedClient } from './statement.ts';

/** Statements of all clients in the list. */
export function StatementsButton({ clients }: { clients(): readonly StatedClient[] }) {
  const [chosen, setChosen] = useState<readonly StatedClient[]>();
  const forbidden = useForbidden('transactionReport');
  if (forbidden) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setChosen(clients())}>
        Statements
      </Button>
      {chosen && <StatementDialog clients={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}
