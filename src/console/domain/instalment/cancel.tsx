import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useMerchantName } from '../../api/access.ts';
import { contractIdOf, nameOfId, segmentOfRecord } from '../../api/contract-id.ts';
import { useTenant } from '../../api/tenant.ts';
import { show } from '../../kit/ui/format.tsx';
import type { InstalmentResource } from './resource.ts';
import { useCancelQueue } from './queue.ts';
import { countAndSum, keyOf, nameOf, type Instalment } from './totals.ts';
import { Outcome } from '../../kit/outcome/outcome.tsx';

interface Props {
  resource: InstalmentResource;
  list: readonly Instalment[];
}

/** How a number of them is called. */
const counted = (count: number) => (count === 1 ? '1 instalment' : `${count} instalments`);

function Going({ resource: { date }, list }: Props) {
  const isOfMany = new Set(list.map(segmentOfRecord)).size > 1;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{countAndSum(list)}</Typography>
      <Box
        component="ul"
        tabIndex={0}
        aria-label="What will not be collected"
        sx={{ m: 0, pl: 2.5, maxHeight: 220, overflow: 'auto', fontVariantNumeric: 'tabular-nums' }}
      >
        {list.map((it) => (
          <li key={keyOf(it)}>
            {nameOf(it, isOfMany)}: {show('InstalmentAmount', it.InstalmentAmount)} on {show(date, it[date])}
          </li>
        ))}
      </Box>
    </>
  );
}

function Cancelling({ resource, list, onClose }: Props & { onClose: () => void }) {
  const titleId = useId();
  const { merchant, product } = useTenant();
  const queue = useCancelQueue(resource, list);
  const name = useMerchantName(merchant);
  const isSending = queue.doing === 'sending';
  const isBegun = isSending || queue.sent > 0;
  const [first] = list;
  const one = list.length === 1 && first ? nameOf(first, false) : counted(list.length);
  const contracts = new Set(list.map(segmentOfRecord)).size;
  const id = first && contractIdOf(first);
  return (
    // A press beside it must not hide a queue that is under way.
    <Dialog
      open
      maxWidth="sm"
      fullWidth
      role="alertdialog"
      aria-labelledby={titleId}
      onClose={(_event, reason) => reason === 'escapeKeyDown' && queue.doing === 'nothing' && onClose()}
    >
      <DialogTitle id={titleId}>{isBegun ? `Cancelling ${one}` : `Cancel ${one}?`}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {!isBegun && <Going resource={resource} list={list} />}
          <Typography color="textSecondary">
            {contracts === 1 && id ? `Contract ${nameOfId(id)}` : `${contracts} contracts`}, merchant {merchant}
            {name && ` (${name})`}, product {product}.
          </Typography>
          {isSending && (
            <div>
              <Box
                component="progress"
                aria-label="Instalments cancelled"
                value={queue.sent}
                max={list.length}
                sx={{ width: '100%' }}
              />
              <Typography role="status">
                {queue.sent} of {list.length} sent, one after the other.
              </Typography>
            </div>
          )}
          {!isSending && queue.sent > 0 && (
            <Outcome operation={resource.cancel} result={queue} isOfMany={list.length > 1} />
          )}
          {!isSending && isBegun && queue.waiting > 0 && (
            <Alert severity="info">{counted(queue.waiting)} not sent: still scheduled.</Alert>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        {isSending ? (
          <Button key="stop" autoFocus onClick={queue.stop}>
            Stop after this one
          </Button>
        ) : (
          <>
            {queue.unknown > 0 && (
              <Button
                variant="outlined"
                autoFocus
                loading={queue.doing === 'reading'}
                onClick={() => void queue.readBack()}
              >
                Check whether {queue.unknown === 1 ? 'it is' : 'they are'} cancelled
              </Button>
            )}
            <Button key="close" autoFocus={queue.unknown === 0} onClick={onClose}>
              {isBegun ? 'Close' : 'Keep'}
            </Button>
            {queue.waiting > 0 && queue.unknown === 0 && (
              <Button color="error" variant="contained" onClick={() => void queue.run()}>
                {isBegun ? `Cancel the other ${queue.waiting}` : `Cancel ${one}`}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Asks once before instalments are cancelled: names, counts and sums them, then sends one after the other and accounts for each. */
export const CancelInstalments = (props: Props & { onClose: () => void }) =>
  props.list.length > 0 && <Cancelling key={props.list.map(keyOf).join()} {...props} />;
