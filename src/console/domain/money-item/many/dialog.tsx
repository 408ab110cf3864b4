import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useId, useState } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useToday } from '#console/session/today.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { inFlightAsRead, inFlightText } from '../at-bank.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import { useUnderway } from '../underway.ts';
import { ChooseChange } from './choose.tsx';
import type { BulkChange, PlannedChange } from './plan.ts';
import { Preview } from './preview.tsx';
import { NotRehearsed, RehearsedTables, RehearsedWarning } from './rehearsed.tsx';
import { ScopeLine } from './scope.tsx';
import { SendBulkChange } from './sending.tsx';
import { countedItems, verbOf } from './texts.ts';
import { usePlan } from './use-plan.ts';

export interface ManyProps {
  resource: MoneyItemResource;
  /** Changes to the list behind the dialog don't affect it. */
  list: readonly MoneyItem[];
  change: BulkChange;
  /** All items of these contracts; by default, the report of future transactions is read. */
  others?: readonly MoneyItem[];
  onClose: (isSent: boolean) => void;
  onUndone?: () => void;
}

/** From this count on, a cancel is confirmed by typing the number. */
const typedFrom = 10;

function Choosing(
  props: Omit<ManyProps, 'onClose' | 'onUndone'> & {
    onClose: () => void;
    onSend: (rows: readonly PlannedChange[], change: BulkChange) => void;
  },
) {
  const { resource, list, others, onClose, onSend } = props;
  const [change, setChange] = useState(props.change);
  const [typed, setTyped] = useState('');
  const formId = useId();
  const settled = useDeferredValue(change);
  const plan = usePlan(list, settled, { resource, others });
  const { rows, rehearsal, isUnknown, isFailed } = plan;
  const sent = rows.filter((it) => it.item);
  const verb = verbOf(change);
  const isCancel = change.kind === 'cancel';
  const today = useToday();
  // One instalment is cancelled on its own; several are mostly what is left of their contracts.
  const isMany = isCancel && list.length > 1;
  // The reports have debits only.
  const isReading = isMany && !others && resource.noun === 'instalment' && sent.length > 0;
  const underway = useUnderway(isReading ? list : null);
  const read = { underway: underway.data, others: plan.others, isFailed: underway.isError || isFailed };
  const inFlight = isReading ? inFlightAsRead(read, today) : isMany ? inFlightText(others ?? [], today) : '';
  const why = useForbidden(isCancel ? resource.cancel : resource.edit);
  const mustType = isCancel && sent.length >= typedFrom;
  const isReady = !why && sent.length > 0 && settled === change && (!mustType || typed.trim() === String(sent.length));
  const tables = rehearsal && <RehearsedTables rehearsal={rehearsal} list={list} resource={resource} />;
  // Those that need attention come before single instalments.
  const isOfMany = rehearsal && rehearsal.contracts.length > 1;
  const send = () => isReady && onSend(sent, change);
  return (
    <Modal
      title={
        <>
          {verb} {change.kind === 'amount' && 'the amount of '}
          {change.kind === 'tracking' && 'the tracking of '}
          {countedItems(list)}
          {isCancel && '?'}
        </>
      }
      size={isCancel && list.length === 1 ? 'm' : 'l'}
      role={isCancel ? 'alertdialog' : 'dialog'}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus={isCancel && !mustType} onClick={onClose}>
            {isCancel ? 'Don’t cancel' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            form={formId}
            color={isCancel ? 'error' : 'primary'}
            variant="contained"
            disabled={!isReady}
          >
            {verb} {sent.length > 0 ? countedItems(sent.map((it) => it.before)) : `${resource.noun}s`}
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        id={formId}
        spacing={2}
        sx={{ pt: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <ChooseChange change={change} resource={resource} onChange={setChange} />
        <Preview
          rows={rows}
          change={settled}
          resource={resource}
          above={
            <>
              {rehearsal && <RehearsedWarning rehearsal={rehearsal} resource={resource} />}
              {isUnknown && <NotRehearsed isFailed={isFailed} />}
              {isOfMany && tables}
            </>
          }
        />
        {!isOfMany && tables}
        <ScopeLine list={list} resource={resource} />
        {inFlight && <Typography sx={{ fontWeight: 600 }}>{inFlight}</Typography>}
        {mustType && (
          <PlainInput
            label={`Type ${sent.length} to confirm`}
            value={typed}
            autoComplete="off"
            inputMode="numeric"
            autoFocus
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {why && <Notice tone="warning">{why}</Notice>}
      </Stack>
    </Modal>
  );
}

/** Previews a change of items, sends it in chunks, and shows each result. */
export function ChangeMany(props: ManyProps) {
  const [confirmed, setConfirmed] = useState<{ rows: readonly PlannedChange[]; change: BulkChange }>();
  const [list] = useState(props.list);
  return confirmed ? (
    <SendBulkChange
      {...confirmed}
      resource={props.resource}
      onClose={() => props.onClose(true)}
      onUndone={props.onUndone}
    />
  ) : (
    <Choosing
      {...props}
      list={list}
      onClose={() => props.onClose(false)}
      onSend={(rows, change) => setConfirmed({ rows, change })}
    />
  );
}
