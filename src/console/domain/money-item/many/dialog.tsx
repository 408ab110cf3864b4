import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useMerchantName } from '#console/api/access.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { holidayOf } from '#console/kit/dates/calendar-days.ts';
import { PlainInput } from '#console/kit/form/plain-field.tsx';
import { Outcome } from '#console/kit/outcome/outcome.tsx';
import { Modal } from '#console/kit/ui/modal.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { RunProgress } from '#console/kit/ui/run-progress.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { capital } from '../edited-text.ts';
import { counted, nameOf, nounOf, type MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import { ChooseChange } from './choose.tsx';
import { useOthers } from './others.ts';
import { planned, type Change, type Planned } from './plan.ts';
import { daysOfPlan, Preview } from './preview.tsx';
import { useQueue } from './queue.ts';
import { Results } from './results.tsx';

export interface ManyProps {
  resource: MoneyItemResource;
  /** Changes to the list behind the dialog don't affect it. */
  list: readonly MoneyItem[];
  change: Change;
  /** All items of these contracts; by default, the report of future transactions is read. */
  others?: readonly MoneyItem[];
  onClose: (isSent: boolean) => void;
}

const verbs = { amount: 'Change', tracking: 'Change', cancel: 'Cancel' } as const;
const verbOf = ({ kind }: Change): string => (kind in verbs ? verbs[kind as keyof typeof verbs] : 'Move');
const doing = { Change: 'Changing', Move: 'Moving', Cancel: 'Cancelling' } as Record<string, string>;

/** From this count on, a cancel is confirmed by typing the number. */
const typedFrom = 10;

const called = (list: readonly MoneyItem[]) => {
  const [first] = list;
  if (!first) return 'nothing';
  return list.length === 1 ? nameOf(first, false) : counted(list.length, nounOf(first));
};

function Scope({ list, resource }: { list: readonly MoneyItem[]; resource: MoneyItemResource }) {
  const { merchant, product } = useTenant();
  const name = useMerchantName(merchant);
  const contracts = new Set(list.map(segmentOfRecord)).size;
  const phraseOf = useContractPhrases(resource.contracts);
  const [first] = list;
  return (
    <Typography color="textSecondary">
      {contracts === 1 && first ? phraseOf(first) : `${whole(contracts)} contracts`}, merchant {merchant}
      {name && ` (${name})`}, product {product}.
    </Typography>
  );
}

function Sending(props: {
  resource: MoneyItemResource;
  rows: readonly Planned[];
  change: Change;
  onClose: () => void;
}) {
  const { resource, rows, change, onClose } = props;
  const operation = (change.kind === 'cancel' && resource.cancel) || resource.edit;
  const queue = useQueue(operation, rows);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  // The person has confirmed already: start sending once, on mount.
  const isBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (!isBegun.current) void queue.send();
    isBegun.current = true;
  });
  useEffect(() => begin(), []);
  const verb = verbOf(change);
  const isCancel = change.kind === 'cancel';
  const isSending = queue.doing === 'sending' || queue.sent === 0;
  const isOne = queue.total === 1;
  const state = isCancel ? 'cancelled' : 'saved';
  return (
    <Modal
      title={
        <>
          {doing[verb]} {called(rows.map((it) => it.it))}
        </>
      }
      width={isOne ? 600 : 900}
      role={isCancel ? 'alertdialog' : 'dialog'}
      // A click outside must not hide the progress.
      staysOnClickOutside
      onClose={() => queue.doing === 'nothing' && onClose()}
      actions={
        <>
          {isSending ? (
            <Button key="stop" autoFocus onClick={queue.stop}>
              Stop after {isCancel ? 'this one' : 'these'}
            </Button>
          ) : (
            <>
              {queue.unknown > 0 && (
                <Button
                  variant="outlined"
                  autoFocus
                  loading={queue.doing === 'checking'}
                  onClick={() => void queue.readBack()}
                >
                  Check whether {queue.unknown === 1 ? 'it is' : 'they are'} {state}
                </Button>
              )}
              <Button key={queue.unknown === 0 ? 'close' : 'leave'} autoFocus={queue.unknown === 0} onClick={onClose}>
                Close
              </Button>
              {queue.unsent > 0 && queue.unknown === 0 && (
                <Button color={isCancel ? 'error' : 'primary'} variant="contained" onClick={() => void queue.send()}>
                  {verb} the other {queue.unsent}
                </Button>
              )}
              {queue.refused > 0 && queue.unsent === 0 && queue.unknown === 0 && !isCancel && (
                <Button variant="contained" disabled={wrong.size > 0} onClick={() => void queue.again()}>
                  Send {queue.refused === 1 ? 'it' : `the ${queue.refused} refused`} again
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      <Stack spacing={2}>
        <Scope list={rows.map((it) => it.it)} resource={resource} />
        {isSending && (
          <RunProgress
            label={`${capital(resource.noun)}s ${isCancel ? 'cancelled' : 'sent'}`}
            done={queue.sent}
            total={queue.total}
            text={isCancel ? 'sent, one after the other.' : 'sent.'}
          />
        )}
        {!isSending &&
          (isOne ? (
            <Outcome operation={operation} result={{ results: queue.results() }} />
          ) : (
            <Results queue={queue} change={change} resource={resource} onWrong={setWrong} />
          ))}
        {!isSending && queue.unsent > 0 && (
          <Notice tone="info">
            {counted(queue.unsent, resource.noun)} not sent: {isCancel ? 'still scheduled' : 'as before'}.
          </Notice>
        )}
      </Stack>
    </Modal>
  );
}

function Choosing(
  props: Omit<ManyProps, 'onClose'> & {
    onClose: () => void;
    onSend: (rows: readonly Planned[], change: Change) => void;
  },
) {
  const { resource, list, others, onClose, onSend } = props;
  const [change, setChange] = useState(props.change);
  const [typed, setTyped] = useState('');
  const formId = useId();
  const today = useToday();
  const settled = useDeferredValue(change);
  const plan = useMemo(
    () => planned(list, settled, { resource, today, holidayOf, others: others ?? [] }),
    [list, settled, resource, today, others],
  );
  const othersFound = useOthers(others ? null : daysOfPlan(plan), list);
  const rows = useMemo(
    () => (othersFound ? planned(list, settled, { resource, today, holidayOf, others: othersFound }) : plan),
    [othersFound, list, settled, resource, today, plan],
  );
  const sent = rows.filter((it) => it.item);
  const verb = verbOf(change);
  const isCancel = change.kind === 'cancel';
  const why = useForbidden(isCancel ? resource.cancel : resource.edit);
  const mustType = isCancel && sent.length >= typedFrom;
  const isReady = !why && sent.length > 0 && settled === change && (!mustType || typed.trim() === String(sent.length));
  const send = () => isReady && onSend(sent, change);
  return (
    <Modal
      title={
        <>
          {verb} {change.kind === 'amount' && 'the amount of '}
          {change.kind === 'tracking' && 'the tracking of '}
          {called(list)}
          {isCancel && '?'}
        </>
      }
      width={isCancel && list.length === 1 ? 600 : 900}
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
            {verb} {sent.length > 0 ? called(sent.map((it) => it.it)) : `${resource.noun}s`}
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
        <Preview rows={rows} change={settled} resource={resource} />
        <Scope list={list} resource={resource} />
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
  const [confirmed, setConfirmed] = useState<{ rows: readonly Planned[]; change: Change }>();
  const [list] = useState(props.list);
  return confirmed ? (
    <Sending {...confirmed} resource={props.resource} onClose={() => props.onClose(true)} />
  ) : (
    <Choosing
      {...props}
      list={list}
      onClose={() => props.onClose(false)}
      onSend={(rows, change) => setConfirmed({ rows, change })}
    />
  );
}
