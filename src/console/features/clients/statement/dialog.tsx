import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useToday } from '#console/session/today.ts';
import { DateField } from '#kit/dates/date-field.tsx';
import { FormMessage } from '#kit/form/form-message.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { countText } from '#kit/ui/sums.ts';
import { addMonths } from '#rules/calendar.ts';
import { problemOf, type StatedClient } from './statement.ts';
import { useStatements } from './use-statements.ts';

/** Limit of one ZIP: each statement is a PDF of its own. */
const maxClients = 500;

/** Saves the statement of one client as PDF or CSV, or those of many as a ZIP. */
export function StatementDialog({ clients, onClose }: { clients: readonly StatedClient[]; onClose(): void }) {
  const today = useToday();
  const [period, setPeriod] = useState({ from: `${addMonths(today, -2).slice(0, 7)}-01`, to: today, asAt: today });
  const { save, books, progress, saved, problem } = useStatements(clients);
  const isMany = clients.length !== 1;
  const tooMany =
    clients.length > maxClients ? `At most ${maxClients} clients fit in one ZIP. Narrow the list first.` : '';
  const wrong = tooMany || problemOf(period, today);
  const day = (name: keyof typeof period, label: string) => (
    <DateField
      label={label}
      value={period[name]}
      max={today}
      hasMarks={false}
      onChange={(value) => setPeriod({ ...period, [name]: value })}
    />
  );
  return (
    <Modal
      title={
        isMany
          ? `Statements of ${countText(clients.length, ['client', 'clients'])}`
          : `Statement of ${clients[0]?.name || clients[0]?.number}`
      }
      onClose={onClose}
      actions={
        <>
          <FormMessage others={[wrong, problem].filter(Boolean)} />
          <Button onClick={onClose}>{saved ? 'Close' : 'Cancel'}</Button>
          {!isMany && (
            <Button
              variant="outlined"
              disabled={wrong !== '' || books.isLoading || progress !== ''}
              onClick={() => void save('csv', period)}
            >
              Save CSV
            </Button>
          )}
          <SaveButton
            isSaving={progress !== ''}
            saving="Writing…"
            disabled={wrong !== '' || books.isLoading}
            onClick={() => void save(isMany ? 'zip' : 'pdf', period)}
          >
            {isMany ? 'Save ZIP' : 'Save PDF'}
          </SaveButton>
        </>
      }
    >
      <Stack spacing={2}>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' }, gap: 2 }}>
          {day('from', 'From')}
          {day('to', 'To')}
          {day('asAt', 'As at')}
        </Box>
        <Muted>Debits in the period, and unpaid debits by age. Not a tax invoice.</Muted>
        {books.error && (
          <Notice tone="warning">
            The matched bank lines could not be read: debits that they settled are listed as unpaid.
          </Notice>
        )}
        {progress && <Typography role="status">{progress}</Typography>}
        {saved && (
          <Notice tone="success" role="status">
            {saved}
          </Notice>
        )}
      </Stack>
    </Modal>
  );
}
