import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useConfig } from '../config.ts';
import { usePlace } from '../place.ts';
import { dayName, marksOf } from './schedule-table.tsx';
import { useToday } from './today.ts';
import { WordField } from './word-field.tsx';

function Marks() {
  const at = (useWatch({ name: 'PaymentDate' }) as string | undefined) ?? '';
  const marks = marksOf(at, useToday());
  if (!dayName(at)) return null;
  return (
    <Typography variant="body2" color={marks.length > 0 ? 'warning' : 'textSecondary'}>
      {[dayName(at), ...marks].join(' · ')}
    </Typography>
  );
}

/** Where the change goes: a wrong merchant or product would write to the wrong book. */
function Where({ contract }: { contract: number }) {
  const { merchant, product } = usePlace();
  const { merchants } = useConfig();
  const name = merchants.find((it) => it.number === merchant)?.name;
  return (
    <Typography color="textSecondary">
      Payout contract {contract}, merchant {merchant}
      {name && ` (${name})`}, product {product}.
    </Typography>
  );
}

/** The words of one payment. Needs its form around it. */
export function PaymentFields({ contract }: { contract: number }) {
  return (
    <>
      <Where contract={contract} />
      <WordField word="PaymentDate" required autoFocus />
      <Marks />
      <WordField word="PaymentAmount" required />
      <WordField word="PaymentIndicator" />
    </>
  );
}

/** The dialog that the form of one payment stands in. */
export function PaymentDialog({
  title,
  open,
  onClose,
  children,
}: {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
    </Dialog>
  );
}
